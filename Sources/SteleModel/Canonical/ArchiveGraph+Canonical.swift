public import Stele

extension ArchiveGraph {
  /// Makes the graph whose archive is the canonical form of the content of this one.
  ///
  /// It has the objects that strong references reach from the roots, numbered in the order of these
  /// references; one entry for each lineage; sorted roots, sets and maps; no writer, no
  /// unknown chunks. `graph.canonical().encoded()` returns the canonical bytes. Spec chapter 9.
  ///
  /// Joined entries can make a graph much larger: with *n* entries of one key each and *n* objects, all of one class, each
  /// object of the canonical graph has *n* keys. The canonical graph may take as much memory as the limits allow for an
  /// archive of this graph.
  ///
  /// - Parameters:
  ///   - includesMetadata: Whether the metadata is kept.
  ///   - limits: The limits on the memory of the canonical graph.
  /// - Returns: The canonical graph.
  /// - Throws: The reason why this graph cannot be a valid archive or has no canonical form, such as a reference in a set
  ///   element (rule K11), or elements that joining makes equal (rule K13); rule L4 if the canonical graph would take too
  ///   much memory.
  /// - Complexity: O(*n* log *n*), where *n* is the size of the graph and of the canonical graph.
  public func canonical(
    includesMetadata: Bool = false, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveWritingError) -> ArchiveGraph {
    var source = try encoded()
    var bytes: [UInt8] = []
    let memory = limits.memory(forByteCount: source.count)
    try Self.forEachCanonicalPiece(
      of: source, includesMetadata: includesMetadata, memory: memory
    ) { bytes += $0 }
    // The values of the canonical graph take the place of the bytes of this one.
    source = []
    do throws(ArchiveError) {
      return try ArchiveGraph(bytes, limits: .ofGraph(memory: memory))
    } catch {
      throw ArchiveWritingError(error)
    }
  }

  /// Passes the bytes of the canonical form to a closure, piece by piece.
  ///
  /// - Parameters:
  ///   - includesMetadata: Whether the metadata is kept.
  ///   - limits: The limits on the memory of the canonical graph.
  ///   - body: Receives each piece. If an error is thrown, the pieces so far are not an archive.
  /// - Throws: As ``canonical(includesMetadata:limits:)``.
  package func forEachCanonicalPiece(
    includesMetadata: Bool, limits: ArchiveLimits, _ body: ([UInt8]) -> Void
  ) throws(ArchiveWritingError) {
    let source = try encoded()
    try Self.forEachCanonicalPiece(
      of: source, includesMetadata: includesMetadata,
      memory: limits.memory(forByteCount: source.count), body)
  }

  private static func forEachCanonicalPiece(
    of source: [UInt8], includesMetadata: Bool, memory: Int, _ body: ([UInt8]) -> Void
  ) throws(ArchiveWritingError) {
    do {
      try Canonicalizer(
        .memory(source), includesMetadata: includesMetadata, limits: .ofGraph(memory: .max),
        budget: MemoryBudget(byteCount: memory)
      ).forEachPiece(body)
    } catch let error as ArchiveWritingError {
      throw error
    } catch let error as ArchiveError {
      throw ArchiveWritingError(error)
    } catch {
      // There is no other error, which only the types do not show.
      throw ArchiveWritingError(.breaks(.memory))
    }
  }
}

extension ArchiveLimits {
  /// Makes limits for an archive that a graph in memory has been written to.
  fileprivate static func ofGraph(memory: Int) -> ArchiveLimits {
    var limits = ArchiveLimits()
    limits.memoryPerByte = 0
    limits.memoryAllowance = memory
    return limits
  }
}

extension ArchiveWritingError {
  fileprivate init(_ error: ArchiveError) {
    self.init(.breaks(error.rule), object: error.object, keyPath: error.keyPath ?? "")
  }
}
