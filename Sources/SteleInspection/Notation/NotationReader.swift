import Stele
import SteleModel

/// A strict reader of the text notation.
///
/// The reader refuses unknown and missing members, and values of wrong types, because no text of an archive has them. Rules
/// that only bytes can break, or that concern the graph as a whole, are validated when the graph is written.
///
/// Spec annex C.
struct NotationReader {
  /// The text without the content of its elements, or the element that is being read.
  private(set) var document: JSONDocument
  let limits = ArchiveLimits()
  var classes = ArchiveClassTable()
  /// The keys of entries and cases, by the number of the entry.
  var bodies: [Int: NotationBodies] = [:]
  /// The number of values, present or absent, that the length of the text still allows.
  private var valueBudget: Int

  private init(_ bytes: [UInt8], collapses: Bool = false) throws(NotationError) {
    // The nodes of a text take several times its memory, so the nodes of each element exist only while it is read.
    document = try JSONParser.parse(bytes, collapses: collapses)
    // An absent key takes memory, but no bytes of the text. 16 values for each byte take more than the memory that
    // archives may use (rule L4).
    valueBudget = (1 << 20) + 16 * document.bytes.count
  }

  static func read(_ bytes: [UInt8]) throws(NotationError) -> ArchiveGraph {
    var reader = try NotationReader(bytes, collapses: true)
    let parts = try reader.parts()
    var graph = try reader.head(parts)
    try reader.forEachObject(parts) { (object, _) in graph.add(object) }
    try reader.readItems(parts, &graph)
    return graph
  }

  /// Writes the archive that a text describes, with one object in memory at a time.
  ///
  /// The objects are read twice, because their class names and entries precede them in the archive.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - sink: The destination of the archive.
  ///   - progress: Receives the offset after each object.
  /// - Throws: `NotationError` for the first error in the text, `ArchiveWritingError` with the first reason why the archive
  ///   would not be valid, or the error of the sink.
  static func write(
    _ bytes: [UInt8], to sink: inout some ByteSink, progress: (Int) -> Void
  ) throws {
    var reader = try NotationReader(bytes, collapses: true)
    let parts = try reader.parts()
    var graph = try reader.head(parts)
    var names = UsedNames(graph.classes)
    var entries: [UInt32] = []
    try reader.forEachObject(parts) { (object, offset) in
      entries.append(UInt32(clamping: object.entry))
      names.use(object)
      progress(offset)
    }
    try reader.readItems(parts, &graph)
    for item in graph.roots + (graph.metadata ?? []) { names.use(item) }
    var writer = try ArchiveAssembler(graph, names: names, entries: entries)
    var elements = try reader.elements(of: parts.objects)
    reader.valueBudget = .max
    while try reader.next(&elements) {
      try writer.append(try reader.object())
      try writer.drain(to: &sink)
    }
    try writer.finish(graph, to: &sink)
  }

  /// Reads a value of a type from a separate document.
  static func readValue(
    of type: ArchiveTypeDescriptor, _ bytes: [UInt8], _ classes: ArchiveClassTable
  ) throws(NotationError) -> ArchiveValue {
    var reader = try NotationReader(bytes)
    reader.classes = classes
    return try reader.value(of: type, at: 0)
  }

  /// The nodes of the members of the text.
  private struct Parts {
    let head: [Int]
    let classes: Int
    let objects: Int
    let roots: Int
    let metadata: Int?
  }

  private func parts() throws(NotationError) -> Parts {
    let members = try members(
      of: 0, ["stele", "type", "writer", "classes", "objects", "roots"], optional: ["metadata"])
    return Parts(
      head: Array(members[..<3]), classes: members[3], objects: members[4], roots: members[5],
      metadata: members.count > 6 ? members[6] : nil)
  }

  /// Reads everything before the objects.
  private mutating func head(_ parts: Parts) throws(NotationError) -> ArchiveGraph {
    var graph = ArchiveGraph()
    let version = try string(parts.head[0])
    guard version == Head.versionText else {
      throw document.error(.formatVersion(version), at: parts.head[0])
    }
    graph.documentType = try string(parts.head[1])
    graph.writer = try string(parts.head[2])
    var elements = try elements(of: parts.classes)
    while try next(&elements) { classes.define(try entry(0)) }
    graph.classes = classes
    return graph
  }

  /// Passes each object and the offset after it to a closure.
  private mutating func forEachObject(
    _ parts: Parts, _ body: (ArchiveObject, Int) -> Void
  ) throws(NotationError) {
    var elements = try elements(of: parts.objects)
    while try next(&elements) { body(try object(), elements.position) }
  }

  /// Reads roots and metadata.
  private mutating func readItems(
    _ parts: Parts, _ graph: inout ArchiveGraph
  ) throws(NotationError) {
    graph.roots = try namedValues(parts.roots)
    if let metadata = parts.metadata { graph.metadata = try namedValues(metadata) }
  }

  /// Reads the object that is the document.
  private mutating func object() throws(NotationError) -> ArchiveObject {
    let members = try members(of: 0, ["class", "values"])
    let number = try entryNumber(members[0], .class)
    let chain = try chain(of: number, from: members[0])
    try expect(.array, members[1])
    let parts = document.children(of: members[1])
    guard parts.count == chain.count else {
      throw document.error(.elementCount(expected: chain.count), at: members[1])
    }
    var values: [ArchiveValue?] = []
    for (number, part) in zip(chain, parts) {
      values += try self.values(ofEntry: number, at: part)
    }
    return ArchiveObject(entry: number, values: values)
  }

  private mutating func namedValues(_ node: Int) throws(NotationError) -> [ArchiveNamedValue] {
    var elements = try elements(of: node)
    var items: [ArchiveNamedValue] = []
    while try next(&elements) {
      let members = try members(of: 0, ["name", "type", "value"])
      let type = try type(members[1])
      items.append(
        ArchiveNamedValue(try string(members[0]), type, try value(of: type, at: members[2])))
    }
    return items
  }

  /// Deducts values from the budget.
  mutating func pay(forValues count: Int, at node: Int) throws(NotationError) {
    guard count <= valueBudget else { throw document.error(.memory, at: node) }
    valueBudget -= count
  }
}

extension NotationReader {
  /// The elements of an array of the text, which are read one at a time.
  private struct Elements {
    let document: JSONDocument
    let path: String
    /// The offset after the last element.
    var position: Int
    var index = -1
  }

  private func elements(of array: Int) throws(NotationError) -> Elements {
    try expect(.array, array)
    let start = document.nodes[array].start
    return Elements(document: document, path: document.path(to: start), position: start + 1)
  }

  /// Makes the next element the document, or the whole text after the last element.
  ///
  /// - Returns: Whether there is a next element.
  private mutating func next(_ elements: inout Elements) throws(NotationError) -> Bool {
    let element = try JSONParser.parse(
      elements.document.bytes, elementAt: elements.position)
    guard let element else {
      document = elements.document
      return false
    }
    elements.position = element.nodes[0].end
    elements.index += 1
    document = element
    document.outer = (elements.path, elements.index)
    return true
  }
}
