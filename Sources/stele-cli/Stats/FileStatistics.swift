internal import Stele
internal import SteleInspection
internal import SteleVerifier

/// The statistics of a file: the numbers of its archive, whether the archive has the canonical form, and its content digest.
struct FileStatistics {
  let archive: ArchiveStatistics
  /// The reason why the archive does not have the canonical form; nil if it has that form.
  let canonicalFinding: Verification.Finding?
  let digest: Digest

  /// The content digest, or the reason why it is not shown.
  enum Digest {
    case known(ContentDigest)
    /// Making the canonical form would need too much memory.
    case large
    /// The archive has no canonical form.
    case none(reason: String)
  }

  /// The size of the largest archive for which the canonical form is made only for the digest.
  private static let digestByteLimit = 16 << 20

  init(_ bytes: ArchiveBytes, title: String, _ console: Console) throws {
    archive = try ArchiveStatistics(bytes, limits: console.limits) { (count, total) in
      console.progress("reading \(title), object \(count.grouped) of \(total.grouped)")
    }
    console.progress("verifying \(title)")
    let finding = bytes.canonicalFinding()
    canonicalFinding = finding
    guard finding == nil || bytes.byteCount <= Self.digestByteLimit else {
      digest = .large
      return
    }
    do {
      let known = try bytes.contentDigest(
        isCanonical: finding == nil, includesMetadata: false, limits: console.limits)
      digest = .known(known)
    } catch let error as ArchiveWritingError {
      digest = .none(reason: error.clause)
    }
  }
}
