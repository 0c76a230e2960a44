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

  @Test func `a key that some entries lack becomes optional`() throws {
    let a = ArchiveKey("a", .bool)
    let b = ArchiveKey("b", .bool)
    let (keys, values) = try joined([([a, b], [.bool(true), .bool(false)]), ([a], [.bool(true)])])
    #expect(keys == [a, ArchiveKey("b", .bool, presence: .optional)])
    #expect(values == [[.bool(true), .bool(false)], [.bool(true), nil]])
  }

  @Test func `keys stand in the order of their names, also those of one entry`() throws {
    let a = ArchiveKey("a", .bool)
    let b = ArchiveKey("b", .bool)
    let retired = ArchiveKey("", .bool, presence: .retired)
    let (one, value) = try joined([([b, retired, a], [.bool(true), .bool(false)])])
    #expect(one == [retired, a, b])
    #expect(value == [[.bool(false), .bool(true)]])
    let (keys, values) = try joined([([b, a], [.bool(true), .bool(false)]), ([a], [.bool(true)])])
    #expect(keys == [a, ArchiveKey("b", .bool, presence: .optional)])
    #expect(values == [[.bool(false), .bool(true)], [.bool(true), nil]])
  }

  @Test func `a key is as old as in any entry`() throws {
    let (keys, _) = try joined([
      ([ArchiveKey("a", .bool, since: 4)], [.bool(true)]),
      ([ArchiveKey("a", .bool, since: 2)], [.bool(true)]),
    ])
    #expect(keys == [ArchiveKey("a", .bool, since: 2)])
  }

  @Test func `a key that one entry retires is optional, and retired when all do`() throws {
    let retired = ArchiveKey("a", .bool, presence: .retired)
    let (keys, values) = try joined([([retired], []), ([ArchiveKey("a", .bool)], [.bool(true)])])
    #expect(keys == [ArchiveKey("a", .bool, presence: .optional)])
    #expect(values == [[nil], [.bool(true)]])
    #expect(
      try joined([([retired], []), ([retired, ArchiveKey("b", .bool)], [.bool(true)])]).keys
        == [retired, ArchiveKey("b", .bool, presence: .optional)])
  }

  @Test(arguments: [
    (
      ArchiveTypeDescriptor.int8, ArchiveValue.integer(1), ArchiveTypeDescriptor.int32,
      ArchiveValue.integer(2),
      ArchiveTypeDescriptor.int32, ArchiveValue.integer(1), ArchiveValue.integer(2)
    ),
    (.uint64, .unsigned(1), .uint16, .unsigned(2), .uint64, .unsigned(1), .unsigned(2)),
    (
      .int8, .integer(1), .uint8, .unsigned(2), .any, .any(.int8, .integer(1)),
      .any(.uint8, .unsigned(2))
    ),
    (.int8, .integer(1), .optional(.int16), .nil, .optional(.int16), .some(.integer(1)), .nil),
    (
      .optional(.int8), .some(.integer(1)), .string, .string("x"), .optional(.any),
      .some(.any(.int8, .integer(1))), .some(.any(.string, .string("x")))
    ),
    (
      .any, .any(.bool, .bool(true)), .string, .string("x"), .any, .any(.bool, .bool(true)),
      .any(.string, .string("x"))
    ),
    (
      .reference(to: "C"), .reference(1), .optional(.reference(to: nil)), .nil,
      .optional(.reference(to: nil)), .reference(1), .nil
    ),
    (
      .reference(to: "C"), .reference(2), .weakReference(to: "C"), .nil, .any,
      .any(.reference(to: "C"), .reference(2)), .any(.weakReference(to: "C"), .nil)
    ),
    (
      .optional(.reference(to: "C")), .reference(2), .optional(.bool), .some(.bool(true)),
      .optional(.any), .some(.any(.reference(to: "C"), .reference(2))),
      .some(.any(.bool, .bool(true)))
    ),
    (
      .optional(.optional(.bool)), .some(.nil), .bool, .bool(true), .optional(.optional(.bool)),
      .some(.nil), .some(.some(.bool(true)))
    ),
    (
      .list(.int8), .list([.integer(1)]), .list(.int16), .list([.integer(2)]), .any,
      .any(.list(.int8), .list([.integer(1)])), .any(.list(.int16), .list([.integer(2)]))
    ),
    (
      .list(.never), .list([]), .list(.string), .list([.string("x")]), .list(.string), .list([]),
      .list([.string("x")])
    ),
    (
      .optional(.never), .nil, .bool, .bool(true), .optional(.bool), .nil, .some(.bool(true))
    ),
    (
      .optional(.list(.never)), .some(.list([])), .optional(.list(.reference(to: "C"))), .nil,
      .optional(.list(.reference(to: "C"))), .some(.list([])), .nil
    ),
    (
      .list(.never), .list([]), .set(.never), .set([]), .any, .any(.list(.never), .list([])),
      .any(.set(.never), .set([]))
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

  @Test func `entries with one lineage are joined on every level`() throws {
    var graph = ArchiveGraph()
    let b = ArchiveKey("b", .bool)
    // Subclasses first: superclass numbers may point forward.
    graph.classes.define(.class("Sub", superclass: 3, keys: [b]))
    graph.classes.define(.class("Sub", superclass: 4, keys: [b]))
    graph.classes.define(.class("Base", keys: [ArchiveKey("x", .int8)]))
    graph.classes.define(.class("Base", keys: [ArchiveKey("x", .int16), b]))
    graph.classes.define(.class("Base", version: 2))
    graph.add(ArchiveObject(entry: 1, values: [.integer(1), .bool(true)]))
    graph.add(ArchiveObject(entry: 2, values: [.integer(2), .bool(false), .bool(true)]))
    graph.roots = [
      ArchiveNamedValue("", .list(.reference(to: "Base")), .list([.reference(1), .reference(2)]))
    ]
    let canonical = try graph.canonical()
    #expect(
      canonical.classes.entries == [
        .class(
          "Base", keys: [ArchiveKey("b", .bool, presence: .optional), ArchiveKey("x", .int16)]),
        .class("Sub", superclass: 1, keys: [b]),
      ])
    #expect(
      canonical.objects.map(\.values) == [
        [nil, .integer(1), .bool(true)], [.bool(false), .integer(2), .bool(true)],
      ])
  }

  @Test func `cases are joined by name`() throws {
    var graph = ArchiveGraph()
    graph.classes.define(
      .enum(
        "E",
        cases: [
          ArchiveCase("b", keys: [ArchiveKey("k", .int8)]), ArchiveCase("c", isRetired: true),
        ]))
    graph.classes.define(.enum("E", cases: [ArchiveCase("c"), ArchiveCase("b")]))
    graph.roots = [
      ArchiveNamedValue(
        "", .list(.enum("E")),
        .list([
          .enum(ArchiveEnumValue(entry: 1, caseIndex: 0, values: [.integer(1)])),
          .enum(ArchiveEnumValue(entry: 2, caseIndex: 1, values: [])),
          .enum(ArchiveEnumValue(entry: 2, caseIndex: 0, values: [])),
        ]))
    ]
    let canonical = try graph.canonical()
    #expect(
      canonical.classes.entries == [
        .enum(
          "E",
          cases: [
            ArchiveCase("b", keys: [ArchiveKey("k", .int8, presence: .optional)]), ArchiveCase("c"),
          ])
      ])
    #expect(
      canonical.roots[0].value
        == .list([
          .enum(ArchiveEnumValue(entry: 1, caseIndex: 0, values: [.integer(1)])),
          .enum(ArchiveEnumValue(entry: 1, caseIndex: 0, values: [nil])),
          .enum(ArchiveEnumValue(entry: 1, caseIndex: 1, values: [])),
        ]))
    #expect(try ArchiveGraph(verified(canonical.encoded(), isCanonical: true)) == canonical)
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

  @Test func `elements that become equal have no canonical form`() throws {
    var graph = ArchiveGraph()
    graph.classes.define(.struct("S", keys: [ArchiveKey("k", .int8)]))
    graph.classes.define(.struct("S", keys: [ArchiveKey("k", .int16)]))
    let values = [1, 2].map {
      ArchiveValue.struct(ArchiveStructValue(entry: $0, values: [.integer(5)]))
    }
    graph.roots = [ArchiveNamedValue("r", .set(.struct("S")), .set(values))]
    _ = try verified(graph.encoded())
    #expect(throws: ArchiveWritingError(.breaks(.canonicalJoin), keyPath: "r")) {
      try graph.canonical()
    }
    graph.roots = [
      ArchiveNamedValue(
        "r", .map(key: .struct("S"), value: .bool),
        .map(values.map { ArchiveMapPair(key: $0, value: .bool(true)) }))
    ]
    #expect(throws: ArchiveWritingError(.breaks(.canonicalJoin), keyPath: "r")) {
      try graph.canonical()
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
