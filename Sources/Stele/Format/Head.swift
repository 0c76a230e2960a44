/// The payload of the first chunk: format version and writer.
///
/// Spec §2.4.
package struct Head: Hashable, Sendable {
  /// The minor version; the major version is 1.
  package let minorVersion: Int
  /// The program that wrote the archive.
  package let writer: String

  /// Reads the payload: F12, and P2 when the minor version is 0.
  package init(parsing input: inout ByteReader) throws(ArchiveError) {
    let start = input.offset
    let majorVersion = try input.readVersion()
    guard majorVersion == 1 else {
      var error = ArchiveError(.majorVersion, at: start)
      error.found = "the version is \(majorVersion), this reader knows version 1"
      throw error
    }
    minorVersion = try input.readVersion()
    writer = try input.readString()
    if minorVersion == 0 { try input.finish() }
  }
}
