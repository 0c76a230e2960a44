import Stele
import SteleModel
import TestSupport
import Testing

/// The canonical form that is made of the bytes of an archive, record by record.
@Suite struct CanonicalBytesTests {
  /// Returns the canonical form of an archive with metadata.
  private func canonical(_ bytes: ArchiveBytes) throws -> [UInt8] {
    var canonical: [UInt8] = []
    let canonicalizer = try Canonicalizer(bytes, includesMetadata: true, limits: ArchiveLimits())
    try canonicalizer.forEachPiece { canonical += $0 }
    return canonical
  }

  private func refusal(_ graph: ArchiveGraph) -> ArchiveWritingError? {
    do {
      _ = try canonical(.memory(graph.encoded()))
      return nil
    } catch {
      return error as? ArchiveWritingError
    }
  }

  private func verifiedForm(_ graph: ArchiveGraph) throws -> ArchiveGraph {
    try ArchiveGraph(verified(canonical(.memory(graph.encoded())), isCanonical: true))
  }

  @Test func `files have the canonical form of archives in memory, and keep the content`() throws {
    for seed in Seeds.forTest(count: 200) {
      let bytes = try RandomGraph.make(seed: seed).encoded()
      let source = ArchiveBytes.source(ChangingSource([bytes], .once(after: .max)))
      do {
        let form = try verified(canonical(.memory(bytes)), isCanonical: true)
        #expect(try canonical(source) == form, "seed \(seed)")
        #expect(try canonical(.memory(form)) == form, "seed \(seed)")
      } catch let error as ArchiveWritingError {
        #expect(error.reason == .breaks(.canonicalJoin), "seed \(seed): \(error)")
        #expect(throws: error, "seed \(seed)") { try canonical(source) }
      }
    }
  }

  @Test func `a file that changes while its form is made is refused or read`() throws {
    for seed in Seeds.forTest(count: 100) {
      let contents = try (0..<2).map { try RandomGraph.make(seed: seed &+ $0).encoded() }
      for count in 0..<12 {
        let source = ChangingSource(contents, .once(after: count))
        _ = try? canonical(.source(source))
      }
    }
  }

  /// A class with two entries, whose key has two types.
  private func joined(
    _ types: [(ArchiveTypeDescriptor, ArchiveValue)], _ others: (inout ArchiveGraph) -> Void
  ) -> ArchiveGraph {
    var graph = ArchiveGraph()
    for (type, value) in types {
      let entry = graph.classes.define(
        .class("C", keys: [ArchiveKey("k", type), ArchiveKey("a", .string)]))
      graph.add(ArchiveObject(entry: entry, values: [value, .string("x")]))
    }
    let all = types.indices.map { ArchiveValue.reference($0 + 1) }
    graph.roots = [ArchiveNamedValue("r", .list(.reference(to: "C")), .list(all))]
    others(&graph)
    return graph
  }

