import TestSupport
import Testing

@testable import Stele
import SteleModel

@Suite struct LongNameTests {
  private static let long = String(repeating: "n", count: 1_000)

  /// A string of the same bytes that shares no memory with another.
  private func apart(_ name: String) -> String { String(decoding: Array(name.utf8), as: UTF8.self) }

  @Test func `a name has one number, however its copies were made`() {
    var names = NameNumbers()
    let others = (0..<100).map { "\(Self.long)\($0)" }
    #expect(others.map { names.number(of: $0) } == Array(1...100))
    #expect(others.map { names.number(of: apart($0)) } == Array(1...100))
    #expect(names.number(of: "short") == 101)
    #expect(names.number(of: apart("short")) == 101)
    #expect((names.number(of: ""), names.count) == (102, 102))
  }

  @Test func `names that are canonically equivalent have different numbers`() {
    var names = NameNumbers()
    for name in ["\u{E9}", "e\u{301}", Self.long + "\u{E9}", Self.long + "e\u{301}"] {
      _ = names.number(of: name)
    }
    #expect(names.count == 4)
  }

  @Test func `types are equal by their codes and names`() {
    var names = NameNumbers()
    let types: [ArchiveTypeDescriptor] = [
      .any, .reference(to: nil), .reference(to: ""), .reference(to: Self.long),
      .reference(to: Self.long + "1"), .weakReference(to: Self.long), .struct(Self.long),
      .list(.struct(Self.long)), .map(key: .string, value: .struct(Self.long)),
      .map(key: .struct(Self.long), value: .string), .optional(.optional(.int8)),
    ]
    for (index, type) in types.enumerated() {
      for (other, otherType) in types.enumerated() {
        #expect(names.areEqual(type, otherType) == (index == other))
        #expect((names.numbered(type) == names.numbered(otherType)) == (index == other))
        #expect((type == otherType) == (index == other))
      }
    }
  }

  /// A graph that uses a long name in every place.
  private func graph() -> ArchiveGraph {
    var graph = ArchiveGraph()
    let name = apart(Self.long)
    let upper = graph.classes.define(
      .class(name, keys: [ArchiveKey("k", .optional(.reference(to: name)))]))
    graph.classes.define(
      .class(
        "B", superclass: upper,
        keys: [ArchiveKey("any", .any), ArchiveKey("r", .struct(name), presence: .retired)]))
    graph.classes.define(
      .enum("E", cases: [ArchiveCase(name, keys: [ArchiveKey(name, .struct(name))])]))
    graph.add(ArchiveObject(entry: 1, values: [.nil]))
    graph.add(
      ArchiveObject(
        entry: 2,
        values: [
          .reference(1),
          .any(
            .list(.any),
            .list([
              .any(.optional(.struct(name)), .nil), .any(.reference(to: name), .reference(1)),
            ])),
        ]))
    graph.roots = [ArchiveNamedValue(name, .reference(to: name), .reference(2))]
    graph.metadata = [ArchiveNamedValue("m", .map(key: .string, value: .bool), .map([]))]
    return graph
  }

  @Test func `graphs of one content are equal, and have one hash`() throws {
    let (left, right) = (graph(), graph())
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(left.classes.hashValue == right.classes.hashValue)
    #expect(left.classes.entries.map(\.hashValue) == right.classes.entries.map(\.hashValue))
    let bytes = try verified(left.encoded())
    #expect(try ArchiveGraph(bytes).encoded() == right.encoded())
    #expect(try left.canonical() == right.canonical())
  }

  @Test func `graphs that differ in one place are not equal`() throws {
    let chunkType = try #require(ArchiveChunkType("tESt"))
    typealias Edit = (inout ArchiveGraph) -> Void
    let other = Self.long + "2"
    let edits: [Edit] = [
      { $0.writer = "w" }, { $0.documentType = "t" }, { $0.metadata = nil },
      { $0.metadata?[0].name = "n" }, { $0.roots[0].name = other },
      { $0.roots[0].type = .reference(to: other) }, { $0.roots[0].value = .reference(1) },
      { $0.objects[0].entry = 2 }, { $0.objects[0].values[0] = nil },
      { $0.objects[1].values[1] = .any(.list(.any), .list([])) },
      { $0.objects[1].values[1] = .any(.list(.bool), .list([])) },
      {
        $0.objects[1].values[1] = .any(
          .list(.any),
          .list([
            .any(.optional(.struct(other)), .nil), .any(.reference(to: Self.long), .reference(1)),
          ]))
      },
      { $0.classes.define(.class("C")) },
      { $0.classes = ArchiveClassTable([.class(other)] + $0.classes.entries.dropFirst()) },
      { $0.unknownChunks = [ArchiveUnknownChunk(type: chunkType, payload: [])] },
    ]
    for (index, edit) in edits.enumerated() {
      var edited = graph()
      edit(&edited)
      #expect(edited != graph(), "edit \(index)")
    }
  }
}
