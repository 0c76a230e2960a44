extension ArchiveGraph {
  /// Encodes the graph as an archive.
  ///
  /// The same graph has the same bytes in every run, in the layout that the specification prescribes for text: names in
  /// ascending order in one `CLAS` chunk; entries, objects, roots and metadata in their own order; blocks of 64 KiB. Spec
  /// annex C.6.
  ///
  /// - Throws: The first reason why the graph cannot be a valid archive.
  /// - Complexity: O(*n* log *n*), where *n* is the size of the graph.
  public func encoded() throws(ArchiveWritingError) -> [UInt8] {
    var assembler = try begin()
    for object in objects { _ = try assembler.append(object, isAnnounced: true) }
    try end(&assembler)
    return assembler.chunks.output.bytes
  }

  /// Writes the graph as an archive, with the same bytes as ``encoded()``.
  ///
  /// - Throws: ``ArchiveWritingError`` with the first reason why the graph cannot be a valid archive, or the error of
  ///   the sink. The bytes in the sink are not an archive then.
  public func write(to sink: inout some ByteSink) throws {
    var assembler = try begin()
    for object in objects {
      _ = try assembler.append(object, isAnnounced: true)
      if assembler.chunks.output.count >= 65_536 {
        let bytes = assembler.chunks.output.bytes
        try sink.write(bytes.span)
        assembler.chunks.removeOutput()
      }
    }
    try end(&assembler)
    let bytes = assembler.chunks.output.bytes
    try sink.write(bytes.span)
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