  @Test func `class names that only types in values have are in order`() throws {
    let maps: ArchiveTypeDescriptor = .map(key: .any, value: .bool)
    let graph = joined([
      (.list(.reference(to: "Z")), .list([])), (.set(.reference(to: "A")), .set([])),
    ]) { graph in
      graph.roots.append(
        ArchiveNamedValue(
          "s", maps,
          .map([
            ArchiveMapPair(key: .any(.list(.struct("Y")), .list([])), value: .bool(true)),
            ArchiveMapPair(key: .any(.list(.struct("B")), .list([])), value: .bool(true)),
          ])))
    }
    let form = try verifiedForm(graph)
    #expect(form.classes.entries[0].keys.map(\.type) == [.string, .any])
    #expect(
      form.objects.map(\.values) == [
        [.string("x"), .any(.list(.reference(to: "Z")), .list([]))],
        [.string("x"), .any(.set(.reference(to: "A")), .set([]))],
      ])
    guard case .map(let pairs) = form.roots[1].value else {
      Issue.record("no map")
      return
    }
    #expect(
      pairs.map(\.key) == [
        .any(.list(.struct("B")), .list([])), .any(.list(.struct("Y")), .list([])),
      ])
  }

  @Test func `a reference in a key is named before elements that become equal`() throws {
    let spellings = ArchiveValue.set([
      .set([.integer(1), .integer(5)]), .set([.integer(5), .integer(1)]),
    ])
    let type = ArchiveTypeDescriptor.set(.set(.int8))
    let equal = joined([(type, spellings)]) { _ in }
    #expect(
      refusal(equal) == ArchiveWritingError(.breaks(.canonicalJoin), object: 1, keyPath: "C.k"))
    // In a later object, and later in the same value.
    let reference = ArchiveValue.set([.reference(1)])
    for graph in [
      joined([(type, spellings), (.set(.reference(to: nil)), reference)]) { _ in },
      joined([
        (.bool, .bool(true)),
        (.list(.any), .list([.any(type, spellings), .any(.set(.reference(to: nil)), reference)])),
      ]) { _ in },
    ] {
      let error = refusal(graph)
      #expect((error?.reason, error?.object) == (.breaks(.referenceInKey), 2))
      #expect(error?.keyPath == "C.k")
    }
  }

  @Test func `references of each kind get new numbers`() throws {
    var graph = ArchiveGraph()
    let node = graph.classes.define(
      .class(
        "Node",
        keys: [
          ArchiveKey("z", .list(.reference(to: "Node"))),
          ArchiveKey("y", .list(.optional(.reference(to: nil)))),
          ArchiveKey("x", .optional(.reference(to: nil)), presence: .optional),
          ArchiveKey("w", .weakReference(to: nil)), ArchiveKey("v", .list(.weakReference(to: nil))),
          ArchiveKey("u", .map(key: .int8, value: .reference(to: nil))),
        ]))
    func object(_ first: Int, _ second: Int, _ weak: Int, x: ArchiveValue?) -> ArchiveObject {
      ArchiveObject(
        entry: node,
        values: [
          .list([.reference(first), .reference(second)]), .list([.nil, .reference(second)]), x,
          .reference(weak), .list([.nil, .reference(weak), .reference(first)]),
          .map([
            ArchiveMapPair(key: .integer(2), value: .reference(first)),
            ArchiveMapPair(key: .integer(1), value: .reference(second)),
          ]),
        ])
    }
    // Object 1 is not reached; 200 more objects give numbers of one and of two bytes.
    graph.add(object(1, 1, 1, x: nil))
    for number in 2...201 {
      graph.add(
        object(
          number == 201 ? 2 : number + 1, 203 - number, number % 3 == 0 ? 1 : 202 - number + 1,
          x: number % 2 == 0 ? .reference(100) : nil))
    }
    graph.roots = [ArchiveNamedValue("r", .reference(to: "Node"), .reference(150))]
    let form = try verifiedForm(graph)
    #expect(form.objects.count == 200)
    #expect(form.classes.entries[0].keys.map(\.name) == ["u", "v", "w", "x", "y", "z"])
    // Numbered anew and back, it is the same graph.
    var shuffling = Shuffling(seed: 1)
    #expect(try verifiedForm(shuffling.shuffled(form)) == form)
    let first = form.objects[0].values
    #expect(first[2] == .nil)
    #expect(first[3] != nil)
    #expect(first[1] == .list([.nil, .nil, pairValue(first[0], 2)]))
  }

  private func pairValue(_ value: ArchiveValue?, _ key: Int128) -> ArchiveValue {
    guard case .map(let pairs)? = value else { return .nil }
    return pairs.first { $0.key == .integer(key) }?.value ?? .nil
  }

  @Test func `deep chains and many blocks have a canonical form`() throws {
    var graph = ArchiveGraph()
    let node = graph.classes.define(
      .class(
        "Node",
        keys: [ArchiveKey("name", .string), ArchiveKey("next", .optional(.reference(to: "Node")))]))
    let count = 20_000
    for number in 1...count {
      graph.add(
        ArchiveObject(
          entry: node,
          values: [.string("Node \(number)"), number > 1 ? .reference(number - 1) : .nil]))
    }
    graph.roots = [ArchiveNamedValue("r", .reference(to: "Node"), .reference(count))]
    let form = try verifiedForm(graph)
    #expect(form.objects.first?.values == [.string("Node \(count)"), .reference(2)])
    #expect(form.objects.last?.values == [.string("Node 1"), .nil])
  }
}
