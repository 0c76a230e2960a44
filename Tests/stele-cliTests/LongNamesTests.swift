import Stele
import SteleInspection
import SteleKeyedArchive
import SteleModel
import SteleVerifier
import TestSupport
import Testing

@testable import stele_cli

/// Long names, which no refusal and no finding repeats in full.
@Suite("Long names")
struct LongNamesTests {
  private static let byteCount = 1 << 15
  /// Returns a name with a given beginning, whose other characters have two bytes.
  private static func name(_ start: String) -> String {
    start + String(repeating: "é", count: (byteCount - start.utf8.count) / 2)
  }

  /// The largest length of a message.
  private static let messageByteCount = 4_000

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `are cut between scalars, with an ellipsis and the length`() {
    #expect("short".shortened() == "short")
    #expect("abcdé".shortened(to: 4) == "abcd…(6 bytes)")
    #expect("abcdé".shortened(to: 5) == "abcd…(6 bytes)")
    #expect("abcdé".shortened(to: 6) == "abcdé")
    #expect("éé".shortened(to: 1) == "…(4 bytes)")
    #expect(
      Self.name("ab").shortened() == "ab" + String(repeating: "é", count: 31) + "…(32768 bytes)")
  }

  /// Checks that a message is short, and contains some parts.
  private func expectShort(
    _ message: String, _ what: String, says: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let count = message.utf8.count
    #expect(count < Self.messageByteCount, "\(what)", sourceLocation: sourceLocation)
    guard count < Self.messageByteCount else { return }
    for part in says + ["… bytes)"] {
      let isThere =
        part == "… bytes)"
        ? message.contains("…(") && message.contains(" bytes)") : message.contains(part)
      #expect(isThere, "\(what): \(message)", sourceLocation: sourceLocation)
    }
  }

  private func expectShort(
    _ command: [String], _ code: ExitCode, input: [UInt8] = [], says: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let run = ToolRun(command, input: input)
    #expect(run.code == code, sourceLocation: sourceLocation)
    expectShort(
      run.output + run.errors, command.joined(separator: " "), says: says,
      sourceLocation: sourceLocation)
  }

  private static func graph(version: Int = 1) -> ArchiveGraph {
    var graph = ArchiveGraph()
    let shape = graph.classes.define(
      .enum(name("Shape"), cases: [ArchiveCase(name("one"), keys: [name("size"): .int8])]))
    let thing = graph.classes.define(
      .class(
        name("Thing"), version: version,
        keys: [
          name("next"): .reference(to: name("Thing")), name("shape"): .enum(name("Shape")),
          name("changed"): version == 1 ? .int8 : .string,
        ]))
    for number in 1...2 {
      let value = ArchiveValue.enum(shape, case: 0, .integer(1))
      let changed = version == 1 ? ArchiveValue.integer(7) : .string("7")
      graph.add(thing, .reference(3 - number), value, changed)
    }
    graph.roots = [
      ArchiveNamedValue(name("root"), .list(.reference(to: name("Thing"))), .list([.reference(1)]))
    ]
    graph.metadata = [ArchiveNamedValue(name("title"), .string, .string(""))]
    return graph
  }

  @Test func `are cut where an archive is refused`() throws {
    let graph = Self.graph()
    var parts = try ArchiveParts(archive: try graph.encoded())
    let block = try #require(parts.parts.firstIndex { $0.type == Array("OBJS".utf8) })
    // The reference of the first record, after the first number, count, length and entry.
    parts.parts[block].payload[4] = 0x7F
    parts.renewIndex()
    let bytes = parts.sealed()
    let path = try directory.write(bytes, to: "a.stele")
    for command in [
      ["verify", path], ["verify", "--json", path], ["dump", path],
      ["dump", "--object", "1", path], ["recover", path, "-o", directory.path("b.stele")],
      ["recover", "--json", path, "-o", directory.path("b.stele")],
    ] {
      let run = ToolRun(command)
      #expect(run.code == .finding || command[0] == "recover")
      expectShort(
        run.output + run.errors, "\(command[0...1])", says: ["Thing", "next", "(32768 bytes)"])
    }
    expectShort(["dump", "--root", Self.name("none"), path], .finding)
    #expect(throws: ArchiveError.self) { try ArchiveReader.check(bytes) }

    let root = try #require(parts.parts.firstIndex { $0.type == Array("ROOT".utf8) })
    parts = try ArchiveParts(archive: try graph.encoded())
    parts.parts[root].payload[parts.parts[root].payload.count - 1] = 9
    parts.renewIndex()
    for command in [["verify", "-"], ["dump", "-"], ["compat", "-", path]] {
      expectShort(command, .finding, input: parts.sealed(), says: ["root"])
    }
  }

  @Test func `are cut in reports of what was recovered, and of what has changed`() throws {
    let bytes = try Self.graph().encoded()
    let parts = try ArchiveParts(archive: bytes)
    let block = try #require(parts.parts.firstIndex { $0.type == Array("OBJS".utf8) })
    var damaged = bytes
    for offset in 25...26 { damaged[parts.offsets[block] + offset] ^= 0xFF }
    let path = try directory.write(damaged, to: "damaged.stele")
    for options in [[], ["--json"]] {
      let command = ["recover", path, "-o", directory.path("b.stele")] + options
      expectShort(command, .partial, says: ["root"])
    }
    let old = try directory.write(bytes, to: "old.stele")
    let new = try directory.write(Self.graph(version: 2).encoded(), to: "new.stele")
    for options in [[], ["--json"]] {
      expectShort(["compat", "--all", old, new] + options, .finding, says: ["Thing", "changed"])
      expectShort(["diff", old, new, "--schema"] + options, .finding, says: ["Thing"])
    }
  }

  @Test func `are cut where a text or a graph is refused`() throws {
    let text = Self.graph().notation()
    let changes = [
      ("\"stele\"", "\"\(Self.name("word"))\""), ("\"int8\"", "\"\(Self.name("type"))\""),
      (":7", ":\"x\""), (":7", ":700"), ("\"objects\"", "\"classes\""), ("\"next", "\"other"),
    ]
    for (old, new) in changes {
      let wrong = text.replacing(old, with: new, maxReplacements: 1)
      let run = ToolRun(["build", "-", "-o", directory.path("b.stele")], input: Array(wrong.utf8))
      #expect(run.code == .finding)
      #expect(run.errors.utf8.count < Self.messageByteCount, "\(old)")
    }
    var graph = Self.graph()
    graph.objects[0].values[0] = .reference(7)
    do {
      _ = try graph.encoded()
      Issue.record("a graph with a reference to nothing is written")
    } catch {
      expectShort("\(error)", "graph", says: ["Thing"])
    }
    graph = Self.graph()
    graph.roots += graph.roots
    #expect { try graph.encoded() } throws: { "\($0)".utf8.count < Self.messageByteCount }
  }

  @Test func `are cut where a keyed archive is refused`() throws {
    let key = Self.name("key")
    func xml(_ member: String) -> [UInt8] {
      Array(
        """
        <plist><dict><key>$top</key><dict/><key>$objects</key><array><string>$null</string>
        <dict><key>$class</key><dict><key>CF$UID</key><integer>2</integer></dict>
        <key>\(key)</key>\(member)</dict>
        <dict><key>$classname</key><string>\(key)</string></dict></array></dict></plist>
        """.utf8)
    }
    let uid = "<dict><key>CF$UID</key><integer>77</integer></dict>"
    let command = ["import", "-", "-o", directory.path("b.stele")]
    expectShort(command, .finding, input: xml(uid), says: ["$objects[1].key"])
    expectShort(command, .finding, input: xml("<\(key)/>"))
    expectShort(command, .finding, input: xml("</\(key)>"))
    expectShort(command, .finding, input: xml("<true/><key>\(key)</key><true/>"))

    let archive = try directory.write(
      ArchiveGraph(keyedArchive: xml("<string>a</string>")).encoded(), to: "keyed.stele")
    var graph = try ArchiveGraph(keyedArchive: xml("<string>a</string>"))
    graph.objects[0].values[1] = .string("\u{8}")
    let wrong = try directory.write(graph.encoded(), to: "wrong.stele")
    #expect(ToolRun(["export", "--xml", archive, "-o", directory.path("b.plist")]).code == .fine)
    expectShort(
      ["export", "--xml", wrong, "-o", directory.path("b.plist")], .finding,
      says: ["$objects[1].key"])
  }

  private final class Thing: Decodable {}

  @Test func `are cut where objects of classes are refused`() throws {
    let bytes = try Self.graph().encoded()
    var decoder = SteleDecoder()
    decoder.allowsListedClassesOnly = true
    for attempt in [
      { _ = try decoder.decode([Thing].self, from: bytes) },
      { _ = try SteleDecoder().decode([Thing].self, from: bytes) },
      { _ = try Unarchiver(bytes).decode(Int.self, root: Self.name("none")) },
      { _ = try Unarchiver(bytes).decode(Int.self, root: Self.name("root")) },
    ] {
      #expect { try attempt() } throws: { "\($0)".utf8.count < Self.messageByteCount }
    }
  }
}
