internal import Stele
internal import SteleInspection
internal import SteleVerifier

/// The statistics of a file: the numbers of its archive, whether the archive has the canonical form, and its content digest.
struct FileStatistics {
  let archive: ArchiveStatistics
  /// The reason why the archive does not have the canonical form; nil if it has that form.
  let canonicalFinding: Verification.Finding?
  /// The content digest; nil if there is none, or if making the canonical form for it would need too much memory.
  private(set) var digest: ContentDigest?
  /// The reason why there is no canonical form to make the digest of.
  private(set) var digestDenial: String?

  /// The size of the largest archive for which the canonical form is made only for the digest.
  private static let digestByteLimit = 16 << 20

  init(_ bytes: ArchiveBytes, title: String, _ console: Console) throws {
    archive = try ArchiveStatistics(bytes, limits: console.limits) { (count, total) in
      console.progress("reading \(title), object \(count.grouped) of \(total.grouped)")
    }
    console.progress("verifying \(title)")
    canonicalFinding = bytes.canonicalFinding()
    let isCanonical = canonicalFinding == nil
    guard isCanonical || bytes.byteCount <= Self.digestByteLimit else { return }
    do {
      digest = try bytes.contentDigest(
        isCanonical: isCanonical, includesMetadata: false, limits: console.limits)
    } catch let error as ArchiveWritingError {
      digestDenial = error.clause
    }
  }
}
