import Foundation
import Stele
import SteleInspection
import SteleKeyedArchive
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

/// Text from files that could steer a terminal or deceive its reader, in every place where a file can contain text.
@Suite("Text from files")
struct TerminalSafetyTests {
  /// Escape sequences, line ends, marks of direction, and characters that are not shown.
  private static let scalars =
    "\u{1B}[31m\u{7}\r\n\t\u{7F}\u{85}\u{9B}2J\u{AD}\u{34F}\u{61C}\u{115F}\u{180E}"
    + "\u{200B}\u{200D}\u{200E}\u{202E}\u{2028}\u{2029}\u{2060}\u{2066}\u{3164}\u{FE0F}\u{FEFF}\u{FFA0}"
    + "\u{FFF9}\u{1BCA0}\u{1D173}\u{E0001}\u{E0041}\u{E0100}"

  private static func name(_ text: String) -> String { text + scalars + text }

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `what is not seen is written out, and nothing else is`() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      let category = properties.generalCategory
      let isUnseen =
        [.control, .format, .lineSeparator, .paragraphSeparator].contains(category)
        || properties.isDefaultIgnorableCodePoint
      if scalar.isUnseen != isUnseen { Issue.record("U+\(String(value, radix: 16))") }
    }
    let text = "\u{1B}\u{202E}\u{E0041}é\n"
    #expect(Escape.text.applied(to: text) == "\\u{1b}\\u{202e}\\u{e0041}é\\n")
    #expect(Escape.json.applied(to: text) == "\\u001b\\u202e\\udb40\\udc41é\n")
    #expect(Escape.xml.applied(to: text) == "&#x1b;&#x202e;&#xe0041;é\n")
  }

  /// Checks that the output of a command is harmless: it has no control characters but line ends, and tabs in XML.
  private func expectHarmless(
    _ run: ToolRun, _ command: [String], mayHaveTabs: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (stream, bytes) in [("output", run.bytes), ("errors", Array(run.errors.utf8))] {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        Issue.record("\(command): \(stream) is not UTF-8", sourceLocation: sourceLocation)
        continue
      }
      let harmful = text.unicodeScalars.filter {
        $0.isUnseen && $0 != "\n" && !($0 == "\t" && mayHaveTabs)
      }
      let shown = harmful.map { String($0.value, radix: 16) }
      if !shown.isEmpty {
        Issue.record("\(command): \(stream) has \(shown)", sourceLocation: sourceLocation)
      }
    }
    #expect(
      run.errors.count { $0 == "\n" } <= 1, "\(command): \(run.errors)",
      sourceLocation: sourceLocation)
  }

  /// Runs a command on files with harmful names, and checks that its output is harmless.
  @discardableResult
  private func run(
    _ command: [String], _ code: ExitCode, input: [UInt8] = [], mayHaveTabs: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> ToolRun {
    let run = ToolRun(command, input: input)
    expectHarmless(run, command, mayHaveTabs: mayHaveTabs, sourceLocation: sourceLocation)
    #expect(run.code == code, "\(command): \(run.errors)", sourceLocation: sourceLocation)
    return run
  }

  /// Returns a graph with harmful text in every place where a graph has text.
  private static func graph(version: Int = 1) -> ArchiveGraph {
    var graph = ArchiveGraph()
    graph.writer = name("writer")
    graph.classes.define(.class(name("Base"), keys: [name("base"): .string]))
    let item = graph.classes.define(
      .struct(name("Item"), keys: [name("to"): .optional(.reference(to: name("Thing")))]))
    let shape = graph.classes.define(
      .enum(
        name("Shape"),
        cases: [ArchiveCase(name("one"), keys: [name("size"): .int8]), ArchiveCase(name("two"))]))
    let thing = graph.classes.define(
      .class(
        name("Thing"), version: version, superclass: 1,
        keys: [
          ArchiveKey(name("next"), .optional(.reference(to: name("Thing")))),
          ArchiveKey(name("items"), .list(.struct(name("Item")))),
          ArchiveKey(name("shape"), .enum(name("Shape"))), ArchiveKey(name("any"), .any),
          ArchiveKey(name("changed"), version == 1 ? .int8 : .string),
        ] + (version == 1 ? [] : [ArchiveKey(name("new"), .struct(name("Item")), since: 2)])))
    for number in 1...2 {
      let pointer = ArchiveValue.struct(item, .reference(3 - number))
      let circle = ArchiveValue.enum(shape, case: 0, .integer(1))
      graph.add(
        ArchiveObject(
          entry: thing,
          values: [
            .string(name("text")), .reference(3 - number), .list([pointer]), circle,
            .any(
              .map(key: .string, value: .string),
              .map([.init(key: .string(name("k")), value: .string(name("v")))])),
            version == 1 ? .integer(7) : .string(name("seven")),
          ] + (version == 1 ? [] : [pointer])))
    }
    graph.roots = [
      ArchiveNamedValue(name("root"), .list(.reference(to: name("Thing"))), .list([.reference(1)])),
      ArchiveNamedValue(name("text"), .string, .string(name("root text"))),
    ]
    graph.metadata = [ArchiveNamedValue(name("title"), .string, .string(name("metadata")))]
    return graph
  }

  private func path(_ name: String) -> String {
    // A file system accepts all characters but NUL and the slash.
    directory.path(Self.name(name))
  }

  @Test func `is harmless in what is said about valid archives`() throws {
    let (old, new) = (Self.graph(), Self.graph(version: 2))
    try directory.write(old.encoded(), to: Self.name("old.stele"))
    try directory.write(new.encoded(), to: Self.name("new.stele"))
    let (oldPath, newPath) = (path("old.stele"), path("new.stele"))
    for command in [
      ["verify", oldPath], ["verify", directory.url.path], ["verify", "--json", oldPath],
      ["stats", oldPath, newPath], ["stats", "--json", oldPath], ["digest", oldPath],
      ["digest", "--json", oldPath], ["schema", oldPath], ["dump", "--pretty", oldPath],
      ["dump", oldPath],
      ["graph", oldPath], ["graph", "--mermaid", oldPath], ["graph", "--json", oldPath],
      ["graph", "--object", "1", oldPath], ["graph", "--root", Self.name("root"), oldPath],
      ["schema", "--swift", oldPath], ["explain", oldPath], ["explain", "--json", oldPath],
      ["explain", "--root", Self.name("root"), oldPath], ["explain", "--at", "100", oldPath],
      ["recover", oldPath, "-o", path("out.stele")],
    ] {
      run(command, .fine)
    }
    run(["verify", "--canonical", oldPath], .finding)
    run(["verify", "--canonical", "--json", oldPath], .finding)
    run(["compat", "--all", oldPath, newPath], .finding)
    for options in [["--schema"], ["--stat"], ["--json"]] {
      run(["diff", oldPath, newPath] + options, .finding)
    }
    run(["dump", "--root", Self.name("none"), oldPath], .finding)
    run(["dump", "--object", "3", oldPath], .finding)

    // Escapes do not change the meaning of JSON.
    for options in [[], ["--pretty"]] {
      #expect(try ArchiveGraph(notation: run(["dump", oldPath] + options, .fine).bytes) == old)
    }
    let object = run(["dump", "--object", "1", oldPath], .fine)
    #expect(try JSONSerialization.jsonObject(with: Data(object.bytes)) is [String: Any])
    let root = run(["dump", "--root", Self.name("text"), oldPath], .fine)
    let item = try JSONSerialization.jsonObject(with: Data(root.bytes)) as? [String: Any]
    #expect(item?["value"] as? String == Self.name("root text"))
    let schema = run(["schema", "--json", oldPath], .fine)
    let document = try JSONSerialization.jsonObject(with: Data(schema.bytes)) as? [String: Any]
    #expect(document?["writer"] as? String == Self.name("writer"))
    let compat = run(["compat", "--json", oldPath, newPath], .finding)
    let names = try JSONSerialization.jsonObject(with: Data(compat.bytes)) as? [String: Any]
    #expect(names?["old"] as? String == oldPath)
  }

  @Test func `is harmless in what is said about invalid and damaged archives`() throws {
    var parts = try ArchiveParts(archive: Self.graph().encoded())
    let block = try #require(parts.parts.firstIndex { $0.type == Array("OBJS".utf8) })
    // A reference to an object that does not exist, with names in its key path.
    var wrong = parts
    let reference = try #require(wrong.parts[block].payload.lastIndex(of: 1))
    wrong.parts[block].payload[reference] = 0x7F
    var archives = [wrong.sealed()]
    var damaged = parts.sealed()
    damaged[parts.offsets[block] + 30] ^= 0xFF
    archives.append(damaged)
    // Types of chunks that are escape sequences.
    for type in ["\u{1B}[1m", "\u{9B}2J", "\r\n\u{7}!", "\u{202E}a"] {
      var retyped = parts
      let payload = Array(Self.name("payload").utf8)
      retyped.parts.insert(ArchiveParts.Part(type: Array(type.utf8), payload: payload), at: 2)
      retyped.renewIndex()
      archives.append(retyped.sealed())
    }
    parts.parts.remove(at: block)
    archives.append(parts.sealed())
    for (number, bytes) in archives.enumerated() {
      let name = "wrong \(number).stele"
      try directory.write(bytes, to: Self.name(name))
      run(["verify", path(name)], .finding)
      run(["verify", "--json", path(name)], .finding)
      run(["dump", path(name)], .finding)
      for command in [
        ["dump", "--object", "1", path(name)], ["dump", "--root", Self.name("root"), path(name)],
        ["stats", path(name)], ["stats", "--json", path(name)], ["digest", path(name)],
        ["schema", path(name)], ["compat", path(name), path(name)],
        ["recover", path(name), "-o", path("out.stele")],
        ["recover", "--json", path(name), "-o", path("out.stele")],
      ] {
        expectHarmless(ToolRun(command), command)
      }
    }
  }

  @Test func `is harmless in what is said about text notation`() throws {
    let text = Self.graph().notation()
    let changes = [
      ("\"next", "\"\u{202E}other"), ("\"class\"", "\"\u{9B}\""), ("\"objects\"", "\"\u{9B}\""),
      ("\"int8\"", "\"\u{2066}int8\""), ("\"stele\":\"1.0\"", "\"stele\":\"\u{200B}1.0\""),
      (":7", ":\"\u{FEFF}\""), ("\"stele\"", "\u{9B}"),
    ]
    for (old, new) in changes {
      let wrong = text.replacing(old, with: new, maxReplacements: 1)
      run(["build", "-", "-o", path("out.stele")], .finding, input: Array(wrong.utf8))
    }
    run(["build", path("none"), "-o", path("out.stele")], .inputOutput)
    let unwritable = text.replacing(":7", with: ":700")
    run(["build", "-", "-o", path("out.stele")], .finding, input: Array(unwritable.utf8))
  }

  @Test func `is harmless in what is said about keyed archives`() throws {
    // XML has no control characters below U+0020.
    let harmful = String(Self.scalars.unicodeScalars.filter { $0.value >= 0x7F })
    func xml(_ key: String, top: String = "root") -> [UInt8] {
      Array(
        """
        <plist><dict><key>$archiver</key><string>\(harmful)</string>
        <key>\(harmful)</key><string>\(harmful)</string>
        <key>$top</key><dict><key>\(top)</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>
        <key>$objects</key><array><string>$null</string>
        <dict><key>\(key)</key><dict><key>CF$UID</key><integer>2</integer></dict>
        <key>\(harmful)</key><string>\(harmful)</string></dict>
        <dict><key>$classname</key><string>\(harmful)</string></dict>
        </array></dict></plist>
        """.utf8)
    }
    let archive = path("keyed.stele")
    run(["import", "-", "-o", archive], .fine, input: xml("$class", top: harmful))
    let exported = run(["export", "--xml", archive, "-o", "-"], .fine, mayHaveTabs: true)
    let list = try PropertyListGraph(parsing: xml("$class", top: harmful))
    #expect(try PropertyListGraph(parsing: exported.bytes) == list)
    run(["import", "-", "-o", archive], .finding, input: xml("$klass"))
    let unbalanced = Array("<plist><\(harmful)></plist>".utf8)
    run(["import", "-", "-o", archive], .finding, input: unbalanced)
    let duplicate = "<key>\(harmful)</key><true/>"
    let twice = Array("<plist><dict>\(duplicate)\(duplicate)</dict></plist>".utf8)
    run(["import", "-", "-o", archive], .finding, input: twice)

    try directory.write(Self.graph().encoded(), to: Self.name("other.stele"))
    run(["export", path("other.stele"), "-o", path("out.plist")], .finding)
    run(["export", "--xml", path("other.stele"), "-o", path("out.plist")], .finding)
  }

  @Test func `is harmless when it stands on the command line`() {
    for command in [
      [Self.name("x")], ["help", Self.name("x")], ["verify", "--\(Self.scalars)"],
      ["verify", "a", "--level", Self.scalars], ["dump", "a", Self.scalars],
      ["compat", "a", "b", Self.scalars], ["compat", "a", "b", "--file", Self.scalars],
      ["compat", "a", "b", "--fail-on", Self.scalars],
    ] {
      run(command, .usage)
    }
    for command in ["verify", "dump", "schema"] { run([command, path("none")], .inputOutput) }
    for command in ["build", "import", "export", "recover"] {
      run([command, path("none"), "-o", path("out")], .inputOutput)
      run([command, path("none"), "-o", path("none") + "/out"], .inputOutput)
    }
  }

  @Test func `is harmless in the line of progress`() throws {
    var terminals = Console.Terminals()
    (terminals.isErrors, terminals.isOutput) = (true, true)
    try directory.write(Self.graph().encoded(), to: Self.name("a.stele"))
    let run = ToolRun(["verify", path("a.stele")], terminals: terminals)
    #expect(run.code == .fine)
    for own in ["\u{1B}[32m", "\u{1B}[0m"] { #expect(run.output.contains(own)) }
    let rest = run.output.replacing("\u{1B}[32m", with: "").replacing("\u{1B}[0m", with: "")
    #expect(rest.unicodeScalars.allSatisfy { !$0.isUnseen || $0 == "\n" })
  }
}
