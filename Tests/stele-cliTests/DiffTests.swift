import Foundation
import Stele
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele diff")
struct DiffTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Returns a graph of people with pets and some values, by the names of the people and their pets.
  static func graph(
    _ people: [(name: String, pets: [String])], age: Int128 = 7, tags: [String] = ["a", "b"],
    title: String? = nil
  ) -> ArchiveGraph {
    var graph = ArchiveGraph()
    graph.classes = ArchiveClassTable([
      .class("Person", keys: ["name": .string, "pets": .list(.reference(to: "Pet"))]),
      .class("Pet", keys: ["name": .string, "owner": .weakReference(to: "Person")]),
      .struct(
        "Size",
        keys: [ArchiveKey("height", .int16), ArchiveKey("unit", .string, presence: .optional)]),
    ])
    var numbers: [Int] = []
    for (name, pets) in people {
      let owner = graph.objects.count + pets.count + 1
      let first = graph.objects.count + 1
      for pet in pets {
        graph.add(2, .string(pet), .reference(owner))
      }
      graph.add(1, .string(name), .list(pets.indices.map { .reference(first + $0) }))
      numbers.append(owner)
    }
    graph.roots = [
      ArchiveNamedValue("people", .list(.reference(to: "Person")), .references(numbers)),
      ArchiveNamedValue("tags", .set(.string), .set(tags.map { .string($0) })),
      ArchiveNamedValue(
        "ages", .map(key: .string, value: .int16),
        .map([ArchiveMapPair(key: .string("Rex"), value: .integer(age))])),
      ArchiveNamedValue(
        "my size", .struct("Size"),
        .struct(3, .integer(age), age > 7 ? .string("cm") : nil)),
    ]
    graph.metadata = title.map { [ArchiveNamedValue("title", .string, .string($0))] }
    return graph
  }

  static let old = graph([("Ann", ["Rex"]), ("Bob", []), ("Cid", ["Tom", "Kit"])])
  static let new = graph(
    [("Eve", ["Pip"]), ("Ann", []), ("Bob", ["Rex"]), ("Cid", ["Tim", "Kit"])], age: 8,
    tags: ["b", "c"], title: "Pets")

  /// Runs the command on two archives.
  func run(
    _ old: ArchiveGraph, _ new: ArchiveGraph, _ options: String...,
    terminals: Console.Terminals = .init()
  ) throws -> ToolRun {
    let left = try directory.write(try old.encoded(), to: "old.stele")
    let right = try directory.write(try new.encoded(), to: "new.stele")
    return ToolRun(["diff", left, right] + options, terminals: terminals)
  }

  @Test func `archives that hold the same give no text`() throws {
    let run = try run(Self.old, Self.old)
    #expect((run.code, run.output) == (.fine, ""))
  }

  @Test func `two copies of an archive that is not valid are refused`() throws {
    var bytes = try Self.old.encoded()
    bytes[bytes.count / 2] ^= 1
    let left = try directory.write(bytes, to: "old.stele")
    let right = try directory.write(bytes, to: "new.stele")
    let run = ToolRun(["diff", left, right])
    #expect(run.code == .inputOutput)
    #expect(run.errors == ToolRun(["diff", "--stat", left, right]).errors)
  }

  @Test func `each change is one line`() throws {
    let run = try run(Self.old, Self.new)
    #expect(run.code == .finding)
    #expect(
      run.output == """
        ~ ages{Rex} 7 -> 8
        ~ "my size".height 7 -> 8
        + "my size".unit "cm"
        + people[0] Person(name: "Eve", pets: [1]) and 1 object below
        - tags[0] "a"
        + tags[1] "c"
        + metadata.title "Pets"
        ~ people[0].pets[0].owner Person at people[0] -> Person at people[2]
        ~ people[2].pets[0].name "Tom" -> "Tim"
        > people[0].pets[0] moved to people[2].pets[0]: Pet(name: "Rex", owner: Person)

        """)
    let back = try self.run(Self.new, Self.old)
    #expect(
      back.output == """
        ~ ages{Rex} 8 -> 7
        ~ "my size".height 8 -> 7
        - "my size".unit "cm"
        - people[0] Person(name: "Eve", pets: [1]) and 1 object below
        - tags[1] "c"
        + tags[0] "a"
        - metadata.title "Pets"
        ~ people[2].pets[0].owner Person at people[2] -> Person at people[0]
        ~ people[3].pets[0].name "Tim" -> "Tom"
        > people[2].pets[0] moved to people[0].pets[0]: Pet(name: "Rex", owner: Person)

        """)
  }

  @Test func `changes and objects are counted`() throws {
    var old = Self.old
    old.add(2, .string("nobody's"), .nil)
    let run = try run(old, Self.new, "--stat")
    #expect(run.code == .finding)
    #expect(
      run.output == """
        class   changed  added  removed  moved
        Person        2      1        0      0
        Pet           2      1        0      1
        10 changes, 4 changed, 4 added, 1 removed, 1 moved
        \(directory.path("old.stele")): no root leads to 1 object, not compared

        """)
    let same = try self.run(Self.old, Self.old, "--stat")
    #expect((same.code, same.output) == (.fine, "0 changes\n"))
  }

  @Test func `a limit leaves lines out and counts them`() throws {
    let run = try run(Self.old, Self.new, "--limit", "2")
    #expect(run.code == .finding)
    #expect(
      run.output == """
        ~ ages{Rex} 7 -> 8
        ~ "my size".height 7 -> 8
        8 more changes

        """)
    #expect(try self.run(Self.old, Self.new, "--limit=0").output == "10 changes\n")
  }

  @Test func `json has changes, counts and classes`() throws {
    let old = Self.graph([("Ann", ["Rex"])])
    let new = Self.graph([("Ann", ["Max"])])
    let run = try run(old, new, "--json")
    let (left, right) = (directory.path("old.stele"), directory.path("new.stele"))
    #expect(
      run.output == """
        {"format": "stele-diff-1", "old": "\(left)", "new": "\(right)", "changes": [
        {"change": "changed", "oldPath": "people[0].pets[0].name", "newPath": \
        "people[0].pets[0].name", "old": "\\"Rex\\"", "new": "\\"Max\\""}
        ], "counts": {"changed": 1, "added": 0, "removed": 0, "moved": 0}, "classes": [{"class": \
        "Pet", "changed": 1, "added": 0, "removed": 0, "moved": 0}], "notCompared": {"old": 0, \
        "new": 0}}

        """)
    for options in [[], ["--stat"], ["--limit", "0"], ["--schema"]] {
      for other in [old, new] {
        let left = try directory.write(try old.encoded(), to: "old.stele")
        let right = try directory.write(try other.encoded(), to: "new.stele")
        let run = ToolRun(["diff", "--json", left, right] + options)
        #expect(try JSONSerialization.jsonObject(with: Data(run.bytes)) is [String: Any])
      }
    }
  }

  @Test func `values that a join of the same types keeps apart differ`() throws {
    func graph(_ type: ArchiveTypeDescriptor) -> ArchiveGraph {
      var graph = ArchiveGraph()
      let values: [(ArchiveTypeDescriptor, ArchiveValue)] = [
        (type, .integer(5)), (.string, .string("s")),
      ]
      for (index, (type, value)) in values.enumerated() {
        graph.classes.define(.struct("S", keys: ["x": type]))
        graph.roots.append(ArchiveNamedValue("v\(index)", .struct("S"), .struct(index + 1, value)))
      }
      return graph
    }
    let (old, new) = (graph(.int8), graph(.int16))
    for run in [try run(old, new), try run(old, new, "--schema")] {
      #expect(run.code == .finding)
      #expect(run.output == "~ v0.x 5 as int8 -> 5 as int16\n")
    }
  }

  @Test func `the class table is shown if values are equal, and judged if it is to be compared`()
    throws
  {
    var other = Self.old
    var entries = other.classes.entries
    entries[2].version = 2
    entries[2].keys.append(ArchiveKey("depth", .int8, since: 2, presence: .optional))
    other.classes = ArchiveClassTable(entries)
    other.roots[3].value = .struct(3, .integer(7), nil, nil)
    let plain = try run(Self.old, other)
    #expect(plain.code == .finding)
    #expect(
      plain.output == """
        ~ struct Size version 1 -> version 2
        + struct Size.depth int8 since 2 optional

        """)
    let run = try run(Self.old, other, "--schema")
    #expect(run.code == .finding)
    #expect(
      run.output.hasPrefix(plain.output + "\nSize.depth: added, int8, may be absent (10.3)\n"))
    #expect(run.lines.last?.hasSuffix(" fine") == true)
    #expect(try self.run(Self.old, Self.old, "--schema").output == "0 differences\n")
  }

  @Test func `what is no archive is trouble and no difference`() throws {
    let path = try directory.write(try Self.old.encoded(), to: "old.stele")
    let reason = "standard input: \(ArchiveError(.signature, at: 0).clause)"
    let run = ToolRun(["diff", path, "-"], input: [1, 2, 3])
    run.expectRefusal(.inputOutput, reason)
    #expect(run.output == "")
    ToolRun(["diff", "-", path], input: [1, 2, 3]).expectRefusal(.inputOutput, reason)
    #expect(ToolRun(["diff", "/no/such/file", path]).code == .inputOutput)
    #expect(ToolRun(["diff", path]).code == .usage)
    #expect(ToolRun(["diff", path, path, path]).code == .usage)
    #expect(ToolRun(["diff", "-", "-"]).code == .usage)
    #expect(ToolRun(["diff", path, path, "--limit", "-1"]).code == .usage)
  }

  @Test func `a reader that goes away gets the verdict`() throws {
    let left = try directory.write(try Self.old.encoded(), to: "old.stele")
    let right = try directory.write(try Self.new.encoded(), to: "new.stele")
    let run = ToolRun(["diff", left, right], limit: 0)
    #expect((run.code, run.errors) == (.finding, ""))
  }

  @Test func `a terminal shows what is gone in red and what is new in green`() throws {
    let old = Self.graph([("Ann", ["Rex"])])
    let new = Self.graph([("Ann", ["Max"])], tags: ["a"])
    #expect(
      try run(old, new, terminals: .output).output == """
        \u{1B}[1;31m- tags[1] "b"\u{1B}[0m
        ~ people[0].pets[0].name \u{1B}[1;31m"Rex"\u{1B}[0m -> \u{1B}[32m"Max"\u{1B}[0m

        """)
  }

  @Test func `text from archives cannot steer a terminal, and long text is cut`() throws {
    let long = String(repeating: "x", count: 1 << 20)
    let old = Self.graph([("\u{1B}[31m\u{202E}", [long])])
    let new = Self.graph([("\u{9B}2J\n", [long + "y"])])
    let run = try run(old, new)
    #expect(
      run.output == """
        ~ people[0].name "\\u{1b}[31m\\u{202e}" -> "\\u{9b}2J\\n"
        ~ people[0].pets[0].name "\(long.prefix(48))…(1048576 bytes)" -> \
        "\(long.prefix(48))…(1048577 bytes)"

        """)
  }

  @Test func `the path to a key that has the name of its class leads to the key`() throws {
    let files = try [20 as Int128, 21].map { value in
      var graph = ArchiveGraph()
      let entry = graph.classes.define(.class("Name", keys: ["Name": .int8]))
      graph.add(entry, .integer(value))
      graph.roots = [ArchiveNamedValue("root", .reference(to: "Name"), .reference(1))]
      return try directory.write(graph.encoded(), to: "\(value).stele")
    }
    for start in ["objects[1]", "root"] {
      let run = ToolRun(["diff", "--path", start] + files)
      let path = "\(start).Name::Name"
      #expect(run.output == "~ \(path) 20 -> 21\n")
      #expect(ToolRun(["get", files[1], path]).output == "21\n")
    }
    let explained = ToolRun(["explain", files[1]]).output
    #expect(explained.contains("objects[1].Name.Name\n"))
    #expect(ToolRun(["get", files[1], "objects[1].Name.Name"]).output == "21\n")
  }
}
