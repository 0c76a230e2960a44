import Stele
import TestSupport
import Testing

/// Class entries that no archive may have.
@Suite struct EntryErrorTests {
  @Test(arguments: [
    (ClassEntry.class(""), GraphError(.breaks(.emptyName))),
    (.class("C", version: 0), GraphError(.breaks(.classVersion), keyPath: "C")),
    (.class("C", superclass: 1), GraphError(.breaks(.superclassLoop), keyPath: "C")),
    (.class("C", superclass: 2), GraphError(.breaks(.superclass), keyPath: "C")),
    (.class("C", superclass: .min), GraphError(.breaks(.superclass), keyPath: "C")),
    (.class("C", superclass: 0), GraphError(.breaks(.superclass), keyPath: "C")),
    (
      .class("C", keys: [Key("k", .bool), Key("k", .int8)]),
      GraphError(.breaks(.duplicateKeyName), keyPath: "C.k")
    ),
    (.class("C", keys: [Key("k", .bool, since: 0)]), GraphError(.breaks(.since), keyPath: "C.k")),
    (.class("C", keys: [Key("k", .bool, since: 2)]), GraphError(.breaks(.since), keyPath: "C.k")),
    (
      .enumeration("E", cases: [Case("x"), Case("x")]),
      GraphError(.breaks(.duplicateCaseName), keyPath: "E.x")
    ),
    (.enumeration("E", cases: [Case("x", since: 2)]), GraphError(.breaks(.since), keyPath: "E.x")),
    (
      .enumeration("E", cases: [Case("x", keys: [Key("k", .bool), Key("k", .bool)])]),
      GraphError(.breaks(.duplicateKeyName), keyPath: "E.x.k")
    ),
    (.class("C", keys: [Key("k", .reference(to: ""))]), GraphError(.breaks(.emptyName))),
  ])
  func `an entry that breaks a rule is refused`(entry: ClassEntry, error: GraphError) throws {
    var graph = Graph()
    graph.classes.define(entry)
    #expect(throws: error) { try graph.encoded() }
  }

  @Test func `keys stand in cases of enums, and cases in enums`() throws {
    var structure = ClassEntry.structure("S")
    structure.cases = [Case("x")]
    var enumeration = ClassEntry.enumeration("E", cases: [])
    enumeration.keys = [Key("k", .bool)]
    for entry in [structure, enumeration] {
      var graph = Graph()
      graph.classes.define(entry)
      #expect(throws: GraphError(.misplacedKeys, keyPath: entry.name)) { try graph.encoded() }
    }
  }

  @Test func `structs have no superclass, and superclasses are classes`() throws {
    var structure = ClassEntry.structure("S")
    structure.superclass = 1
    let graphs = [
      [ClassEntry.class("C"), structure], [.structure("S"), .class("C", superclass: 1)],
    ]
    for (entries, name) in zip(graphs, ["S", "C"]) {
      var graph = Graph()
      graph.classes = ClassTable(entries)
      #expect(throws: GraphError(.breaks(.superclass), keyPath: name)) { try graph.encoded() }
    }
  }

  @Test func `a chain has at most 256 entries`() throws {
    var graph = Graph()
    for number in 1...256 {
      graph.classes.define(.class("C\(number)", superclass: number == 1 ? nil : number - 1))
    }
    _ = try verified(graph.encoded())
    graph.classes.define(.class("last", superclass: 256))
    let error = GraphError(.breaks(.superclassChain), keyPath: "last")
    #expect(throws: error) { try graph.encoded() }
    var writer = try ArchiveWriter(sink: ArraySink())
    #expect(throws: error) {
      for entry in graph.classes.entries { _ = try writer.define(entry) }
    }
  }

  @Test func `a retired key may come back with another type`() throws {
    var graph = Graph()
    graph.classes = ClassTable([
      .class("C", version: 2, keys: [Key("k", .bool, presence: .retired)]),
      .class("C", version: 2, keys: [Key("k", .int8)]),
    ])
    _ = try verified(graph.encoded())
  }
}
