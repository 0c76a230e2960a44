import Foundation
import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele merge")
struct MergeTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func merge(
    _ graphs: [(name: String, graph: ArchiveGraph)], _ options: String...
  ) throws -> ToolRun {
    let files = try graphs.map { try directory.write($0.graph.encoded(), to: $0.name) }
    return ToolRun(["merge", "-o", "-"] + options + files)
  }

  /// A person who refers to a friend, who refers back, under a root.
  private static func pair(_ root: String, extraKey: Bool = false) -> ArchiveGraph {
    var graph = ArchiveGraph()
    let size = graph.classes.define(.struct("Size", keys: ["height": .int32]))
    var keys = [
      ArchiveKey("friend", .reference(to: "Person")), ArchiveKey("size", .struct("Size")),
      ArchiveKey("other", .optional(.any)),
    ]
    if extraKey { keys.append(ArchiveKey("age", .int8)) }
    let person = graph.classes.define(.class("Person", keys: keys))
    for number in 1...2 {
      var values: [ArchiveValue?] = [
        .reference(3 - number),
        .struct(size, .integer(Int128(number))),
        ArchiveValue.some(.any(.weakReference(to: nil), .reference(number))),
      ]
      if extraKey { values.append(.integer(7)) }
      graph.add(ArchiveObject(entry: person, values: values))
    }
    graph.roots = [ArchiveNamedValue(root, .list(.reference(to: nil)), .list([.reference(1)]))]
    return graph
  }

  @Test func `objects follow each other, and equal classes become one`() throws {
    let run = try merge([("a.stele", Self.pair("a")), ("b.stele", Self.pair("b"))])
    #expect((run.errors, run.code) == ("", .fine))
    let merged = try ArchiveGraph(run.bytes)
    #expect(merged.classes == Self.pair("a").classes)
    #expect(merged.objects.map { $0.values[0] } == [2, 1, 4, 3].map { .reference($0) })
    #expect(
      merged.objects[3].values[2] == ArchiveValue.some(.any(.weakReference(to: nil), .reference(4)))
    )
    #expect(merged.roots.map(\.name) == ["a", "b"])
    #expect(merged.roots[1].value == .list([.reference(3)]))
    #expect(try merged.place(at: ArchivePath("b[0].friend.size.height")).value == .integer(2))
  }

  @Test func `classes that differ stay beside each other`() throws {
    let run = try merge([("a.stele", Self.pair("a")), ("b.stele", Self.pair("b", extraKey: true))])
    let merged = try ArchiveGraph(run.bytes)
    #expect(merged.classes.entries.map(\.name) == ["Size", "Person", "Person"])
    #expect(merged.objects.map(\.entry) == [2, 2, 3, 3])
    #expect(merged.objects[2].values[3] == .integer(7))
  }

  @Test func `the parts of a merged archive are the archives`() throws {
    let graphs = [Sample.office(), Self.pair("b"), Sample.people()]
    let run = try merge(zip(["a", "b", "c"], graphs).map { ("\($0).stele", $1) }, "--prefix")
    let merged = try ArchiveGraph(run.bytes)
    for (name, graph) in zip(["a", "b", "c"], graphs) {
      for root in graph.roots {
        let new = root.name == "root" ? name : "\(name)-\(root.name)"
        let found = try #require(merged.root(new))
        let part = merged.extracting(ArchiveNamedValue(root.name, found.type, found.value))
        let old = graph.extracting(root)
        let canonical = try [part, old].map { try $0.canonical() }
        #expect(canonical[0].objects == canonical[1].objects)
        #expect(canonical[0].roots == canonical[1].roots)
        #expect(canonical[0].classes == canonical[1].classes)
      }
    }
  }

  @Test func `roots of one name are an error that names both files`() throws {
    let run = try merge([("a.stele", Self.pair("x")), ("b.stele", Self.pair("x"))])
    let (a, b) = (directory.path("a.stele"), directory.path("b.stele"))
    run.expectRefusal(
      .finding, "it has a root \"x\", as \(a) has; --prefix names roots after their files", of: b)
    #expect(run.output == "")
    let prefixed = try merge(
      [("a.stele", Self.pair("x")), ("b.stele", Self.pair("root"))], "--prefix")
    #expect(try ArchiveGraph(prefixed.bytes).roots.map(\.name) == ["a-x", "b"])
  }

  @Test func `files of one name are told apart by the prefixes that are given`() throws {
    let folders = ["a=b", "c"]
    let files = try folders.map { folder in
      try FileManager.default.createDirectory(
        atPath: directory.path(folder), withIntermediateDirectories: true)
      return try directory.write(Self.pair("root").encoded(), to: folder + "/x.stele")
    }
    func roots(_ options: String...) throws -> [String] {
      try ArchiveGraph(ToolRun(["merge", "-o", "-"] + files + options).bytes).roots.map(\.name)
    }
    let run = ToolRun(["merge", "-o", "-", "--prefix"] + files)
    run.expectRefusal(
      .finding,
      "it has a root \"x\", as \(files[0]) has; --name FILE=PREFIX names the roots of one file",
      of: files[1])
    #expect(try roots("--name", "\(files[1])=y") == ["root", "y"])
    #expect(try roots("--prefix", "--name", "\(files[0])=y") == ["y", "x"])
    #expect(try roots("--name", "\(files[0])=y", "--name", "\(files[1])=z") == ["y", "z"])
    for name in ["x.stele=y", files[0], files[0] + "=", "=y"] {
      let run = ToolRun(["merge", "-o", "-", "--name", name] + files)
      #expect((run.code, run.output) == (.usage, ""))
    }
  }

  @Test func `files are told apart by the bytes of their names`() throws {
    let names = ["e\u{301}.stele", "\u{e9}.stele"]
    let files = try names.map { try directory.write(Self.pair("root").encoded(), to: $0) }
    // Some file systems take these names for one.
    guard try FileManager.default.contentsOfDirectory(atPath: directory.path("")).count == 2 else {
      return
    }
    func roots(_ options: String...) throws -> [[UInt8]] {
      let run = ToolRun(["merge", "-o", "-"] + files + options)
      return try ArchiveGraph(run.bytes).roots.map { Array($0.name.utf8) }
    }
    #expect(try roots("--prefix") == [Array("e\u{301}".utf8), Array("\u{e9}".utf8)])
    let named = try roots("--name", "\(files[0])=y", "--name", "\(files[1])=z")
    #expect(named == [Array("y".utf8), Array("z".utf8)])
  }

  @Test func `names of types of two kinds, and metadata that differs, are errors`() throws {
    var other = Self.pair("b")
    other.metadata = [ArchiveNamedValue("title", .string, .string("b"))]
    var graph = Self.pair("a")
    graph.metadata = [ArchiveNamedValue("title", .string, .string("a"))]
    let run = try merge([("a.stele", graph), ("b.stele", other)])
    #expect(run.code == .finding)
    #expect(run.errors.hasSuffix("both have metadata \"title\", which differs\n"))
    var enums = ArchiveGraph()
    enums.classes.define(.enum("Size", version: 1, cases: [ArchiveCase("small")]))
    let before = graph
    #expect(throws: ArchiveMergeConflict.kind("Size")) { try graph.merge(enums) }
    #expect(graph == before)
  }

  @Test func `an input that is not valid leaves no file`() throws {
    let good = try directory.write(Self.pair("a").encoded(), to: "a.stele")
    let bad = try directory.write([1, 2, 3], to: "b.stele")
    let run = ToolRun(["merge", good, bad, "-o", directory.path("new.stele")])
    #expect(run.code == .finding)
    #expect(run.errors.hasPrefix("stele: \(bad): "))
    #expect(try directory.names() == ["a.stele", "b.stele"])
    #expect(ToolRun(["merge", "-o", "x"]).code == .usage)
    #expect(ToolRun(["merge", "-", "-", "-o", "x"]).code == .usage)
  }
}
