package import Stele

/// A graph whose objects stay in the archives that they come from: they are read one at a time, when the graph is written.
///
/// It is the way of a tool that changes a part of a large archive. It holds everything but the objects, and some bytes for each of
/// these, where ``ArchiveGraph`` takes many times the archive.
package struct StreamedGraph {
  /// Everything but the objects.
  package var content: ArchiveGraph
  /// The archive that the graph was made of; of a merged graph, the first one.
  package let archive: ArchiveReader
  private var sources: [ObjectSource]

  /// Validates all of an archive, and reads everything but the objects.
  ///
  /// - Parameters:
  ///   - bytes: The archive, which must not change as long as the graph exists.
  ///   - limits: The reader's limits; each object may take the memory that they allow.
  ///   - refusal: Returns the error to be thrown in place of one of reading an object.
  /// - Throws: The first refusal in the order that the specification gives (§8.1).
  package init(
    _ bytes: ArchiveBytes, limits: ArchiveLimits,
    refusal: @escaping (ArchiveError) -> any Error = { $0 }
  ) throws(ArchiveError) {
    let check = try ArchiveCheck(bytes, limits: limits)
    try check.validateValues()
    content = try ArchiveGraph(withoutValuesOf: check)
    archive = ArchiveReader(check)
    content.roots = try archive.roots()
    content.metadata = try archive.metadata()
    sources = [ObjectSource(check, refusal)]
    objectCount = archive.objectCount
  }

  /// The number of objects.
  package private(set) var objectCount: Int

  /// The numbers that the objects of a part of an archive have there.
  package var numbers: [Int] {
    sources[0].entries.indices.filter { sources[0].entries[$0] > 0 }.map { $0 + 1 }
  }

  /// Replaces an object of a graph that is one whole archive.
  package mutating func replace(_ number: Int, by new: ArchiveObject) {
    sources[0].translate = { $0 == number ? new : $1 }
  }
}

/// The objects of a valid archive, with their translation into objects of a graph.
private struct ObjectSource {
  let check: ArchiveCheck
  /// The entry of each object in the graph, object 1 first, and 0 for one that is left out.
  var entries: [UInt32]
  /// Returns the object of the graph for an object of the archive.
  var translate: (_ number: Int, _ object: ArchiveObject) -> ArchiveObject = { $1 }

  private let refusal: (ArchiveError) -> any Error

  init(_ check: ArchiveCheck, _ refusal: @escaping (ArchiveError) -> any Error) {
    self.check = check
    self.refusal = refusal
    entries = check.tables.context.objectEntries ?? []
  }

  /// Passes the objects for which the graph has one to a closure, as they are in the graph.
  func forEachObject(
    where isWanted: (_ entry: Int) -> Bool, _ body: (ArchiveObject) throws -> Void
  ) throws {
    guard entries.contains(where: { $0 > 0 && isWanted(Int($0)) }) else { return }
    let context = check.tables.context
    var reader = ValueReader(context, budget: context.budget)
    do {
      try check.forEachRecord { (number, frame) in
        let entry = Int(entries[number - 1])
        guard entry > 0, isWanted(entry) else { return }
        // One object is held at a time, so each may take all the memory.
        reader.budget = context.budget
        let object = try reader.read(frame, number: number)
        try body(translate(number, object))
      }
    } catch let error as ArchiveError {
      throw refusal(error)
    }
  }
}

// The operations of a graph in memory

extension StreamedGraph {
  /// Returns the part of a graph, which is one whole archive, that strong references reach from a value.
  ///
  /// It is the part that ``ArchiveGraph/extracting(_:)`` returns.
  ///
  /// - Parameter root: The root of the new graph: a value of the archive, with its type and a name.
  /// - Returns: The part.
  /// - Throws: `ArchiveError` if the archive has changed.
  package func extracting(_ root: ArchiveNamedValue) throws -> StreamedGraph {
    var part = self
    let reached = try ReachableContent(sources[0].check, from: root)
    let extraction = Extraction(content.classes, reached.entries, reached.isReached)
    part.content = extraction.part(of: content, root)
    part.objectCount = reached.isReached.count { $0 }
    part.sources[0].entries = zip(sources[0].entries, reached.isReached).map { entry, isReached in
      isReached ? UInt32(truncatingIfNeeded: extraction.entry(Int(entry))) : 0
    }
    part.sources[0].translate = { extraction.translate($1) }
    return part
  }

  /// Adds another graph, as ``ArchiveGraph/merge(_:)`` does.
  ///
  /// - Throws: ``ArchiveMergeConflict``. This graph has not changed then.
  package mutating func merge(_ other: StreamedGraph) throws(ArchiveMergeConflict) {
    let merging = try content.mergeContent(of: other.content, objectCount: objectCount)
    objectCount += other.objectCount
    for var source in other.sources {
      for index in source.entries.indices where source.entries[index] > 0 {
        source.entries[index] = UInt32(
          truncatingIfNeeded: merging.entry(Int(source.entries[index])))
      }
      let translate = source.translate
      source.translate = { merging.translate(translate($0, $1)) }
      sources.append(source)
    }
  }

  /// Writes the graph as an archive, with the bytes of `ArchiveGraph.encoded()`.
  ///
  /// Objects whose values may have names of types in them are read twice, as all names precede the objects.
  ///
  /// - Parameter sink: The destination of the bytes, which are an archive only after the call.
  /// - Throws: `ArchiveWritingError` with the first reason why the graph cannot be a valid archive, the error of the sink, or
  ///   the refusal of an object that takes too much memory, or that has changed.
  package func write(to sink: inout some ByteSink) throws {
    var names = UsedNames(content.classes)
    for source in sources {
      try source.forEachObject(where: names.mayBeInValues) { names.use($0) }
    }
    for item in content.roots + (content.metadata ?? []) { names.use(item) }
    var writer = try ArchiveAssembler(
      content, names: names, entries: sources.flatMap { $0.entries.filter { $0 > 0 } })
    for source in sources {
      try source.forEachObject(where: { _ in true }) { object in
        try writer.append(object)
        try writer.drain(to: &sink)
      }
    }
    try writer.finish(content, to: &sink)
  }
}
