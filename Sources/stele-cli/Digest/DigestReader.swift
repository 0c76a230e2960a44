internal import Stele
internal import SteleFoundation
internal import SteleInspection
internal import SteleModel
internal import SteleVerifier

/// A reader of the content digests of archives.
///
/// An archive in canonical form is hashed as it is. Any other archive is hashed piece by piece, while its canonical form is
/// made.
///
/// Spec §9.9.
struct DigestReader {
  let includesMetadata: Bool
  let limits: ArchiveLimits

  /// Returns the first finding of a complete check that requires the canonical form; nil for an archive that has it.
  static func canonicalFinding(
    in bytes: ArchiveBytes, progress: (Int) -> Void = { _ in }
  ) -> Verification.Finding? {
    var verifier = Verifier()
    verifier.level = .canonical
    verifier.maximumFindingCount = 1
    return verifier.verify(bytes, progress: progress).findings.first
  }

  /// Returns the content digest of an archive.
  ///
  /// - Throws: `ArchiveError` if the archive is not valid, `ArchiveWritingError` if it has no canonical form.
  func digest(of bytes: ArchiveBytes, isCanonical: Bool) throws -> ContentDigest {
    var hash = SHA256Stream()
    if isCanonical, try includesMetadata || !hasMetadata(bytes) {
      for range in bytes.pieces() { hash.update(try bytes.bytes(in: range)) }
    } else {
      try Canonicalizer(bytes, includesMetadata: includesMetadata, limits: limits)
        .forEachPiece { hash.update($0) }
    }
    return ContentDigest(hash)
  }

  private func hasMetadata(_ bytes: ArchiveBytes) throws(ArchiveError) -> Bool {
    try ArchiveTail(bytes).index.entries.contains { $0.type == .metadata }
  }
}

extension Verifier {
  /// Verifies an archive, in memory or in a file; the progress is reported only for a file.
  func verify(_ bytes: ArchiveBytes, progress: (Int) -> Void = { _ in }) -> Verification {
    switch bytes {
    case .memory(let memory): verify(memory)
    case .source(let source): verify(source, progress: progress)
    }
  }
}
