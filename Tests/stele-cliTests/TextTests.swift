import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele dump and stele build")
struct TextTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `what is dumped is the text notation`() throws {
    let path = try directory.write(Sample.bytes(), to: "a.stele")
    #expect(ToolRun(["dump", path]).output == Sample.people().notation())
    #expect(ToolRun(["dump", path, "--pretty"]).output == Sample.people().notation(pretty: true))
    let run = ToolRun(["dump", "-"], input: try Sample.bytes())
    #expect(run.output == Sample.people().notation())
  }

  @Test func `metadata is dumped`() throws {
    var graph = Sample.people()
    graph.metadata = [ArchiveNamedValue("by", .string, .string("me"))]
    let path = try directory.write(graph.encoded(), to: "a.stele")
    #expect(ToolRun(["dump", path]).output == graph.notation())
  }

  @Test func `one object or root is dumped alone`() throws {
    let path = try directory.write(Sample.bytes(), to: "a.stele")
    #expect(
      ToolRun(["dump", path, "--object", "2"]).output
        == #"{"class":1,"values":[{"name":"Bob"}]}"# + "\n")
    #expect(
      ToolRun(["dump", path, "--root", "first"]).output
        == #"{"name":"first","type":["ref","Person"],"value":1}"# + "\n")
    ToolRun(["dump", path, "--object", "4"])
      .expectRefusal(.finding, "there is no object 4 among 3 objects", of: path)
    ToolRun(["dump", path, "--root", "x"])
      .expectRefusal(.finding, "there is no root \"x\"; the archive has \"first\"", of: path)
  }

  @Test func `text that would become a thousand times the archive ends`() throws {
    var graph = ArchiveGraph()
    let name = String(repeating: "n", count: 20_000)
    let row = graph.classes.define(.struct("Row", keys: [name: .bool]))
    let table = graph.classes.define(.class("Table", keys: ["rows": .list(.struct("Row"))]))
    let rows = ArchiveValue.list(Array(repeating: .struct(row, .bool(true)), count: 20_000))
    graph.add(table, rows)
    let path = try directory.write(graph.encoded(), to: "a.stele")
    let run = ToolRun(["dump", path])
    #expect(run.code == .limit)
    #expect(run.bytes.count < 32 << 20)
    #expect(run.errors.hasSuffix(" bytes; --limit raises the limit\n"))
  }

  @Test func `what is no archive is refused with its rule`() throws {
    let path = try directory.write(Array("no archive at all".utf8), to: "a.stele")
    let reason =
      "cannot read the archive at byte 0: it is not a Stele archive; it looks like text (rule F1)"
    ToolRun(["dump", path]).expectRefusal(.finding, reason, of: path)
  }

  @Test func `a keyed archive is refused with the command that reads it`() throws {
    let path = try directory.write(Array("bplist00".utf8), to: "a.plist")
    for arguments in [["dump", path], ["diff", path, path], ["get", path, "root"]] {
      #expect(
        ToolRun(arguments).errors
          == "stele: \(path): cannot read the archive at byte 0: it is not a Stele archive; it looks like a binary "
          + "property list (rule F1) (stele import makes an archive of a keyed archive)\n")
    }
  }

  @Test func `a dump builds the same archive`() throws {
    let path = try directory.write(Array(Sample.people().notation().utf8), to: "a.json")
    let run = ToolRun(["build", path, "-o", directory.path("a.stele")])
    #expect((run.code, run.output) == (.fine, ""))
    #expect(try directory.bytes(of: "a.stele") == Sample.bytes())
  }

  @Test func `the canonical form is built when it is asked for, metadata and all`() throws {
    var graph = Sample.people()
    graph.metadata = [ArchiveNamedValue("by", .string, .string("me"))]
    let text = Array(graph.notation().utf8)
    let run = ToolRun(["build", "--canonical", "-", "-o", "-"], input: text)
    #expect(run.bytes == (try graph.canonical(includesMetadata: true).encoded()))
    #expect(ToolRun(["verify", "--canonical", "-"], input: run.bytes).code == .fine)
  }

  @Test func `bytes are not written to a terminal`() {
    let run = ToolRun(["build", "-", "-o", "-"], terminals: .output)
    run.expectRefusal(.usage, "a terminal cannot show an archive; use -o FILE or a pipe")
    #expect(run.output == "")
  }

  @Test(arguments: [
    ("{\"stele\": 1}", "stele: standard input: line 1, column "),
    (
      Sample.people().notation().replacing("\"friend\":2", with: "\"friend\":7"),
      "cannot write objects[1].Person.friend: "
    ),
  ])
  func `a text or a graph that is refused leaves the old file and no trace`(
    text: String, error: String
  ) throws {
    try directory.write([9], to: "a.stele")
    let run = ToolRun(["build", "-", "-o", directory.path("a.stele")], input: Array(text.utf8))
    #expect(run.code == .finding)
    #expect(run.errors.contains(error))
    #expect(try directory.names() == ["a.stele"])
    #expect(try directory.bytes(of: "a.stele") == [9])
  }

  @Test func `a file in a directory that is not there is exit code 3`() throws {
    let path = directory.path("none/a.stele")
    ToolRun(["build", "-", "-o", path])
      .expectRefusal(.inputOutput, "cannot create \(path): no such file or directory")
  }
}
