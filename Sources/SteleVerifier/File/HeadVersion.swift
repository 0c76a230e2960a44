internal import Stele

/// The version of the format that an archive needs, as far as a look ahead tells it.
///
/// Spec §2.4.
enum HeadVersion {
  /// A version that this verifier does not know.
  struct Defect {
    let rule = ArchiveRule.version
    let offset: Int
    let message: String
  }

  /// The largest minor version of major version 1 whose rules this verifier knows.
  private static let knownMinor = 0

  /// Rule F12, if `HEAD` is whole and its versions are well-formed; nil if the archive is of a known version, or another rule
  /// has to decide.
  static func defect(in bytes: VerifiedBytes) -> Defect? {
    let payloadOffset = 8 + ChunkHeader.byteCount
    guard bytes.byteCount >= payloadOffset, let header = ChunkHeader(bytes, at: 8),
      header.isRight, header.type == .head,
      header.payloadByteCount <= UInt64(bytes.byteCount - payloadOffset)
    else { return nil }
    let payload = payloadOffset..<(payloadOffset + Int(header.payloadByteCount))
    return bytes.withPart(payload) { payload -> Defect? in
      guard XXHash64.hash(payload, 0..<payload.count, seed: 0) == header.payloadCheck else {
        return nil
      }
      var cursor = Cursor(0..<payload.count)
      guard let major = try? cursor.readShortNumber(payload) else { return nil }
      guard major == 1 else { return defect("\(major)", at: payloadOffset) }
      let minorOffset = payloadOffset + cursor.offset
      guard let minor = try? cursor.readShortNumber(payload), minor > knownMinor else {
        return nil
      }
      return defect("\(major).\(minor)", at: minorOffset)
    } ?? nil
  }

  private static func defect(_ version: String, at offset: Int) -> Defect {
    Defect(
      offset: offset,
      message: "This archive needs version \(version) of the format; "
        + "this program reads up to 1.\(knownMinor).")
  }
}
