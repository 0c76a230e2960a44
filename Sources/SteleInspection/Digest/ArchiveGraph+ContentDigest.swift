public import Stele
public import SteleModel

extension ArchiveGraph {
  /// Returns the content digest: the SHA-256 of the bytes of the canonical form.
  ///
  /// Graphs with the same content have the same digest. The digest ignores content that the canonical form omits: objects that
  /// are not reachable from the roots by strong references, the writer, and unknown chunks. Metadata is included only on
  /// request; two digests are comparable only if both include metadata or neither does.
  ///
  /// Spec §9.9.
  ///
  /// - Parameters:
  ///   - includesMetadata: Whether the digest includes the metadata.
  ///   - limits: The memory that the canonical graph may take.
  /// - Returns: The digest.
  /// - Throws: The reason why this graph is not a valid archive or has no canonical form, such as a reference in a set
  ///   element (rule K11).
  /// - Complexity: O(*n* log *n*), where *n* is the size of the graph and of the canonical graph. Memory holds the bytes of the
  ///   graph, and the bytes of its canonical form until objects are numbered.
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
