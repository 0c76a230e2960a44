import Foundation
import Stele
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

/// The schemas of what the tool writes for machines, and its output over the fixtures.
@Suite struct `The JSON of the commands` {
  private static let folder = FixtureFolder.package.appending(path: "Sources/stele-cli/JSON")

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func schema(_ name: String) throws -> JSONSchema {
    try JSONSchema(contentsOf: Self.folder.appending(path: "stele-\(name)-1.schema.json"))
  }

  private func fixture(_ path: String) -> String {
    FixtureFolder.folder.appending(path: path).path
  }

  private func names(in folder: String, suffix: String = ".stele") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: fixture(folder))
      .filter { $0.hasSuffix(suffix) }.sorted().map { fixture("\(folder)/\($0)") }
  }

  /// Validates the output of command lines, and that each documented member occurs in it.
  private func validate(
    _ command: String, _ invocations: [[String]], byLine: Bool = false,
    of schemaName: String? = nil, without absent: Set<String> = []
  ) throws {
    let schema = try schema(schemaName ?? command)
    var missing = schema.members
    for arguments in invocations {
      let run = ToolRun([command] + arguments)
      let documents = byLine ? run.lines.map { Data($0.utf8) } : [Data(run.bytes)]
      for document in documents where !document.isEmpty {
        let result = schema.validate(try JSONDecoder().decode(JSONValue.self, from: document))
        let line = ([command] + arguments).joined(separator: " ")
        try #require(result.violations.isEmpty, "\(line): \(result.violations.prefix(3))")
        missing.subtract(result.members)
      }
    }
    #expect(missing == absent)
  }

  @Test func `each command that writes JSON has a schema, which names its form`() throws {
    let shared = Option.json
    let commands = Tool.commands.filter { command in
      command.options.contains { $0.name == shared.name && $0.about == shared.about }
    }
    var files: Set<String> = ["stele-query-1.schema.json"]
    for command in commands {
      let name = "stele-\(command.name)-1"
      files.insert("\(name).schema.json")
      let text = try String(
        contentsOf: Self.folder.appending(path: "\(name).schema.json"), encoding: .utf8)
      #expect(text.contains("\"$id\": \"urn:stele:json:\(command.name)-1\""))
      #expect(text.contains("\"const\": \"\(name)\""))
    }
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: Self.folder.path)) == files)
  }

  @Test func `verify`() throws {
    let none = directory.path("none")
    try validate(
      "verify",
      [
        ["--json", fixture("valid"), fixture("invalid"), fixture("damaged"), none],
        ["--json", "--canonical", fixture("valid")],
        ["--json", "--level", "frames", fixture("order")], ["--json", "--quiet", fixture("valid")],
      ])
  }

  @Test func `stats and digest`() throws {
    let inputs = [fixture("valid"), fixture("damaged"), directory.path("none")]
    try validate("stats", [["--json"] + inputs])
    try validate("info", [["--json"] + inputs])
    try validate("digest", [["--json"] + inputs, ["--json", "--metadata"] + inputs])
  }

  @Test func `schema and graph`() throws {
    let files = try names(in: "valid") + names(in: "nscoding")
    let reused = try names(in: "evolution/key-reused")
    try validate("schema", (files + reused).map { ["--json", $0] })
    try validate(
      "graph",
      files.map { ["--json", $0] } + files.map { ["--json", "--object", "1", "--limit", "2", $0] })
  }

  @Test func `compat and diff`() throws {
    var pairs: [[String]] = []
    for family in try EvolutionFamily.all() {
      let files = try names(in: "evolution/\(family.name)")
      pairs += zip(files, files.dropFirst()).map { [$0, $1] }
    }
    try validate(
      "compat", pairs.map { ["--json"] + $0 } + pairs.map { ["--json", "--file", "old"] + $0 })
    let options: [[String]] = [[], ["--schema"], ["--stat"], ["--limit", "0"]]
    var invocations: [[String]] = []
    for pair in pairs {
      for option in options { invocations.append(["--json"] + option + pair) }
    }
    try validate("diff", invocations)
  }

  @Test func `recover`() throws {
    let output = directory.path("saved.stele")
    let dropping = try directory.write(dropping(), to: "dropping.stele")
    let files = try names(in: "damaged") + [dropping]
    try validate(
      "recover",
      files.map { ["--json", $0, "-o", output] }
        + files.map { ["--json", "--unchecked", $0, "-o", output] })
  }

  /// Returns an archive whose second object is damaged and required by the first, and with a set that has two spellings.
  private func dropping() throws -> [UInt8] {
    var graph = ArchiveGraph()
    let node = graph.classes.define(.class("Node", keys: ["next": .reference(to: "Node")]))
    for number in 1...3 { graph.add(node, .reference(number % 3 + 1)) }
    let sets = [[1, 5], [5, 1]].map { ArchiveValue.set($0.map { .integer($0) }) }
    graph.roots = [
      ArchiveNamedValue("node", .reference(to: "Node"), .reference(1)),
      ArchiveNamedValue("sets", .set(.set(.int8)), .set(sets)),
    ]
    var bytes = try graph.encoded(blockByteCount: 1)
    let blocks = try ArchiveCheck(.memory(bytes), limits: ArchiveLimits()).frames.chunks
      .filter { $0.type == .objects }
    let payload = try #require(blocks.dropFirst().first).payloadOffset
    for offset in payload..<payload + 3 { bytes[offset] ^= 0xFF }
    return bytes
  }

  @Test func `explain`() throws {
    let files = try names(in: "valid") + names(in: "invalid") + names(in: "damaged")
    let some = stride(from: 0, to: files.count, by: 11).map { ["--json", files[$0]] }
    let (bytes, offset) = try Sample.damaged()
    let damaged = try directory.write(bytes, to: "damaged.stele")
    try validate(
      "explain",
      some + [
        ["--json", "--at", "40", files[0]], ["--json", "--chunks", files[0]],
        ["--json", fixture("invalid/file-signature-only.stele")],
        ["--json", "--at", "\(offset)", damaged],
      ],
      byLine: true, without: ["#/$defs/more/properties/moreFindings"])
  }

  @Test func `conform`() throws {
    let options = ["--fixtures", FixtureFolder.folder.path, "--filter", "valid/empty", "--json"]
    try validate("conform", [options + ["--", "true"]])
  }

  @Test func `query, and get for objects`() throws {
    let path = try directory.write(Sample.people().encoded(), to: "a.stele")
    let invocations = [[path, "Person"], [path, "Person", "--depth", "1", "--limit", "1"]]
    try validate("query", invocations, byLine: true)
    try validate("get", [[path, "objects[1]", "--json"]], byLine: true, of: "query")
  }

  @Test(arguments: [
    (#"{"type": "string", "format": "uri"}"#, "#/format is no known keyword"),
    (#"{"properties": {"a": {"type": 1}}}"#, "#/properties/a/type has the wrong form"),
    (##"{"items": {"$ref": "#/$defs/a"}}"##, "#/items/$ref: there is no #/$defs/a"),
  ])
  func `a schema with a keyword that is not checked is refused`(schema: String, reason: String) {
    let draft = "https://json-schema.org/draft/2020-12/schema"
    let text = "{\"$schema\": \"\(draft)\", " + schema.dropFirst()
    #expect {
      try JSONSchema(JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)))
    } throws: { String(describing: $0) == reason }
  }

  @Test(arguments: [
    (#"{"a": 1.5}"#, "$.a is not of the type"), (#"{"a": -1}"#, "$.a is below"),
    (#"{}"#, "$.a is missing"), (#"{"a": 1, "x": 1}"#, "$.x is not in the schema"),
    (#"{"a": 1, "b": "z"}"#, "$.b is none of"), (#"{"a": 1, "c": [0]}"#, "$.c has 1 elements"),
    (#"{"a": 1, "d": 2}"#, "$.d is not of the type"), (#"{"a": 1, "e": 2}"#, "$.e is not"),
  ])
  func `a value that does not fit a schema is named`(value: String, violation: String) throws {
    let schema = """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
       "required": ["a"], "properties": {
         "a": {"type": "integer", "minimum": 0}, "b": {"enum": ["x", "y"]},
         "c": {"type": "array", "minItems": 2, "items": {"type": "integer"}},
         "d": {"anyOf": [{"$ref": "#/$defs/name"}, {"type": "null"}]}, "e": {"const": 1}},
       "$defs": {"name": {"type": "string"}}}
      """
    let result = try JSONSchema(JSONDecoder().decode(JSONValue.self, from: Data(schema.utf8)))
      .validate(JSONDecoder().decode(JSONValue.self, from: Data(value.utf8)))
    #expect(result.violations.count == 1)
    #expect(result.violations.first?.hasPrefix(violation) == true)
  }
}
