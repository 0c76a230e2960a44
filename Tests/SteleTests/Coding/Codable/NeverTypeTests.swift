import Stele
import SteleModel
import TestSupport
import Testing

/// Places whose type no value has determined.
@Suite struct `Values of no type` {
  struct Part: Codable, Hashable { var number = 1 }

  struct Whole: Codable, Equatable {
    var parts: [Part] = []
    var one: Part?
    var byName: [String: Part] = [:]
    var set: Set<Part> = []
    var numbers: [Int] = []
  }

  private func graph(of value: some Encodable) throws -> ArchiveGraph {
    try ArchiveGraph(encoded(value))
  }

  @Test func `an empty collection has elements of type never unless its Swift type tells`() throws {
    let entry = try #require(graph(of: Whole()).classes.entries.first)
    #expect(
      entry.keys == [
        ArchiveKey("parts", .list(.never)), ArchiveKey("one", .never, presence: .optional),
        ArchiveKey("byName", .map(key: .string, value: .never)), ArchiveKey("set", .set(.never)),
        ArchiveKey("numbers", .list(.int64)),
      ])
    #expect(try graph(of: Whole()).classes.count == 1)
  }

  @Test func `an untyped nil is one of optional never`() throws {
    let graph = try graph(of: [[Part?.none], []])
    #expect(graph.roots[0].type == .list(.list(.optional(.never))))
    let null = Scripted { encoder in
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
    let root = try self.graph(of: null).roots[0]
    #expect(root == ArchiveNamedValue("root", .optional(.never), .nil))
  }

  @Test func `values complete the types of an entry before them`() throws {
    let full = Whole(parts: [Part()], one: Part(), byName: ["a": Part()], set: [Part()])
    let values = [Whole(), full, Whole()]
    let bytes = try encoded(values)
    #expect(try SteleDecoder().decode([Whole].self, from: bytes) == values)
    let entries = try ArchiveGraph(bytes).classes.entries.filter { $0.name.hasSuffix("Whole") }
    let part = ArchiveTypeDescriptor.struct(
      try #require(ArchiveGraph(bytes).classes.entries.map(\.name).first { $0.hasSuffix("Part") }))
    #expect(entries.count == 2)
    #expect(
      entries.last?.keys.map(\.type) == [
        .list(part), part, .map(key: .string, value: part), .set(part), .list(.int64),
      ])
  }

  @Test func `the canonical form does not depend on which value came first`() throws {
    let full = Whole(parts: [Part()], one: Part(), byName: ["a": Part()], set: [Part()])
    final class Holder: Codable, SimplyNamed {
      var whole: Whole
      init(_ whole: Whole) { self.whole = whole }
    }
    let holders = ["a": Whole(), "b": full]
    func bytes(_ names: String...) throws -> [UInt8] {
      let archiver = Archiver(encoder: .canonical)
      for name in names { try archiver.encode(Holder(holders[name] ?? Whole()), root: name) }
      return try verified(archiver.finish(), isCanonical: true)
    }
    #expect(try bytes("a", "b") == bytes("b", "a"))
  }

  @Test func `many keys that get their types one by one make no overflow`() throws {
    struct Keyed: Codable, Equatable {
      var values: [String: Part] = [:]
      init(_ values: [String: Part]) { self.values = values }
      static let names = (0..<24).map { "key\($0)" }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        for name in Self.names {
          values[name] = try container.decodeIfPresent(Part.self, forKey: AnyKey(name))
        }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for name in Self.names { try container.encodeIfPresent(values[name], forKey: AnyKey(name)) }
      }
    }
    let all = Keyed.names.map { Keyed([$0: Part()]) }
    let bytes = try encoded(all)
    #expect(try SteleDecoder().decode([Keyed].self, from: bytes) == all)
    let keys = try #require(
      ArchiveGraph(bytes).classes.entries.last { $0.name.hasSuffix("Keyed") }?.keys)
    #expect(keys.map(\.name) == Keyed.names)
    #expect(keys.allSatisfy { $0.type.code == .struct })
  }

  @Test func `containers of never are read as those of any type`() throws {
    func decode<T: Decodable>(
      _ type: T.Type, _ stored: ArchiveTypeDescriptor, _ value: ArchiveValue
    ) throws -> T {
      try SteleDecoder().decode(T.self, from: verified(archive([], root: stored, value)))
    }
    #expect(try decode([Int].self, .list(.never), .list([])) == [])
    #expect(try decode([Part].self, .list(.never), .list([])) == [])
    #expect(try decode([String].self, .any, .any(.list(.never), .list([]))) == [])
    #expect(try decode([[Part]].self, .list(.list(.never)), .list([.list([])])) == [[]])
    #expect(try decode(Set<Part>.self, .set(.never), .set([])) == [])
    #expect(try decode([Part: Int].self, .map(key: .never, value: .never), .map([])) == [:])
    #expect(try decode([String: Part].self, .map(key: .never, value: .never), .map([])) == [:])
    #expect(try decode(Part?.self, .optional(.never), .nil) == nil)
    #expect(try decode(Int?.self, .any, .any(.optional(.never), .nil)) == nil)
    #expect(try decode(WholeOfNothing.self, .map(key: .never, value: .never), .map([])).isEmpty)
    #expect(failure { try decode(Int.self, .optional(.never), .nil) }?.kind == .valueNotFound)
  }

  /// A type that reads a map as its keys.
  struct WholeOfNothing: Decodable {
    var isEmpty: Bool
    init(from decoder: any Decoder) throws {
      isEmpty = try decoder.container(keyedBy: AnyKey.self).allKeys.isEmpty
    }
  }
}
