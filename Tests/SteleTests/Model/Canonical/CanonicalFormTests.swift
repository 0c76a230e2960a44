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

  @Test func `a reference in a set element or map key is refused with its place`() throws {
    let type = ArchiveTypeDescriptor.set(.map(key: .bool, value: .list(.reference(to: nil))))
    let value = ArchiveValue.set([
      .map([ArchiveMapPair(key: .bool(true), value: .list([.reference(1)]))])
    ])
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
}
