/// The metadata of a file, as the operating system reports it.
package struct FileFacts: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case regular = "regular file"
    case folder
    case link = "symbolic link"
    case pipe = "FIFO"
    case device
    case socket
    case other = "special file"
  }

  /// Identifies a file on a device; two existing files have different identities.
  package struct Identity: Hashable, Sendable {
    package let device: UInt64
    package let number: UInt64

    package init(device: UInt64, number: UInt64) {
      self.device = device
      self.number = number
    }
  }

  package var kind: Kind
  package var identity: Identity
  package var byteCount: Int
  /// The permissions to read, write and execute it: nine bits.
  package var permissions: UInt16
  package var owner: UInt32
  package var group: UInt32
  /// The time of the last change of the content, in nanoseconds since 1970.
  package var modificationTime: Int64

  package init(
    kind: Kind, identity: Identity, byteCount: Int, permissions: UInt16, owner: UInt32,
    group: UInt32, modificationTime: Int64
  ) {
    self.kind = kind
    self.identity = identity
    self.byteCount = byteCount
    self.permissions = permissions & 0o777
    self.owner = owner
    self.group = group
    self.modificationTime = modificationTime
  }
}
