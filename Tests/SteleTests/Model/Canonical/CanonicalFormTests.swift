import Stele
import TestSupport
import Testing

@Suite struct CanonicalFormTests {
  /// Graphs that have a canonical form: joined values may become equal, which V6 and V7 forbid.
  private func graphs(count: Int) -> [(seed: UInt64, graph: Graph, canonical: Graph)] {
    Seeds.forTest(count: count).compactMap { seed in
      let graph = RandomGraph.make(seed: seed)
      do throws(GraphError) {
        return (seed, graph, try graph.canonical(includesMetadata: true))
      } catch {
        #expect(
          error.reason == .breaks(.duplicateElement) || error.reason == .breaks(.duplicateKey),
          "seed \(seed): \(error)")
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
      let reread = try Graph(bytes).canonical(includesMetadata: true).encoded()
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
      // The order inside elements of a set may be all that tells them apart.
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
        NamedValue(
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

  @Test func `metadata, writer and unknown chunks are left out`() throws {
    var graph = Graph()
    graph.writer = "someone"
    graph.minorVersion = 3
    graph.metadata = [NamedValue("title", .string, .string("x"))]
    graph.unknownChunks = [UnknownChunk(type: try #require(ChunkType("xPRa")), payload: [1])]
    #expect(try graph.canonical() == Graph())
    var kept = Graph()
    kept.metadata = graph.metadata
    #expect(try graph.canonical(includesMetadata: true) == kept)
    graph.metadata = []
    #expect(try graph.canonical(includesMetadata: true) == Graph())
  }

  @Test func `unreachable objects go, and weak references to them become nil`() throws {
    var graph = Graph()
    let node = graph.classes.define(
      .class(
        "Node",
        keys: [
          Key("next", .optional(.reference(to: "Node"))),
          Key("back", .weakReference(to: nil)),
        ]))
    graph.classes.define(.class("Unused"))
    graph.add(Object(entry: node, values: [.nil, .nil]))
    graph.add(Object(entry: node, values: [.nil, .reference(3)]))
    graph.add(Object(entry: node, values: [.reference(2), .reference(1)]))
    graph.roots = [NamedValue("r", .reference(to: "Node"), .reference(3))]
    let canonical = try graph.canonical()
    #expect(
      canonical.objects == [
        Object(entry: 1, values: [.nil, .reference(2)]),
        Object(entry: 1, values: [.reference(1), .nil]),
      ])
    #expect(canonical.classes.entries.map(\.name) == ["Node"])
    #expect(canonical.roots == [NamedValue("r", .reference(to: "Node"), .reference(1))])
  }

  @Test func `objects are numbered as the sorted maps name them`() throws {
    var graph = Graph()
    let node = graph.classes.define(.class("Node", keys: [Key("id", .int8)]))
    for id in 1...3 { graph.add(Object(entry: node, values: [.integer(Int128(id))])) }
    graph.roots = [
      NamedValue(
        "r", .map(key: .string, value: .reference(to: nil)),
        .map([
          MapPair(key: .string("c"), value: .reference(1)),
          MapPair(key: .string("a"), value: .reference(2)),
          MapPair(key: .string("b"), value: .reference(3)),
        ]))
    ]
    let canonical = try graph.canonical()
    #expect(canonical.objects.map(\.values) == [[.integer(2)], [.integer(3)], [.integer(1)]])
    #expect(
      canonical.roots[0].value
        == .map([
          MapPair(key: .string("a"), value: .reference(1)),
          MapPair(key: .string("b"), value: .reference(2)),
          MapPair(key: .string("c"), value: .reference(3)),
        ]))
  }

  @Test(arguments: [
    (TypeDescriptor.set(.optional(.reference(to: nil))), Value.set([.nil])),
    (.set(.weakReference(to: nil)), .set([.nil])),
    (.set(.any), .set([.any(.weakReference(to: "X"), .nil)])),
    (
      .map(key: .reference(to: nil), value: .bool),
      .map([MapPair(key: .reference(1), value: .bool(true))])
    ),
    (
      .set(.map(key: .bool, value: .list(.reference(to: nil)))),
      .set([.map([MapPair(key: .bool(true), value: .list([.reference(1)]))])])
    ),
  ])
  func `a reference in a set element or map key has no canonical form`(
    type: TypeDescriptor, value: Value
  ) throws {
    var graph = Graph()
    let entry = graph.classes.define(.class("C", keys: [Key("k", type)]))
    graph.add(Object(entry: entry, values: [value]))
    graph.roots = [NamedValue("r", .reference(to: "C"), .reference(1))]
    #expect(throws: GraphError(.breaks(.referenceInKey), object: 1, keyPath: "C.k")) {
      try graph.canonical()
    }
    graph.roots = []
    #expect(try graph.canonical() == Graph())
    graph.roots = [NamedValue("r", type, value)]
    #expect(throws: GraphError(.breaks(.referenceInKey), keyPath: "r")) { try graph.canonical() }
  }

  @Test func `an empty set of references, and a reference in a map value, have one`() throws {
    var graph = Graph()
    let entry = graph.classes.define(.class("C"))
    graph.add(Object(entry: entry, values: []))
    graph.roots = [
      NamedValue("a", .set(.reference(to: nil)), .set([])),
      NamedValue(
        "b", .map(key: .int8, value: .reference(to: nil)),
        .map([MapPair(key: .integer(1), value: .reference(1))])),
    ]
    #expect(try graph.canonical() == graph)
  }
}
