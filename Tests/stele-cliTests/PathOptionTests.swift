import Stele
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

@Suite("The option --path")
struct PathOptionTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Two people, with a date and a name of two lines.
  private static func people(_ names: String...) -> ArchiveGraph {
    var graph = ArchiveGraph()
    let person = graph.classes.define(
      .class(
        "Person",
        keys: [
          "name": .string, "born": .date, "friend": .optional(.reference(to: "Person")),
          "marks": .list(.int32),
        ]))
    for (index, name) in names.enumerated() {
      graph.add(
        person, .string(name), .date(730_900_800), index == 0 ? .nil : .reference(index),
        .list((0..<40).map { .integer(Int128($0)) }))
    }
    graph.roots = [
      ArchiveNamedValue(
        "all", .list(.reference(to: "Person")), .references(names.indices.map { $0 + 1 }))
    ]
    return graph
  }

  private func write(_ graph: ArchiveGraph, _ name: String = "a.stele") throws -> String {
    try directory.write(graph.encoded(), to: name)
  }

  @Test func `of dump and graph selects an object or a value`() throws {
    let path = try write(Self.people("Ann", "Bob"))
    for command in ["dump", "graph"] {
      let object = ToolRun([command, path, "--object", "2"])
      let found = ToolRun([command, path, "--path", "all[1]"])
      #expect((found.code, found.output) == (.fine, object.output))
    }
    #expect(ToolRun(["graph", path, "--path", "all"]).code == .fine)
    #expect(
      ToolRun(["dump", path, "--path", "all[1].friend.name"]).output
        == "{\"name\":\"all[1].friend.name\",\"type\":\"string\",\"value\":\"Ann\"}\n")
    ToolRun(["dump", path, "--path", "all[2]"])
      .expectRefusal(.finding, "all: there is no element 2; there are 2", of: path)
    #expect(ToolRun(["dump", path, "--path", "all["]).code == .usage)
  }

  @Test func `of explain shows the bytes of a value`() throws {
    let path = try write(Self.people("Ann\n\"B\"", "Bob"))
    let name = ToolRun(["explain", path, "--path", "all[0].name"])
    #expect(name.code == .fine)
    #expect(name.lines.contains("in objects[1].Person.name"))
    let shown = name.lines.filter { $0.contains("§") }
    #expect(shown.count == 2)
    #expect(shown.allSatisfy { $0.hasSuffix("  objects[1].Person.name") })
    #expect(shown.last?.contains("\"Ann\\n\\\"B\\\"\"") == true)
    let born = ToolRun(["explain", path, "--path", "objects[2].born"])
    #expect(born.output.contains("2024-02-29T12:00:00Z (730900800.0)"))
    let mark = ToolRun(["explain", path, "--path", "all[1].marks[30]"])
    #expect(mark.lines.filter { $0.contains("§") }.count == 1)
    #expect(mark.output.contains("objects[2].Person.marks[30]"))
    #expect(ToolRun(["explain", path, "--path", "all[7]"]).code == .finding)
  }

  @Test func `of diff compares what a value leads to`() throws {
    let old = try write(Self.people("Ann", "Bob", "Eve"))
    let new = try write(Self.people("Ann", "Rob", "Eva"), "b.stele")
    #expect(ToolRun(["diff", old, new]).lines.count == 2)
    let run = ToolRun(["diff", old, new, "--path", "all[1]"])
    #expect(run.code == .finding)
    #expect(run.output == "~ all[1].name \"Bob\" -> \"Rob\"\n")
    #expect(ToolRun(["diff", old, new, "--path", "all[0]"]).code == .fine)
    let below = ToolRun(["diff", old, new, "--path", "objects[3]"])
    #expect(
      below.output
        == "~ objects[3].name \"Eve\" -> \"Eva\"\n~ objects[3].friend.name \"Bob\" -> \"Rob\"\n")
    ToolRun(["diff", old, new, "--path", "none"])
      .expectRefusal(.inputOutput, "\(old): there is no root or class \"none\"")
  }

  @Test func `a byte in a block with a wrong check is shown as damaged`() throws {
    var bytes = try Self.people("Ann", "Bob").encoded()
    let place = try #require(bytes.firstRange(of: Array("Bob".utf8))).lowerBound
    bytes[place] ^= 1
    let path = try directory.write(bytes, to: "a.stele")
    let run = ToolRun(["explain", path, "--at", "\(place)"])
    #expect(run.code == .finding)
    #expect(
      run.lines.contains {
        $0.hasPrefix("damaged: the check of the chunk does not match (F6 payloadCheck), so that")
      }, "\(run.output)")
    let json = ToolRun(["explain", path, "--at", "\(place)", "--json"])
    #expect(
      json.lines.contains {
        $0.contains("\"isMarked\": true, \"damage\": {\"rule\": \"F6\", \"code\": \"payloadCheck\"")
      }, "\(json.output)")
    for options in [[], ["--json"]] {
      let sound = ToolRun(["explain", path, "--at", "40"] + options)
      #expect(!sound.output.contains("damage"))
    }
  }
}
