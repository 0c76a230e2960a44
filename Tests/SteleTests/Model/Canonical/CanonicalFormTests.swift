import Stele
import SteleModel
import TestSupport
import Testing

@Suite struct CanonicalFormTests {
  /// Graphs that have a canonical form: joined values may become equal, which K13 forbids.
  private func graphs(count: Int) -> [(seed: UInt64, graph: ArchiveGraph, canonical: ArchiveGraph)]
  {
    Seeds.forTest(count: count).compactMap { seed in
      let graph = RandomGraph.make(seed: seed)
      do throws(ArchiveWritingError) {
        return (seed, graph, try graph.canonical(includesMetadata: true))
      } catch {
        #expect(error.reason == .breaks(.canonicalJoin), "seed \(seed): \(error)")
        return nil
      }
    }
  }

  @Test func `the canonical form of the canonical form is itself`() throws {
    let all = graphs(count: 400)
    #expect(all.count > 300)
    for (seed, _, canonical) in all {
      let bytes = try verified(canonical.encoded(), isCanonical: true)
      let again = try canonical.canonical(includesMetadata: true)
      #expect(again == canonical, "seed \(seed)")
      let reread = try ArchiveGraph(bytes).canonical(includesMetadata: true).encoded()
      #expect(reread == bytes, "seed \(seed)")
    }
  }

  @Test func `the order of objects, roots, sets and maps does not change the canonical form`()
    throws
  {
    var changedCount = 0
    for (seed, graph, canonical) in graphs(count: 300) {
      var shuffling = Shuffling(seed: seed)
      let other = shuffling.shuffled(graph)
      // Elements of a set may differ only in their inner order.
      guard (try? other.encoded()) != nil else { continue }
      if other != graph { changedCount += 1 }
      let bytes = try other.canonical(includesMetadata: true).encoded()
      #expect(try bytes == canonical.encoded(), "seed \(seed)")
    }
    #expect(changedCount > 100)
  }

  @Test func `how objects are spread over entries does not change the canonical form`() throws {
    var changedCount = 0
    for (seed, graph, _) in graphs(count: 300) {
      var splitting = Splitting(seed: seed)
      var graph = graph
      graph.roots.append(
        ArchiveNamedValue(
          "all", .list(.reference(to: nil)),
          .list(graph.objects.indices.map { .reference($0 + 1) })))
      guard let reached = try? graph.canonical() else { continue }
      let canonical = try splitting.extended(reached).canonical()
      let split = splitting.split(canonical)
      if split.objects != canonical.objects { changedCount += 1 }
      _ = try verified(split.encoded())
      let bytes = try split.canonical().encoded()
      #expect(try bytes == canonical.encoded(), "seed \(seed)")
    }
    #expect(changedCount > 30)
  }

  @Test func `metadata, document type, writer and unknown chunks are left out`() throws {
    var graph = ArchiveGraph()
    graph.writer = "someone"
    graph.documentType = "com.example.zoo"
    graph.metadata = [ArchiveNamedValue("title", .string, .string("x"))]
    graph.unknownChunks = [
      ArchiveUnknownChunk(type: try #require(ArchiveChunkType("xPRa")), payload: [1])
    ]
    #expect(try graph.canonical() == ArchiveGraph())
    var kept = ArchiveGraph()
    kept.metadata = graph.metadata
    #expect(try graph.canonical(includesMetadata: true) == kept)
    graph.metadata = []
    #expect(try graph.canonical(includesMetadata: true) == ArchiveGraph())
  }

  @Test func `unreachable objects go, and weak references to them become nil`() throws {
    var graph = ArchiveGraph()
    let node = graph.classes.define(
      .class(
        "Node",
        keys: [
          ArchiveKey("next", .optional(.reference(to: "Node"))),
          ArchiveKey("back", .weakReference(to: nil)),
        ]))
    graph.classes.define(.class("Unused"))
    graph.add(ArchiveObject(entry: node, values: [.nil, .nil]))
    graph.add(ArchiveObject(entry: node, values: [.nil, .reference(3)]))
    graph.add(ArchiveObject(entry: node, values: [.reference(2), .reference(1)]))
    graph.roots = [ArchiveNamedValue("r", .reference(to: "Node"), .reference(3))]
    let canonical = try graph.canonical()
    #expect(
      canonical.objects == [
        ArchiveObject(entry: 1, values: [.nil, .reference(2)]),
        ArchiveObject(entry: 1, values: [.reference(1), .nil]),
      ])
    #expect(canonical.classes.entries.map(\.name) == ["Node"])
    #expect(canonical.roots == [ArchiveNamedValue("r", .reference(to: "Node"), .reference(1))])
  }

