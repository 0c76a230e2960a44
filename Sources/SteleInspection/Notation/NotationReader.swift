import Stele

/// A strict reader of the text notation.
///
/// The reader refuses unknown and missing members, and values that are not of their type, because no text of an archive
/// has them. Rules that only bytes can break, or that concern the graph as a whole, are validated when the graph is
/// written.
///
/// Spec annex C.
struct NotationReader {
  let document: JSONDocument
  let limits = ArchiveLimits()
  var classes = ArchiveClassTable()
  /// The keys of entries and cases, by the number of the entry.
  var bodies: [Int: NotationBodies] = [:]
  /// The numbers of the entries of chains, by the number of the entry.
  var chains: [Int: [Int]] = [:]
  /// The number of values, present or absent, that the length of the text still allows.
  private var valueBudget: Int

  private init(_ bytes: [UInt8]) throws(NotationError) {
    document = try JSONParser.parse(bytes)
    // An absent key takes memory, but no bytes of the text. 16 values for each byte take more than the memory that
    // archives may use (rule L4).
    valueBudget = (1 << 20) + 16 * document.bytes.count
  }

  static func read(_ bytes: [UInt8]) throws(NotationError) -> ArchiveGraph {
    var reader = try NotationReader(bytes)
    return try reader.readGraph()
  }

  /// Reads a value of a type from a document of its own.
  static func readValue(
    of type: ArchiveTypeDescriptor, _ bytes: [UInt8], _ classes: ArchiveClassTable
  ) throws(NotationError) -> ArchiveValue {
    var reader = try NotationReader(bytes)
    reader.classes = classes
    return try reader.value(of: type, at: 0)
  }

  private mutating func readGraph() throws(NotationError) -> ArchiveGraph {
    let members = try members(
      of: 0, ["stele", "type", "writer", "classes", "objects", "roots"], optional: ["metadata"])
    var graph = ArchiveGraph()
    let version = try string(members[0])
    guard version == Head.versionText else {
      throw document.error(.formatVersion(version), at: members[0])
    }
    graph.documentType = try string(members[1])
    graph.writer = try string(members[2])
    try expect(.array, members[3])
    for child in document.children(of: members[3]) { classes.define(try entry(child)) }
    graph.classes = classes
    try expect(.array, members[4])
    for child in document.children(of: members[4]) { graph.add(try object(child)) }
    graph.roots = try namedValues(members[5])
    if members.count > 6 { graph.metadata = try namedValues(members[6]) }
    return graph
  }

  private mutating func object(_ node: Int) throws(NotationError) -> ArchiveObject {
    let members = try members(of: node, ["class", "values"])
    let number = try entryNumber(members[0], .class)
    let chain = try chain(of: number, from: members[0])
    try expect(.array, members[1])
    let parts = Array(document.children(of: members[1]))
    guard parts.count == chain.count else {
      throw document.error(.elementCount(expected: chain.count), at: members[1])
    }
    var values: [ArchiveValue?] = []
    for (number, part) in zip(chain, parts) {
      values += try self.values(of: body(of: number), at: part)
    }
    return ArchiveObject(entry: number, values: values)
  }

  private mutating func namedValues(_ node: Int) throws(NotationError) -> [ArchiveNamedValue] {
    try expect(.array, node)
    var items: [ArchiveNamedValue] = []
    for child in document.children(of: node) {
      let members = try members(of: child, ["name", "type", "value"])
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
