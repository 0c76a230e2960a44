extension ArchiveGraph {
  /// The bytes of an archive with the content of the graph.
  ///
  /// The same graph gives the same bytes in every run. They are laid out as the specification says for
  /// text: names in ascending order in one `CLAS` chunk, entries, objects, roots and metadata in
  /// theirs, blocks of 64 KiB. Spec annex C.6.
  ///
  /// - Throws: The first cause that keeps the graph from being a valid archive.
  public func encoded() throws(ArchiveWritingError) -> [UInt8] {
    var assembler = try begin()
    for object in objects { _ = try assembler.append(object, isAnnounced: true) }
    try end(&assembler)
    return assembler.chunks.output.bytes
  }

  /// Writes an archive with the content of the graph, the same bytes as ``encoded()`` gives.
  ///
  /// - Throws: ``ArchiveWritingError`` for the first cause that keeps the graph from being a valid archive,
  ///   or the error of the sink. What has been written by then is not an archive.
  public func write(to sink: inout some ByteSink) throws {
    var assembler = try begin()
    for object in objects {
      _ = try assembler.append(object, isAnnounced: true)
      if assembler.chunks.output.count >= 65_536 {
        try sink.write(assembler.chunks.output.bytes)
        assembler.chunks.removeOutput()
      }
    }
    try end(&assembler)
    try sink.write(assembler.chunks.output.bytes)
  }

  /// Passes the bytes that ``encoded()`` gives to a closure, piece by piece.
  ///
  /// - Parameter body: Takes each piece. What it has been given when an error is thrown is not an archive.
  /// - Throws: The first cause that keeps the graph from being a valid archive.
  package func forEachEncodedPiece(_ body: ([UInt8]) -> Void) throws(ArchiveWritingError) {
    var assembler = try begin()
    for object in objects {
      _ = try assembler.append(object, isAnnounced: true)
      if assembler.chunks.output.count >= 65_536 {
        body(assembler.chunks.output.bytes)
        assembler.chunks.removeOutput()
      }
    }
    try end(&assembler)
    body(assembler.chunks.output.bytes)
  }

  /// Validates whether a valid archive can be made of the graph.
  ///
  /// - Throws: The first cause that keeps the graph from being a valid archive.
  package func validate() throws(ArchiveWritingError) { _ = try validatedByteCount() }

  /// The number of bytes of an archive with the content of the graph, of which a valid one can be made.
  ///
  /// - Throws: The first cause that keeps the graph from being a valid archive.
  func validatedByteCount() throws(ArchiveWritingError) -> Int {
    var assembler = try begin()
    for object in objects {
      _ = try assembler.append(object, isAnnounced: true)
      assembler.chunks.removeOutput()
    }
    try end(&assembler)
    return assembler.chunks.byteCount
  }

  private func begin() throws(ArchiveWritingError) -> ArchiveAssembler {
    var assembler = try ArchiveAssembler(
      ArchiveWriterOptions(documentType: documentType, writer: writer))
    try classes.checkSuperclasses()
    for name in try usedNames() { _ = assembler.values.tables.types.number(ofName: name) }
    try assembler.values.tables.define(contentsOf: classes)
    try assembler.announce(objects)
    return assembler
  }

  private func end(_ assembler: inout ArchiveAssembler) throws(ArchiveWritingError) {
    for root in roots { try assembler.addRoot(root) }
    try assembler.finish(metadata: metadata, unknownChunks: unknownChunks)
  }
}
