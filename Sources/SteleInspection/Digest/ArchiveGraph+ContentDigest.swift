public import Stele

extension ArchiveGraph {
  /// The content digest: the SHA-256 of the bytes of the canonical form.
  ///
  /// Graphs of the same content have the same digest. What the canonical form does not keep does not count: objects that no
  /// strong reference reaches from the roots, the writer, unknown chunks. Nor does metadata, unless it is asked for; two
  /// digests can be compared only if both include it or neither does.
  ///
  /// Spec §9.5.
  ///
  /// - Parameters:
  ///   - includesMetadata: Whether the metadata counts.
  ///   - limits: How much memory the canonical graph may take.
  /// - Returns: The digest.
  /// - Throws: What keeps this graph from being a valid archive or from having a canonical form, such as a reference in a
  ///   set element (rule K11).
  /// - Complexity: O(*n* log *n*), where *n* is the size of the graph and of the canonical graph. The canonical form is not
  ///   held in memory as bytes.
  public func contentDigest(
    includesMetadata: Bool = false, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveWritingError) -> ContentDigest {
    var hash = SHA256Stream()
    try canonical(includesMetadata: includesMetadata, limits: limits)
      .forEachEncodedPiece { hash.update($0) }
    return ContentDigest(hash)
  }
}
