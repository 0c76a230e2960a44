import Stele
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

@Suite("--limit")
struct TextLimitTests {
  let path: String
  let directory: TemporaryDirectory

  /// Writes an archive with one long name in each of many keys.
  init() throws {
    directory = try TemporaryDirectory()
    let name = String(repeating: "n", count: 2_000)
    var graph = ArchiveGraph()
    let keys = (0..<200).map { ArchiveKey("k\($0)", .struct(name), presence: .optional) }
    let entry = graph.classes.define(.class("A", keys: keys))
    graph.add(ArchiveObject(entry: entry, values: keys.map { _ in nil }))
    graph.roots = [ArchiveNamedValue("root", .reference(to: "A"), .reference(1))]
    path = try directory.write(graph.encoded(), to: "a.stele")
  }

  static let commands = [
    ["dump"], ["dump", "--pretty"], ["schema"], ["schema", "--json"], ["schema", "--swift"],
  ]

  @Test(arguments: commands)
  func `text ends where it is as long as the limit`(command: [String]) {
    let run = ToolRun(command + [path, "--limit", "1000B"])
    run.expectRefusal(.limit, "the text would have more than 1,000 bytes; --limit raises the limit")
    #expect(run.bytes.count <= 1_000)
  }

  @Test(arguments: commands)
  func `the option raises the limit`(command: [String]) {
    let run = ToolRun(command + [path, "--limit", "10M"])
    #expect((run.code, run.errors) == (.fine, ""))
  }

  @Test func `one object and the differences have the limit, too`() throws {
    let old = try directory.write(ArchiveGraph().encoded(), to: "old.stele")
    for arguments in [["dump", path, "--object", "1"], ["dump", path, "--root", "root"]] {
      let run = ToolRun(arguments + ["--limit", "10B"])
      #expect((run.code, run.output) == (.limit, ""))
    }
    let run = ToolRun(["diff", old, path, "--limit", "1B"])
    #expect((run.code, run.output) == (.limit, ""))
  }

  @Test(arguments: [
    (["dump"], "a size with a unit, such as 64M"), (["schema"], "a size with a unit, such as 64M"),
    (["get", "root"], "a size with a unit, such as 64M"),
    (["query", "A"], "a number, or a size of text such as 64M"),
  ])
  func `a limit that does not fit the command is wrong usage`(command: [String], what: String) {
    let arguments = [command[0], path] + command.dropFirst()
    for value in ["much", "", "-1", "0B"] + (command.count == 1 ? ["1000"] : []) {
      ToolRun(arguments + ["--limit=\(value)"])
        .expectRefusal(.usage, "option --limit needs \(what)")
    }
  }
}
