internal import Stele
internal import SteleFoundation
internal import SteleInspection
internal import SteleVerifier

/// A reader of the content digests of archives.
///
/// An archive in canonical form is hashed as it is, any other while its canonical form is made, piece by piece.
///
/// Spec §9.9.
struct DigestReader {
  /// Whether the digest includes the metadata.
  let includesMetadata: Bool
  /// The limits.
  var limits = ArchiveLimits()
  private static let pieceByteCount = 1 << 20

  /// Returns the first finding of a complete check that requires the canonical form; nil for an archive that has it.
  static func canonicalFinding(
    in bytes: ArchiveBytes, progress: (Int) -> Void = { _ in }
  ) -> Verification.Finding? {
    var verifier = Verifier()
    verifier.level = .canonical
    verifier.maximumFindingCount = 1
    return switch bytes {
    case .memory(let memory): verifier.verify(memory).findings.first
    case .source(let source): verifier.verify(source, progress: progress).findings.first
    }
  }

  /// Returns the content digest of an archive.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - isCanonical: Whether the archive has the canonical form.
  /// - Returns: The digest.
  /// - Throws: `ArchiveError` if the archive is not valid, `ArchiveWritingError` if it has no canonical form.
  func digest(of bytes: ArchiveBytes, isCanonical: Bool) throws -> ContentDigest {
    if isCanonical, try includesMetadata || !hasMetadata(bytes) {
      return try digest(ofCanonical: bytes)
    }
    var hash = SHA256Stream()
    try Canonicalizer(bytes, includesMetadata: includesMetadata, limits: limits)
      .forEachPiece { hash.update($0) }
    return ContentDigest(hash)
  }

  private func hasMetadata(_ bytes: ArchiveBytes) throws(ArchiveError) -> Bool {
    try ArchiveTail(bytes).index.entries.contains { $0.type == .metadata }
  }

  private func digest(ofCanonical bytes: ArchiveBytes) throws -> ContentDigest {
    var hash = SHA256Stream()
    switch bytes {
    case .memory(let memory):
      hash.update(memory)
    case .source(let source):
      for start in stride(from: 0, to: source.byteCount, by: Self.pieceByteCount) {
        let range = start..<min(source.byteCount, start + Self.pieceByteCount)
        hash.update(try source.bytes(in: range))
      }
    }
    return ContentDigest(hash)
  }
}
