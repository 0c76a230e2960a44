import Stele
import SteleKeyedArchive
import SteleModel
import SteleVerifier
import TestSupport
import Testing

@Suite struct `Keyed archives in the format` {
  private func comesBack(_ tree: Tree) throws -> ArchiveGraph {
    let list = try tree.list()
    let graph = try ArchiveGraph(keyedArchive: list)
    #expect(try PropertyListGraph(keyedArchiveFrom: graph) == list)
    let reread = try ArchiveGraph(graph.encoded())
    #expect(reread == graph)
    #expect(try PropertyListGraph(parsing: reread.keyedArchiveBytes()) == list)
    return graph
  }

  @Test func `random archives come back equal`() throws {
    for seed in Seeds.forTest(count: 400) {
      var random = RandomTree(seed: seed)
      let list = try random.archive().list()
      let graph = try ArchiveGraph(keyedArchive: list)
      let archive = try graph.encoded()
      #expect(Verifier(level: .references).verify(archive).findings.isEmpty, "seed \(seed)")
      let reread = try ArchiveGraph(archive)
      #expect(reread == graph, "seed \(seed)")
      #expect(try PropertyListGraph(keyedArchiveFrom: reread) == list, "seed \(seed)")
    }
  }

  @Test func `a record has the class of its class record, and keys in their order`() throws {
    let graph = try comesBack(
      .archive([
        ["name": .uid(3), "$class": .uid(2), "age": 7],
        ["$classname": "Dog", "$classes": ["Dog", "Animal", "NSObject"]], "Rex",
      ]))
    #expect(
      graph.classes
        == ArchiveClassTable([
          .class("NSObject"), .class("Animal", superclass: 1),
          .class(
            "Dog", superclass: 2,
            keys: ["name": .reference(to: nil), "$class": .reference(to: "$class"), "age": .int64]),
          .class("$class", keys: ["$classname": .string, "$classes": .list(.string)]),
          .class("$string", keys: ["value": .string]),
        ]))
    #expect(
      graph.objects == [
        ArchiveObject(entry: 3, values: [.reference(3), .reference(2), .integer(7)]),
        ArchiveObject(
          entry: 4,
          values: [
            .string("Dog"), .list([.string("Dog"), .string("Animal"), .string("NSObject")]),
          ]),
        ArchiveObject(entry: 5, values: [.string("Rex")]),
      ])
    #expect(graph.roots == [ArchiveNamedValue("root", .reference(to: nil), .reference(1))])
    #expect(
      graph.metadata == [
        ArchiveNamedValue(
          "$keys", .list(.string),
          .list([.string("$version"), .string("$archiver"), .string("$top"), .string("$objects")])),
        ArchiveNamedValue("$version", .int64, .integer(100_000)),
        ArchiveNamedValue("$archiver", .string, .string("NSKeyedArchiver")),
      ])
  }

  @Test func `keys that some records lack become optional, in an order that suits all`() throws {
    let graph = try comesBack(
      .archive([
        ["$class": .uid(4), "a": 1, "c": .uid(0)],
        ["$class": .uid(4), "b": 2.0.node, "c": .uid(1)],
        ["$class": .uid(4), "a": "x", "c": .uid(2)], ["$classname": "C"],
      ]))
    #expect(
      graph.classes[1]
        == .class(
          "C",
          keys: [
            ArchiveKey("$class", .reference(to: "$class")),
            ArchiveKey("b", .float64, presence: .optional),
            ArchiveKey("a", .any, presence: .optional),
            ArchiveKey("c", .optional(.reference(to: nil))),
          ]))
    #expect(
      graph.objects[0]
        == ArchiveObject(entry: 1, values: [.reference(4), nil, .any(.int64, .integer(1)), .nil]))
  }

  @Test func `keys in another order make a further entry of the same name`() throws {
    let graph = try comesBack(
      .archive([
        ["$class": .uid(3), "a": 1, "b": 1], ["$class": .uid(3), "b": 1, "a": 1],
        ["$classname": "C", "$classes": ["C"]],
      ]))
    #expect(graph.classes.entries.map(\.name) == ["C", "C", "$class"])
    #expect(graph.objects.map(\.entry) == [1, 2, 3])
  }

  @Test func `no entry has more than twice the keys of a record of it`() throws {
    let rich: [(String, Tree)] = (0..<10).map { ("k\($0)", 1) }
    let graph = try comesBack(
      .archive([
        .dictionary([("$class", .uid(3))] + rich), ["$class": .uid(3)], ["$classname": "C"],
      ]))
    #expect(graph.objects.map(\.values.count) == [11, 1, 1])
  }

  @Test func `integers above the signed 64-bit ones, and both widths of reals, are told apart`()
    throws
  {
    let large = Tree.leaf(.integer(Int128(Int64.max) + 1))
    let graph = try comesBack(
      .archive([
        large, 1, .leaf(.real32(1)), .leaf(.real64(1)), [1, large],
        [.leaf(.real32(.nan)), 1.5.node],
      ]))
    #expect(
      graph.classes.entries.map { $0.keys.map(\.type) } == [
        [.int128], [.int64], [.float32], [.float64], [.list(.int128)], [.list(.any)],
      ])
    #expect(
      graph.classes.entries.map(\.name) == [
        "$integer", "$integer", "$real", "$real", "$array", "$array",
      ])
  }

  @Test func `dictionaries that are values become structs, in the rest of the archive maps`() throws
  {
    let inner: Tree = ["b": .uid(0), "a": [["x": 1], ["x": 2]]]
    let graph = try comesBack(
      .archive(
        [["$class": .uid(2), "d": inner], ["$classname": "C"]], rest: [("more", ["k": ["j": 1]])]))
    #expect(graph.classes.entries.map(\.name) == ["C", "$class", "$dictionary", "$dictionary"])
    #expect(
      graph.metadata?.last
        == ArchiveNamedValue(
          "more", .map(key: .string, value: .any),
          .map([
            ArchiveMapPair(
              key: .string("k"),
              value: .any(
                .map(key: .string, value: .any),
                .map([ArchiveMapPair(key: .string("j"), value: .any(.int64, .integer(1)))])))
          ])))
  }

  @Test func `an archive without $null keeps its numbers, plus one`() throws {
    let graph = try comesBack([
      "$objects": [["$class": .uid(1), "me": .uid(0)], ["$classname": "C"]],
      "$top": ["root": .uid(0)],
    ])
    #expect(graph.roots.first?.value == .reference(1))
    #expect(graph.metadata?.last == ArchiveNamedValue("$null", .bool, .bool(false)))
    #expect(graph.root("root") != nil)
  }

  @Test func `class names that the mapping uses, and the empty one, get a dollar sign`() throws {
    let names = ["$class", "$string", "", "$"]
    let records: [Tree] = names.indices.map { ["$class": .uid(UInt64($0 + 5))] }
    let graph = try comesBack(.archive(records + names.map { ["$classname": .leaf(.string($0))] }))
    #expect(graph.classes.entries.map(\.name) == ["$$class", "$$string", "$", "$$", "$class"])
  }

  @Test func `items of metadata that were added become keys of the outermost dictionary`() throws {
    var graph = try ArchiveGraph(keyedArchive: Tree.archive(["x"]).list())
    graph.metadata?.append(ArchiveNamedValue("author", .string, .string("A")))
    #expect(
      try PropertyListGraph(keyedArchiveFrom: graph)
        == Tree.dictionary([
          ("$version", 100_000), ("$archiver", "NSKeyedArchiver"), ("$top", ["root": .uid(1)]),
          ("$objects", ["$null", "x"]), ("author", "A"),
        ]).list())
  }
}

extension Double {
  fileprivate var node: Tree { .leaf(.real64(self)) }
}
