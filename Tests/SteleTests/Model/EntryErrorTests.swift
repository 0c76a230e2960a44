import Stele
import SteleModel
import TestSupport
import Testing

/// Class entries that no archive may have.
@Suite struct EntryErrorTests {
  @Test(arguments: [
    (ArchiveClassEntry.class(""), ArchiveWritingError(.breaks(.emptyName))),
    (.class("C", version: 0), ArchiveWritingError(.breaks(.classVersion), keyPath: "C")),
    (.class("C", superclass: 1), ArchiveWritingError(.breaks(.superclassLoop), keyPath: "C")),
    (.class("C", superclass: 2), ArchiveWritingError(.breaks(.superclass), keyPath: "C")),
    (.class("C", superclass: .min), ArchiveWritingError(.breaks(.superclass), keyPath: "C")),
    (.class("C", superclass: 0), ArchiveWritingError(.breaks(.superclass), keyPath: "C")),
    (
      .class("C", keys: [ArchiveKey("k", .bool), ArchiveKey("k", .int8)]),
      ArchiveWritingError(.breaks(.duplicateKeyName), keyPath: "C.k")
    ),
    (
      .class("C", keys: [ArchiveKey("k", .bool, since: 0)]),
      ArchiveWritingError(.breaks(.since), keyPath: "C.k")
    ),
    (
      .class("C", keys: [ArchiveKey("k", .bool, since: 2)]),
      ArchiveWritingError(.breaks(.since), keyPath: "C.k")
    ),
    (
      .enum("E", cases: [ArchiveCase("x"), ArchiveCase("x")]),
      ArchiveWritingError(.breaks(.duplicateCaseName), keyPath: "E.x")
    ),
    (
      .enum("E", cases: [ArchiveCase("x", since: 2)]),
      ArchiveWritingError(.breaks(.since), keyPath: "E.x")
    ),
    (
      .enum(
        "E", cases: [ArchiveCase("x", keys: [ArchiveKey("k", .bool), ArchiveKey("k", .bool)])]),
      ArchiveWritingError(.breaks(.duplicateKeyName), keyPath: "E.x.k")
    ),
    (
      .class("C", keys: [ArchiveKey("k", .reference(to: ""))]),
      ArchiveWritingError(.breaks(.emptyName))
    ),
  ])
  func `an entry that breaks a rule is refused`(
    entry: ArchiveClassEntry, error: ArchiveWritingError
  ) throws {
    var graph = ArchiveGraph()
    graph.classes.define(entry)
    #expect(throws: error) { try graph.encoded() }
  }

  @Test func `keys stand in cases of enums, and cases in enums`() throws {
    var structure = ArchiveClassEntry.struct("S")
    structure.cases = [ArchiveCase("x")]
    var enumeration = ArchiveClassEntry.enum("E", cases: [])
    enumeration.keys = [ArchiveKey("k", .bool)]
    for entry in [structure, enumeration] {
      var graph = ArchiveGraph()
      graph.classes.define(entry)
      #expect(throws: ArchiveWritingError(.misplacedKeys, keyPath: entry.name)) {
        try graph.encoded()
      }
    }
  }

  @Test func `structs have no superclass, and superclasses are classes`() throws {
    var structure = ArchiveClassEntry.struct("S")
    structure.superclass = 1
    let graphs = [
      [ArchiveClassEntry.class("C"), structure], [.struct("S"), .class("C", superclass: 1)],
    ]
    for (entries, name) in zip(graphs, ["S", "C"]) {
      var graph = ArchiveGraph()
      graph.classes = ArchiveClassTable(entries)
      #expect(throws: ArchiveWritingError(.breaks(.superclass), keyPath: name)) {
        try graph.encoded()
      }
    }
  }

  @Test func `a chain has at most 256 entries`() throws {
    var graph = ArchiveGraph()
    for number in 1...256 {
      graph.classes.define(.class("C\(number)", superclass: number == 1 ? nil : number - 1))
    }
    _ = try verified(graph.encoded())
    graph.classes.define(.class("last", superclass: 256))
    let error = ArchiveWritingError(.breaks(.superclassChain), keyPath: "last")
    #expect(throws: error) { try graph.encoded() }
    var writer = try ArchiveWriter(sink: ArraySink())
    #expect(throws: error) {
      for entry in graph.classes.entries { _ = try writer.define(entry) }
    }
  }

  @Test func `a retired key may come back with another type`() throws {
    var graph = ArchiveGraph()
    graph.classes = ArchiveClassTable([
      .class("C", version: 2, keys: [ArchiveKey("k", .bool, presence: .retired)]),
      .class("C", version: 2, keys: [ArchiveKey("k", .int8)]),
    ])
    _ = try verified(graph.encoded())
  }
}
