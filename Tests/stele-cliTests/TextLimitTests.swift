import Stele
import TestSupport
import Testing

@testable import stele_cli

@Suite("--text-limit")
struct TextLimitTests {
  let path: String
  let directory: TemporaryDirectory

  /// Writes an archive with one long name in each of many keys.
  init() throws {
    directory = try TemporaryDirectory()
    let name = String(repeating: "n", count: 2_000)
    var graph = ArchiveGraph()
    let keys = (0..<200).map { ArchiveKey("k\($0)", .structure(name), presence: .optional) }
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
    let run = ToolRun(command + [path, "--text-limit", "1000"])
    #expect(run.code == .limit)
    #expect(run.bytes.count <= 1_000)
    #expect(
      run.errors
        == "stele: the text would have more than 1,000 bytes; --text-limit raises the limit\n")
  }

  @Test(arguments: commands)
  func `the option raises the limit`(command: [String]) {
    let run = ToolRun(command + [path, "--text-limit", "10000000"])
    #expect(run.code == .fine)
    #expect(run.errors == "")
  }

  @Test func `one object and the differences have the limit, too`() throws {
    let old = try directory.write(ArchiveGraph().encoded(), to: "old.stele")
    for arguments in [["dump", path, "--object", "1"], ["dump", path, "--root", "root"]] {
      let run = ToolRun(arguments + ["--text-limit", "10"])
      #expect(run.code == .limit)
      #expect(run.output == "")
    }
    let run = ToolRun(["diff", old, path, "--text-limit", "0"])
    #expect(run.code == .limit)
    #expect(run.output == "")
  }

  @Test func `a limit that is no number is wrong usage`() {
    let run = ToolRun(["dump", path, "--text-limit", "much"])
    #expect(run.code == .usage)
    #expect(
      run.errors
        == "stele: option --text-limit needs an integer of at least 0 (see stele dump --help)\n")
  }
}
