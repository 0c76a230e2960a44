import Foundation
import Stele
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele explain")
struct ExplainTests {
  private static func path(_ fixture: String) -> String {
    FixtureFolder.folder.appending(path: fixture).path
  }

  @Test func `an archive is shown from the first byte to the last`() {
    let run = ToolRun(["explain", Self.path("valid/empty.stele")])
    #expect(run.code == .fine)
    #expect(
      run.output == """
               0  D3 53 54 4C 0D 0A 1A 0A    §2.1  signature         S with its high bit set, STL, CR LF, control-Z, LF

        chunk 0: HEAD, payload of 4 bytes, at byte 8
               8  48 45 41 44                §2.3  chunk type        HEAD
              12  0E 80 58 C8                §2.2  header check      right
              16  04 00 00 00 00 00 00 00    §2.2  payload length    4
              24  51 53 CB 1F 00 94 2F F4    §2.2  payload check     XXH64
              32  01                         §2.4  major version     1
              33  00                         §2.4  minor version     0
              34  00                         §1.6  document type length  0
              35  00                         §1.6  writer length     0
              36  00 00 00 00                §2.2  padding

        chunk 1: INDX, payload of 32 bytes, at byte 40
              40  49 4E 44 58                §2.3  chunk type        INDX
              44  A6 31 3E 31                §2.2  header check      right
              48  20 00 00 00 00 00 00 00    §2.2  payload length    32
              56  48 5D 71 B9 3B 1F E7 84    §2.2  payload check     XXH64
              64  48 45 41 44                §6.3  indexed chunk     HEAD
              68  00 00 00 00                §6.3  its count         0
              72  04 00 00 00 00 00 00 00    §6.3  its length        4
              80  51 53 CB 1F 00 94 2F F4    §6.3  its payload check  XXH64
              88  28 00 00 00 00 00 00 00    §6.3  index offset      40
              96  D3 53 54 4C 0D 0A 1A 0A    §2.1  closing signature

        """)
  }

  @Test func `an object, and a root, are shown by themselves`() {
    let object = ToolRun(["explain", "--object", "1", Self.path("valid/one-object.stele")])
    #expect((object.code, object.lines.count) == (.fine, 6))
    #expect(object.lines[0] == "object 1: Person version 1, 7 bytes, at byte 122")
    let root = ToolRun(["explain", "--root", "root", Self.path("valid/one-object.stele")])
    #expect((root.code, root.lines.count) == (.fine, 6))
    #expect(root.lines[0] == "root \"root\", at byte 161")
    #expect(root.lines[5].contains("§5.3  ref               object 1 at byte 122"))
  }

  @Test func `of another version only frames are shown, and the version that is needed`() throws {
    var parts = try ArchiveParts(archive: Sample.bytes())
    parts.parts[0].payload = [1, 3, 0xFF, 0xFF]
    let run = ToolRun(["explain", "-"], input: parts.sealed())
    #expect(run.code == .finding)
    #expect(
      run.output.contains(
        """
              ^ F12 version at byte 33: This archive needs version 1.3 of the format; \
        this program reads up to 1.0.
        """))
    let sections = run.lines.compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("§") }.map(String.init)
    }
    #expect(Set(sections) == ["§2.1", "§2.2", "§2.3"])
    #expect(run.lines.count { $0.hasPrefix("chunk ") } == parts.parts.count)
  }

  @Test func `a root is found by a name of any length`() throws {
    var graph = Sample.people()
    let name = String(repeating: "long", count: 100)
    graph.roots.append(ArchiveNamedValue(name, .bool, .bool(true)))
    graph.roots.append(ArchiveNamedValue(name + "er", .bool, .bool(false)))
    let run = try ToolRun(["explain", "--root", name, "-"], input: graph.encoded())
    #expect(run.code == .fine)
    #expect(run.lines.last?.contains("true") == true)
    #expect(run.lines.filter { $0.hasPrefix("root ") }.count == 1)
    #expect(run.lines.last?.hasSuffix("…(400 bytes)\"") == true)
  }

  @Test func `a root is found by the bytes of its name`() throws {
    let names = ["e\u{301}", "\u{e9}"]
    var graph = ArchiveGraph()
    for (number, name) in zip(1..., names) {
      graph.roots.append(ArchiveNamedValue(name, .int8, .integer(Int128(number))))
    }
    for (number, name) in zip(1..., names) {
      let run = try ToolRun(["explain", "--root", name, "-"], input: graph.encoded())
      #expect(run.lines.last?.contains("  \(number)  ") == true)
    }
  }

  @Test func `what is missing is said`() throws {
    let bytes = try Sample.bytes()
    ToolRun(["explain", "-", "--object", "4"], input: bytes)
      .expectRefusal(.finding, "there is no object 4")
    ToolRun(["explain", "-", "--root", "none"], input: bytes)
      .expectRefusal(.finding, "there is no root \"none\"; the archive has \"first\"")
    let count = bytes.count
    ToolRun(["explain", "-", "--at", "\(count)"], input: bytes)
      .expectRefusal(.usage, "byte \(count) is beyond the end: there are \(count) bytes")
  }

  @Test func `a byte is shown with what it stands in, and what is around it`() {
    let path = Self.path("invalid/slot-of-wrong-class.stele")
    let run = ToolRun(["explain", "--at", "182", path])
    #expect(run.code == .finding)
    #expect(
      run.output == """
        byte 182 of 376
        in chunk 3: ROOT, payload of 23 bytes, at byte 136
        in root "weak", at byte 175
        in weak

             176  77 65 61 6B                §6.1  root name         "weak"                        weak
             180  31                         §3.1  type              weak                          weak
             181  02                         §3.1  type name         name 2, "U"                   weak
        >    182  05                         §5.4  weak              slot 2: object 1 at byte 114  weak
              ^ R6 wrongClass at byte 182, weak: A reference points at an object of another class.
             183  00                         §2.2  padding
             184  57 45 41 4B                §2.3  chunk type        WEAK
             188  8A ED 1F 21                §2.2  header check      right

        """)
  }

  @Test func `each line of JSON is a document, and the fields cover the archive`() throws {
    for name in ["valid/every-chunk.stele", "invalid/slot-of-wrong-class.stele"] {
      let bytes = try FixtureFolder.bytes(name)
      let run = ToolRun(["explain", "--json", "-"], input: bytes)
      var offset = 0
      var findingCount = 0
      #expect(run.lines.first == "{\"format\": \"stele-explain-1\", \"bytes\": \(bytes.count)}")
      for line in run.lines {
        let document = try #require(
          JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        findingCount += (document["findings"] as? [Any])?.count ?? 0
        guard document["field"] != nil else { continue }
        #expect(document["offset"] as? Int == offset)
        offset += document["length"] as? Int ?? 0
      }
      #expect(offset == bytes.count)
      #expect(findingCount == (run.code == .fine ? 0 : 1))
    }
  }

  @Test func `of a damaged archive the rest is shown, and every finding`() throws {
    let (bytes, offset) = try Sample.damaged()
    let run = ToolRun(["explain", "-"], input: bytes)
    #expect(run.code == .finding)
    #expect(run.output.contains("      ^ F6 payloadCheck at byte \(offset)"))
    #expect(run.output.contains("root name         \"first\""))
    #expect(run.output.contains("closing signature"))
  }

  @Test(arguments: ["", "{}", String(repeating: "A", count: 100)])
  func `what is no archive is shown as bytes`(text: String) {
    let run = ToolRun(["explain", "-"], input: Array(text.utf8))
    #expect(run.code == .finding)
    #expect(run.output.contains("F1 signature") || run.output.contains("F2 closingSignature"))
  }

  @Test func `archives at the extremes of the format are explained`() {
    for extreme in Extreme.all where extreme.kind == .archive {
      let bytes = extreme.bytes(ofAbout: 1024)
      let run = ToolRun(["explain", "--json", "-"], input: bytes)
      #expect(run.code == .fine || run.code == .finding, "\(extreme.name)")
    }
  }

  @Test func `long fields are cut, unless all is wanted`() throws {
    var graph = ArchiveGraph()
    graph.roots = [ArchiveNamedValue("bytes", .bytes, .bytes([UInt8](repeating: 7, count: 1000)))]
    let bytes = try graph.encoded()
    let (short, long) = (
      ToolRun(["explain", "-"], input: bytes), ToolRun(["explain", "--all", "-"], input: bytes)
    )
    #expect(short.output.contains("07 07 07 07 07 07 07 07 …"))
    #expect(short.output.contains("(1,000 bytes)"))
    #expect(long.output.components(separatedBy: "07 07 07 07 07 07 07 07\n").count == 125)
  }
}

@Suite struct `Words for shells` {
  @Test(arguments: [
    ("people.stele", "people.stele"), ("/a/b-c_1.stele", "/a/b-c_1.stele"),
    ("-x", "./-x"), ("two words", "'two words'"), ("it's", "'it'\\''s'"), ("$HOME", "'$HOME'"),
    ("", "''"), ("a\u{1B}[2J", "$'a\\x1b[2J'"), ("\u{202E}", "$'\\xe2\\x80\\xae'"),
  ])
  func `a name is quoted where a shell would read more in it`(name: String, word: String) {
    #expect(Argument(name).shellWord == word)
  }

  @Test func `bytes that are no text are written as numbers`() {
    #expect(Argument(bytes: [0x61, 0xFF]).shellWord == "$'a\\xff'")
  }

  @Test func `verify names the command that shows a finding`() throws {
    let directory = try TemporaryDirectory()
    let (bytes, offset) = try Sample.damaged()
    let path = try directory.write(bytes, to: "two words.stele")
    let run = ToolRun(["verify", path])
    #expect(run.lines[2] == "        stele explain '\(path)' --at \(offset)")
    #expect(!ToolRun(["verify", "-"], input: bytes).output.contains("stele explain"))
  }
}
