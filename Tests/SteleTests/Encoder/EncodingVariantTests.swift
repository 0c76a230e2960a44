import Stele
import SteleModel
import Testing

struct EncodingVariantTests {
  /// A struct that writes the given values.
  private struct Record: Encodable {
    enum Item { case int(Int), text(String), null, absent, absentText, list([Int]) }
    let items: [(String, Item)]
    init(_ items: (String, Item)...) { self.items = items }
    init(_ items: [(String, Item)]) { self.items = items }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      for (name, item) in items {
        let key = AnyKey(name)
        switch item {
        case .int(let value): try container.encode(value, forKey: key)
        case .text(let value): try container.encode(value, forKey: key)
        case .null: try container.encodeNil(forKey: key)
        case .absent: try container.encodeIfPresent(Record?.none, forKey: key)
        case .absentText: try container.encodeIfPresent(String?.none, forKey: key)
        case .list(let value): try container.encode(value, forKey: key)
        }
      }
    }
  }

  private func entries(_ records: [Record]) throws -> (
    entries: [ArchiveClassEntry], values: [ArchiveStructValue]
  ) {
    let graph = try graph(of: records)
    guard case .list(let elements) = graph.roots[0].value else { return ([], []) }
    let values = elements.compactMap { element -> ArchiveStructValue? in
      if case .struct(let value) = element { value } else { nil }
    }
    return (graph.classes.entries, values)
  }

  @Test func `a further key is optional in a further entry`() throws {
    let (entries, values) = try entries([
      Record(("a", .int(1))), Record(("a", .int(2)), ("b", .text("x"))), Record(("a", .int(3))),
    ])
    #expect(
      entries == [
        .struct("Record", keys: [ArchiveKey("a", .int64)]),
        .struct(
          "Record", keys: [ArchiveKey("a", .int64), ArchiveKey("b", .string, presence: .optional)]),
      ])
    #expect(
      values == [
        ArchiveStructValue(entry: 1, values: [.integer(1)]),
        ArchiveStructValue(entry: 2, values: [.integer(2), .string("x")]),
        ArchiveStructValue(entry: 2, values: [.integer(3), nil]),
      ])
  }

  @Test func `a missing key becomes optional`() throws {
    let (entries, values) = try entries([
      Record(("a", .int(1)), ("b", .int(2))), Record(("b", .int(3))),
    ])
    #expect(entries.last?.keys.map(\.presence) == [.optional, .required])
    #expect(values.last == ArchiveStructValue(entry: 2, values: [nil, .integer(3)]))
  }

  @Test func `keys in another order fit the same entry`() throws {
    let (entries, values) = try entries([
      Record(("a", .int(1)), ("b", .text("x"))), Record(("b", .text("y")), ("a", .int(2))),
    ])
    #expect(entries.count == 1)
    #expect(values.last == ArchiveStructValue(entry: 1, values: [.integer(2), .string("y")]))
  }

  @Test func `nil before a value and after it makes its type optional`() throws {
    var (entries, values) = try entries([
      Record(("a", .null)), Record(("a", .int(1))), Record(("a", .null)),
    ])
    #expect(entries.map { $0.keys[0].type } == [.optional(.never), .optional(.int64)])
    #expect(values.map(\.values) == [[.nil], [ArchiveValue.some(.integer(1))], [.nil]])
    (entries, values) = try self.entries([Record(("a", .int(1))), Record(("a", .null))])
    #expect(entries.map { $0.keys[0].type } == [.int64, .optional(.int64)])
    #expect(values.map(\.values) == [[.integer(1)], [.nil]])
  }

  @Test func `values of several types are any`() throws {
    let (entries, values) = try entries([
      Record(("a", .int(1))), Record(("a", .text("x"))), Record(("a", .int(2))),
      Record(("a", .null)),
    ])
    #expect(entries.map { $0.keys[0].type } == [.int64, .any])
    #expect(
      values.map(\.values) == [
        [.integer(1)], [.any(.string, .string("x"))], [.any(.int64, .integer(2))],
        [.any(.optional(.never), .nil)],
      ])
  }

  @Test func `the type of an absent key is replaced when the key comes`() throws {
    let (entries, values) = try entries([
      Record(("a", .absent), ("t", .absentText)), Record(("a", .int(1)), ("t", .text("x"))),
    ])
    #expect(
      entries.map(\.keys) == [
        [
          ArchiveKey("a", .never, presence: .optional),
          ArchiveKey("t", .string, presence: .optional),
        ],
        [
          ArchiveKey("a", .int64, presence: .optional),
          ArchiveKey("t", .string, presence: .optional),
        ],
      ])
    #expect(values.map(\.values) == [[nil, nil], [.integer(1), .string("x")]])
  }

  @Test func `after eight entries further keys go into a map`() throws {
    let records = (0..<30).map { Record(("a", .int($0)), ("k\($0)", .text("v\($0)"))) }
    let (entries, values) = try entries(records)
    #expect(entries.count == 9)
    let last = try #require(entries.last)
    #expect(last.keys.map(\.name) == ["a"] + (0..<8).map { "k\($0)" } + ["*"])
    #expect(last.keys.last?.type == .map(key: .string, value: .any))
    #expect(last.keys.last?.presence == .optional)
    #expect(values.count == 30)
    #expect(
      values.last?.values.last
        == .map([ArchiveMapPair(key: .string("k29"), value: .any(.string, .string("v29")))]))
  }

  @Test func `types that keep changing come to an end`() throws {
    let names = (0..<40).map { "k\($0)" }
    let records = (0..<80).map { round in
      Record(
        names.enumerated().map { index, name in
          (name, index < round ? (round % 2 == 0 ? .text("x") : .list([round])) : .int(index))
        })
    }
    let (entries, values) = try entries(records)
    #expect(entries.count <= 17)
    #expect(values.count == 80)
  }
}
