/// The payload of the first chunk: format version, document type and writer.
///
/// Spec §2.4.
package struct Head: Hashable, Sendable {
  /// The major version that this library reads and writes.
  package static let majorVersion = 1
  /// The minor version that this library writes, and the newest that it reads.
  package static let minorVersion = 0
  /// The version as text.
  package static let versionText = "\(majorVersion).\(minorVersion)"

  /// The document type: a uniform type, a media type, or an empty string.
  package let documentType: String
  /// The program that wrote the archive.
  package let writer: String

  /// Reads the payload: F12, P2.
  package init(parsing input: inout ByteReader) throws(ArchiveError) {
    try Self.readVersion(&input)
    documentType = try input.readString()
    writer = try input.readString()
    try input.finish()
  }

  /// Reads the version: F12.
  private static func readVersion(_ input: inout ByteReader) throws(ArchiveError) {
    let majorOffset = input.offset
    let major = try input.readVersion()
    guard major == majorVersion else { throw error("\(major)", at: majorOffset) }
    let minorOffset = input.offset
    let minor = try input.readVersion()
    guard minor <= minorVersion else { throw error("\(major).\(minor)", at: minorOffset) }
  }

  private static func error(_ version: String, at offset: Int) -> ArchiveError {
    var error = ArchiveError(.version, at: offset)
    error.found =
      "this archive needs version \(version) of the format; this program reads up to \(versionText)"
    return error
  }

  /// Validates the version before anything that another version may define otherwise, if the head is intact: F12.
  ///
  /// Other errors in the head are found when it is read. Spec §2.4.
  package static func validateVersion(of bytes: ArchiveBytes) throws(ArchiveError) {
    let start = Signature.byteCount
    var header = try bytes.reader(of: start..<(start + Chunk.headerByteCount))
    guard let chunk = try? Chunk(parsing: &header, validatesType: false), chunk.type == .head,
      chunk.byteCount <= UInt64(bytes.byteCount - chunk.payloadOffset)
    else { return }
    var payload = try bytes.reader(of: chunk.knownPayload)
    guard payload.remaining == chunk.knownPayload.count, payload.checksum() == chunk.payloadCheck
    else { return }
    do throws(ArchiveError) {
      try readVersion(&payload)
    } catch {
      if error.rule == .version { throw error }
    }
  }
}