  @Test func `objects are numbered as the sorted maps name them`() throws {
    var graph = ArchiveGraph()
    let node = graph.classes.define(.class("Node", keys: [ArchiveKey("id", .int8)]))
    for id in 1...3 { graph.add(ArchiveObject(entry: node, values: [.integer(Int128(id))])) }
    graph.roots = [
      ArchiveNamedValue(
        "r", .map(key: .string, value: .reference(to: nil)),
        .map([
          ArchiveMapPair(key: .string("c"), value: .reference(1)),
          ArchiveMapPair(key: .string("a"), value: .reference(2)),
          ArchiveMapPair(key: .string("b"), value: .reference(3)),
        ]))
    ]
    let canonical = try graph.canonical()
    #expect(canonical.objects.map(\.values) == [[.integer(2)], [.integer(3)], [.integer(1)]])
    #expect(
      canonical.roots[0].value
        == .map([
          ArchiveMapPair(key: .string("a"), value: .reference(1)),
          ArchiveMapPair(key: .string("b"), value: .reference(2)),
          ArchiveMapPair(key: .string("c"), value: .reference(3)),
        ]))
  }

  @Test(arguments: [
    (
      ArchiveTypeDescriptor.set(.optional(.reference(to: nil))),
      ArchiveValue.set([.nil, .reference(1)])
    ),
    (.set(.any), .set([.any(.optional(.reference(to: "C")), .reference(1))])),
    (
      .map(key: .reference(to: nil), value: .bool),
      .map([ArchiveMapPair(key: .reference(1), value: .bool(true))])
    ),
    (
      .set(.map(key: .bool, value: .list(.reference(to: nil)))),
      .set([.map([ArchiveMapPair(key: .bool(true), value: .list([.reference(1)]))])])
    ),
  ])
  func `a reference in a set element or map key has no canonical form`(
    type: ArchiveTypeDescriptor, value: ArchiveValue
  ) throws {
    var graph = ArchiveGraph()
    let entry = graph.classes.define(.class("C", keys: [ArchiveKey("k", type)]))
    graph.add(ArchiveObject(entry: entry, values: [value]))
    graph.roots = [ArchiveNamedValue("r", .reference(to: "C"), .reference(1))]
    #expect(throws: ArchiveWritingError(.breaks(.referenceInKey), object: 1, keyPath: "C.k")) {
      try graph.canonical()
    }
    graph.roots = []
    #expect(try graph.canonical() == ArchiveGraph())
    graph.roots = [ArchiveNamedValue("r", type, value)]
    #expect(throws: ArchiveWritingError(.breaks(.referenceInKey), keyPath: "r")) {
      try graph.canonical()
    }
  }

  @Test func `a reference in a set element is refused with the class that it leads to`() throws {
    var graph = ArchiveGraph()
    let shelf = graph.classes.define(
      .class("Shelf", keys: [ArchiveKey("items", .set(.reference(to: nil)))]))
    let book = graph.classes.define(.class("Book"))
    graph.add(ArchiveObject(entry: shelf, values: [.set([.reference(2)])]))
    graph.add(ArchiveObject(entry: book, values: []))
    graph.roots = [ArchiveNamedValue("r", .reference(to: "Shelf"), .reference(1))]
    let error = #expect(throws: ArchiveWritingError.self) { try graph.canonical() }
    #expect(
      error?.description
        == "Cannot write objects[1].Shelf.items: a set element or map key contains a reference, to an object of "
        + "class \"Book\" (rule K11). Objects in a set or in the keys of a dictionary have no canonical order: archive "
        + "an array of them, make Book a struct, or leave out .canonical.")
  }

  @Test func `an empty set of references, and a reference in a map value, have one`() throws {
    var graph = ArchiveGraph()
    let entry = graph.classes.define(.class("C"))
    graph.add(ArchiveObject(entry: entry, values: []))
    graph.roots = [
      ArchiveNamedValue("a", .set(.reference(to: nil)), .set([])),
      ArchiveNamedValue(
        "b", .map(key: .int8, value: .reference(to: nil)),
        .map([ArchiveMapPair(key: .integer(1), value: .reference(1))])),
    ]
    #expect(try graph.canonical() == graph)
  }

  @Test func `nil in a set element or map key has one`() throws {
    var graph = ArchiveGraph()
    let optional = ArchiveTypeDescriptor.optional(.reference(to: nil))
    graph.roots = [
      ArchiveNamedValue("a", .set(.any), .set([.any(optional, .nil)])),
      ArchiveNamedValue(
        "b", .map(key: optional, value: .bool),
        .map([ArchiveMapPair(key: .nil, value: .bool(true))])),
      ArchiveNamedValue("c", .set(.list(optional)), .set([.list([]), .list([.nil])])),
    ]
    #expect(try graph.canonical() == graph)
    _ = try verified(graph.encoded(), isCanonical: true)
  }

  @Test func `nil of a type that joining makes a reference has one`() throws {
    var graph = ArchiveGraph()
    let first = graph.classes.define(.struct("S", keys: [ArchiveKey("x", .optional(.never))]))
    let second = graph.classes.define(
      .struct("S", keys: [ArchiveKey("x", .optional(.reference(to: nil)))]))
    graph.roots = [
      ArchiveNamedValue(
        "a", .set(.struct("S")), .set([.struct(ArchiveStructValue(entry: first, values: [.nil]))])),
      ArchiveNamedValue(
        "b", .struct("S"), .struct(ArchiveStructValue(entry: second, values: [.nil]))),
    ]
    _ = try verified(graph.canonical().encoded(), isCanonical: true)
  }
}
