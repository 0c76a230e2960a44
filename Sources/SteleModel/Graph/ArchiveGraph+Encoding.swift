public import Stele

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
    var writer = try ArchiveAssembler(of: self)
    for object in objects { try writer.append(object) }
    try writer.finish(self)
    return writer.chunks.output.bytes
  }

  /// Writes the graph as an archive, with the same bytes as ``encoded()``.
  ///
  /// - Throws: `ArchiveWritingError` with the first reason why the graph cannot be a valid archive, or the error of
  ///   the sink. The bytes in the sink are not an archive then.
  public func write(to sink: inout some ByteSink) throws {
    var writer = try ArchiveAssembler(of: self)
    for object in objects {
      try writer.append(object)
      try writer.drain(to: &sink)
    }
    try writer.finish(self, to: &sink)
  }
}

// An archive with the bytes of `ArchiveGraph.encoded()`, from objects that are passed one at a time.
//
// It takes four bytes for each object, and the memory for one block and for the output that has not been taken.
extension ArchiveAssembler {
  /// Begins an archive, whose objects are all announced.
  ///
  /// - Parameters:
  ///   - graph: The head and the class table.
  ///   - names: All names that the entries and values use.
  ///   - entries: The entry of each object.
  /// - Throws: The first reason why there cannot be a valid archive.
  package init(
    _ graph: ArchiveGraph, names: UsedNames, entries: [UInt32]
  ) throws(ArchiveWritingError) {
    self.init(ArchiveWriterOptions(documentType: graph.documentType, writer: graph.writer))
    try graph.classes.checkSuperclasses()
    for name in try names.sorted() { _ = values.tables.number(ofName: name) }
    try values.tables.define(contentsOf: graph.classes)
    try announce(entries)
  }

  fileprivate init(of graph: ArchiveGraph) throws(ArchiveWritingError) {
    try self.init(
      graph, names: graph.usedNames, entries: graph.objects.map { UInt32(clamping: $0.entry) })
  }

  /// Writes the roots of a graph and the rest of the archive to a sink.
  ///
  /// - Throws: The reason why there cannot be a valid archive, or the error of the sink.
  package mutating func finish(_ graph: ArchiveGraph, to sink: inout some ByteSink) throws {
    try finish(graph)
    try drain(to: &sink, atLeast: 1)
  }

  fileprivate mutating func finish(_ graph: ArchiveGraph) throws(ArchiveWritingError) {
    for root in graph.roots { try addRoot(root) }
    try finish(metadata: graph.metadata, unknownChunks: graph.unknownChunks)
  }

  /// Writes the finished chunks to a sink, and removes them, if they are many enough.
  ///
  /// - Parameters:
  ///   - sink: The sink.
  ///   - byteCount: The number of bytes from which on they are written.
  /// - Throws: The error of the sink.
  package mutating func drain(
    to sink: inout some ByteSink, atLeast byteCount: Int = 65_536
  ) throws {
    guard chunks.output.count >= byteCount else { return }
    let bytes = chunks.output.bytes[...]
    try sink.write(bytes.span)
    chunks.removeOutput()
  }
}
