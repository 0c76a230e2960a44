import TestSupport
import Testing

@testable import Stele
import SteleModel

@Suite struct EntryJoinTests {
  /// A graph with an object of each entry, all reached, and its canonical form.
  private func joined(
    _ entries: [(keys: [ArchiveKey], values: [ArchiveValue?])]
  ) throws -> (keys: [ArchiveKey], values: [[ArchiveValue?]]) {
    var graph = ArchiveGraph()
    for (keys, values) in entries {
      let entry = graph.classes.define(.class("C", version: 9, keys: keys))
      graph.add(ArchiveObject(entry: entry, values: values))
    }
    graph.roots = [
      ArchiveNamedValue(
        "", .list(.reference(to: nil)), .list((1...entries.count).map { .reference($0) }))
    ]
    let canonical = try graph.canonical()
    #expect(canonical.classes.count == 1)
    let bytes = try verified(canonical.encoded(), isCanonical: true)
    #expect(try ArchiveGraph(bytes) == canonical)
    return (canonical.classes[1]?.keys ?? [], canonical.objects.map(\.values))
  }

  // Other pairs are fixtures, such as valid/join-optional-any, whose canonical forms are files.
  @Test(arguments: [
    (
      ArchiveTypeDescriptor.int8, ArchiveValue.integer(1), ArchiveTypeDescriptor.optional(.int16),
      ArchiveValue.nil, ArchiveTypeDescriptor.optional(.int16), ArchiveValue.some(.integer(1)),
      ArchiveValue.nil
    ),
    (
      .optional(.int8), .some(.integer(1)), .string, .string("x"), .optional(.any),
      .some(.any(.int8, .integer(1))), .some(.any(.string, .string("x")))
    ),
    (
      .optional(.reference(to: "C")), .reference(2), .optional(.bool), .some(.bool(true)),
      .optional(.any), .some(.any(.reference(to: "C"), .reference(2))),
      .some(.any(.bool, .bool(true)))
    ),
    (
      .optional(.list(.never)), .some(.list([])), .optional(.list(.reference(to: "C"))), .nil,
      .optional(.list(.reference(to: "C"))), .some(.list([])), .nil
    ),
  ])
  func `values get the joined type`(
    _ first: ArchiveTypeDescriptor, _ firstValue: ArchiveValue, _ second: ArchiveTypeDescriptor,
    _ secondValue: ArchiveValue,
    _ type: ArchiveTypeDescriptor, _ firstResult: ArchiveValue, _ secondResult: ArchiveValue
  ) throws {
    let (keys, values) = try joined([
      ([ArchiveKey("k", first)], [firstValue]), ([ArchiveKey("k", second)], [secondValue]),
    ])
    #expect(keys == [ArchiveKey("k", type)])
    #expect(values == [[firstResult], [secondResult]])
  }

  @Test func `the join of types does not depend on their order`() throws {
    for seed in Seeds.forTest(count: 200) {
      var random = RandomSource(seed: seed)
      let types: [ArchiveTypeDescriptor] = [
        .bool, .int8, .int64, .uint8, .uint16, .string, .any, .reference(to: "C"),
        .reference(to: nil), .weakReference(to: "C"), .list(.int8), .list(.int16), .never,
        .list(.never), .list(.list(.never)), .list(.list(.string)), .set(.never), .set(.bool),
        .map(key: .string, value: .never), .map(key: .never, value: .any),
        .map(key: .string, value: .list(.never)), .list(.optional(.never)), .list(.optional(.bool)),
      ]
      func type() -> ArchiveTypeDescriptor {
        let plain = random.pick(types, or: .bool)
        return (0..<random.count(upTo: 3)).reduce(plain) { type, _ in .optional(type) }
      }
      let three = [type(), type(), type()]
      let joined = three[0].joined(with: three[1]).joined(with: three[2])
      for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let types = order.map { three[$0] }
        #expect(types[0].joined(with: types[1]).joined(with: types[2]) == joined, "\(three)")
        #expect(types[0].joined(with: types[1].joined(with: types[2])) == joined, "\(three)")
      }
    }
  }

  @Test func `references are named before elements that become equal`() throws {
    var graph = ArchiveGraph()
    graph.classes.define(.class("C"))
    graph.add(ArchiveObject(entry: 1, values: []))
    let spellings = ArchiveValue.set([
      .set([.integer(1), .integer(5)]), .set([.integer(5), .integer(1)]),
    ])
    graph.roots = [ArchiveNamedValue("a", .set(.set(.int8)), spellings)]
    _ = try verified(graph.encoded())
    #expect(throws: ArchiveWritingError(.breaks(.canonicalJoin), keyPath: "a")) {
      try graph.canonical()
    }
    graph.roots.append(ArchiveNamedValue("b", .set(.reference(to: nil)), .set([.reference(1)])))
    #expect(throws: ArchiveWritingError(.breaks(.referenceInKey), keyPath: "b")) {
      try graph.canonical()
    }
  }

  @Test func `values that joining makes too deep have no canonical form`() throws {
    func graph(_ deep: ArchiveValue, _ type: ArchiveTypeDescriptor) -> ArchiveGraph {
      var value = ArchiveValue.any(type, deep)
      for _ in 0..<254 { value = .any(.list(.any), .list([value])) }
      var graph = ArchiveGraph()
      graph.classes.define(.class("C", keys: [ArchiveKey("k", .list(.any))]))
      graph.classes.define(.class("C", keys: [ArchiveKey("k", .bool)]))
      graph.add(ArchiveObject(entry: 1, values: [.list([value])]))
      graph.add(ArchiveObject(entry: 2, values: [.bool(true)]))
      graph.roots = [
        ArchiveNamedValue("r", .list(.reference(to: "C")), .list([.reference(1), .reference(2)]))
      ]
      return graph
    }
    // The key is at depth 1, and any, which it becomes, around it; the value inside is at depth 511 before.
    for (value, type) in [
      (ArchiveValue.some(.integer(1)), ArchiveTypeDescriptor.optional(.int8)),
      (.list([.string("x")]), .list(.string)), (.set([.bool(true)]), .set(.bool)),
    ] {
      _ = try verified(graph(value, type).encoded())
      #expect(throws: ArchiveWritingError(.breaks(.canonicalJoin), object: 1, keyPath: "C.k")) {
        try graph(value, type).canonical()
      }
    }
    for (value, type) in [
      (ArchiveValue.nil, ArchiveTypeDescriptor.optional(.int8)), (.list([]), .list(.string)),
      (.list([.integer(1)]), .list(.int8)), (.list([.reference(1)]), .list(.reference(to: nil))),
    ] {
      _ = try verified(graph(value, type).canonical().encoded(), isCanonical: true)
    }
  }
}
