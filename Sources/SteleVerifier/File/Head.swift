internal import Stele

/// The payload of `HEAD`.
///
///     major           varint of width 31
///     minor           varint of width 31
///     document type   string
///     writer          string
///
/// Spec §2.4.
enum Head {
  /// The largest minor version of major version 1 whose rules this verifier knows.
  private static let knownMinor = 0

  /// F12, before all other rules but F1, if `HEAD` is whole and its versions are well-formed.
  ///
  /// - Returns: The defect and its message, or nil if the version is known, or another rule has to decide.
  static func versionDefect(_ bytes: VerifiedBytes) -> (Defect, message: String)? {
    guard var cursor = wholeHead(bytes) else { return nil }
    do throws(Defect) {
      let majorOffset = cursor.offset
      let major = try cursor.readVersion()
      guard major == 1 else { return defect("\(major)", at: majorOffset) }
      let minorOffset = cursor.offset
      let minor = try cursor.readVersion()
      guard minor <= knownMinor else { return defect("\(major).\(minor)", at: minorOffset) }
    } catch {
      // Phase 2 refuses the varint.
    }
    return nil
  }

  private static func defect(_ version: String, at offset: Int) -> (Defect, message: String) {
    (
      Defect(.version, offset),
      "This archive needs version \(version) of the format; "
        + "this program reads up to 1.\(knownMinor)."
    )
  }

  /// A cursor at the payload of a `HEAD` chunk that is whole, or nil if there is none.
  private static func wholeHead(_ bytes: VerifiedBytes) -> Cursor? {
    let start = 8 + ChunkHeader.byteCount
    guard bytes.byteCount >= start, let header = ChunkHeader(bytes, at: 8),
      header.type == .head, header.isRight,
      let length = Int(exactly: header.length), length <= bytes.byteCount - start
    else { return nil }
    let payload = start..<(start + length)
    guard let part = bytes.part(payload),
      XXHash64.hash(part[payload], seed: 0) == header.payloadCheck
    else { return nil }
    return Cursor(part, payload)
  }

  /// Phase 2: reads the payload, and returns the document type, if it can be read.
  static func read(_ bytes: VerifiedBytes, _ chunk: Chunk, log: inout FindingLog) -> String? {
    var documentType: String?
    guard var cursor = log.cursor(bytes, chunk) else { return nil }
    do throws(Defect) {
      // F12 has judged the versions.
      _ = try cursor.readVersion()
      _ = try cursor.readVersion()
      documentType = String(decoding: cursor.part[try cursor.readString()], as: UTF8.self)
      _ = try cursor.readString()
      try cursor.finish()
    } catch {
      log.add(error, chunk: chunk)
    }
    return documentType
  }
}
