/// The facts that the operating system knows about a file.
package struct FileFacts: Hashable, Sendable {
  /// The kind of a file.
  package enum Kind: String, Sendable {
    case regular = "regular file"
    case folder
    case link = "symbolic link"
    case pipe = "FIFO"
    case device
    case socket
    case other = "special file"
  }

  /// The number of a file on a device; two existing files have different ones.
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
  /// The size in bytes.
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
