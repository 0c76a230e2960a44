public import Stele
public import SteleModel

extension ArchiveGraph {
  /// Returns the content digest: the SHA-256 of the bytes of the canonical form.
  ///
  /// Graphs of the same content have the same digest. The digest ignores what the canonical form omits: objects that no
  /// strong reference reaches from the roots, the writer, and unknown chunks. Metadata counts only on request; two
  /// digests are comparable only if both include metadata or neither does.
  ///
  /// Spec §9.9.
  ///
  /// - Parameters:
  ///   - includesMetadata: Whether the metadata counts.
  ///   - limits: The memory that the canonical graph may take.
  /// - Returns: The digest.
  /// - Throws: The reason why this graph is not a valid archive or has no canonical form, such as a reference in a set
  ///   element (rule K11).
  /// - Complexity: O(*n* log *n*), where *n* is the size of the graph and of the canonical graph. The bytes of the graph
  ///   are held in memory, and those of its canonical form before objects are numbered.
  public func contentDigest(
    includesMetadata: Bool = false, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveWritingError) -> ContentDigest {
    var hash = SHA256Stream()
    try forEachCanonicalPiece(includesMetadata: includesMetadata, limits: limits) {
      hash.update($0)
    }
    return ContentDigest(hash)
  }
}
