import Stele
import SteleKeyedArchive
import SteleModel
import TestSupport
import Testing

@Suite struct `Hostile keyed archives` {
  @Test(arguments: try KeyedArchiveSample.small())
  func `no one-byte change traps, and what is taken over comes back`(
    _ sample: KeyedArchiveSample
  ) throws {
    var importCount = 0
    var refusedCount = 0
    for (offset, bytes) in sample.changes {
      do {
        let graph = try ArchiveGraph(keyedArchive: bytes)
        importCount += 1
        guard offset % 8 == 0 else { continue }
        let list = try PropertyListGraph(parsing: bytes)
        #expect(try PropertyListGraph(keyedArchiveFrom: ArchiveGraph(graph.encoded())) == list)
      } catch let error as KeyedArchiveError {
        refusedCount += 1
        #expect(error.offset.map(bytes.indices.contains) ?? true)
      }
    }
    #expect(importCount > 0)
    #expect(refusedCount > 0)
  }

  @Test(arguments: [10_000, 30_000])
  func `records that have all but one key of their own make small entries`(count: Int) throws {
    let records: [Tree] = (1...count).map { ["$class": .uid(1), "k\($0)": 1] }
    let list = try Tree.archive([["$classname": "C"]] + records).list()
    let graph = try ArchiveGraph(keyedArchive: list)
    #expect(graph.classes.entries.allSatisfy { $0.keys.count <= 4 })
    #expect(graph.classes.count <= count)
    guard count == 10_000 else { return }
    #expect(try PropertyListGraph(keyedArchiveFrom: ArchiveGraph(graph.encoded())) == list)
  }

  @Test func `a record of 5,000 keys beside 5,000 poor ones stays alone`() throws {
    let keys: [(String, Tree)] = (1...5_000).map { ("k\($0)", 1) }
    let poor: [Tree] = (1...5_000).map { ["$class": .uid(1), "k\($0)": 1] }
    let list = try Tree.archive(
      [["$classname": "C"], .dictionary([("$class", .uid(1))] + keys)] + poor
    ).list()
    let graph = try ArchiveGraph(keyedArchive: list)
    #expect(graph.objects.dropFirst(2).allSatisfy { $0.values.count <= 4 })
    #expect(try PropertyListGraph(keyedArchiveFrom: graph) == list)
  }

  @Test func `superclasses that each class names in another order are left out beyond 16 for each`()
    throws
  {
    let count = 100
    let records: [Tree] = (1...count).flatMap { number -> [Tree] in
      let names = ["C\(number)"] + (0..<200).map { "S\(($0 * number) % 211)" }
      return [
        ["$class": .uid(UInt64(2 * number))],
        [
          "$classname": .leaf(.string(names[0])),
          "$classes": .array(names.map { .leaf(.string($0)) }),
        ],
      ]
    }
    let list = try Tree.archive(records).list()
    let graph = try ArchiveGraph(keyedArchive: list)
    let superclasses = graph.classes.entries.count { $0.name.hasPrefix("S") }
    #expect(superclasses > 200 && superclasses <= 255 + 16 * count)
    #expect(graph.classes.entries.first { $0.name == "C1" }?.superclass != nil)
    #expect(graph.classes.entries.first { $0.name == "C\(count)" }?.superclass == nil)
    #expect(try PropertyListGraph(keyedArchiveFrom: ArchiveGraph(graph.encoded())) == list)
  }

  @Test func `300 class records with long chains share their superclasses`() throws {
    let chain = Tree.array((0..<300).map { .leaf(.string("S\($0)")) })
    let objects: [Tree] = (1...300).flatMap { number -> [Tree] in
      [
        ["$classname": .leaf(.string("C\(number)")), "$classes": chain],
        ["$class": .uid(UInt64(2 * number - 1))],
      ]
    }
    let list = try Tree.archive(objects).list()
    let graph = try ArchiveGraph(keyedArchive: list)
    #expect(graph.classes.count == 255 + 300 + 1)
    #expect(try PropertyListGraph(keyedArchiveFrom: ArchiveGraph(graph.encoded())) == list)
  }

  @Test func `what unfolds to more than 16 times its size is refused`() throws {
    var nodes: [PropertyListGraph.Node] = [.integer(1)]
    for level in 0..<30 { nodes.append(.array(Array(repeating: level, count: 10))) }
    let list = try PropertyListGraph.archive(nodes, objects: [30])
    let error = try #require(throws: KeyedArchiveError.self) {
      try ArchiveGraph(keyedArchive: list)
    }
    guard case .unfoldsTooFar(let limit) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(limit > 1 << 20 && limit < 1 << 21)
    let four = try PropertyListGraph.archive(Array(nodes.prefix(5)), objects: [4])
    #expect(try PropertyListGraph(keyedArchiveFrom: ArchiveGraph(keyedArchive: four)) == four)
  }

  @Test func `one long string at very many places is refused`() throws {
    let nodes: [PropertyListGraph.Node] = [
      .string(String(repeating: "x", count: 1 << 20)), .array(Array(repeating: 0, count: 10_000)),
    ]
    let list = try PropertyListGraph.archive(nodes, objects: [1])
    #expect(throws: KeyedArchiveError.self) { try ArchiveGraph(keyedArchive: list) }
  }

  @Test(arguments: [500, 100_000])
  func `deep nesting is taken over up to the limit`(depth: Int) throws {
    var limits = KeyedArchiveLimits()
    limits.propertyList.depth = 1_000_000
    var nodes: [PropertyListGraph.Node] = [.string("x")]
    for level in 0..<depth { nodes.append(.array([level])) }
    let list = try PropertyListGraph.archive(nodes, objects: [depth], limits: limits.propertyList)
    // 500 lists, and a value of the type any for each 32 of them, are too deep; 490 lists are not.
    let error = #expect(throws: KeyedArchiveError.self) {
      try ArchiveGraph(keyedArchive: list, limits: limits)
    }
    #expect(error?.reason == .tooDeep(limit: 512))
    let less = try PropertyListGraph.archive(Array(nodes.prefix(491)), objects: [490])
    let graph = try ArchiveGraph(keyedArchive: less)
    #expect(try PropertyListGraph(keyedArchiveFrom: ArchiveGraph(graph.encoded())) == less)
  }
}

extension PropertyListGraph {
  /// A keyed archive whose objects are some of the nodes.
  fileprivate static func archive(
    _ nodes: [Node], objects: [Int], limits: PropertyListLimits = .standard
  ) throws -> PropertyListGraph {
    let first = nodes.count
    return try PropertyListGraph(
      nodes: nodes + [
        .string("$null"), .array([first] + objects), .string("$objects"), .string("$top"),
        .dictionary(keys: [], values: []),
        .dictionary(keys: [first + 2, first + 3], values: [first + 1, first + 4]),
      ], root: first + 5, limits: limits)
  }
}
