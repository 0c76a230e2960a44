internal import Stele
internal import SteleFoundation
internal import SteleInspection
internal import SteleModel
internal import SteleVerifier

extension ArchiveBytes {
  /// Returns the first finding of a complete check that requires the canonical form; nil for an archive that has it.
  func canonicalFinding(progress: (Int) -> Void = { _ in }) -> Verification.Finding? {
    var verifier = Verifier()
    verifier.level = .canonical
    verifier.maximumFindingCount = 1
    return verifier.verify(self, progress: progress).findings.first
  }

  /// Returns the content digest of the archive.
  ///
  /// An archive in canonical form is hashed as it is. Any other archive is hashed piece by piece, while its canonical form is
  /// made.
  ///
  /// Spec §9.9.
  ///
  /// - Throws: `ArchiveError` if the archive is not valid, `ArchiveWritingError` if it has no canonical form.
  func contentDigest(
    isCanonical: Bool, includesMetadata: Bool, limits: ArchiveLimits
  ) throws -> ContentDigest {
    var hash = SHA256Stream()
    if isCanonical, try includesMetadata || !hasMetadata() {
      for range in pieces() { hash.update(try bytes(in: range)) }
    } else {
      try Canonicalizer(self, includesMetadata: includesMetadata, limits: limits)
        .forEachPiece { hash.update($0) }
    }
    return ContentDigest(hash)
  }

  private func hasMetadata() throws(ArchiveError) -> Bool {
    try ArchiveTail(self).index.entries.contains { $0.type == .metadata }
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
