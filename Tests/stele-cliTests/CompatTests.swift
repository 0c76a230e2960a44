import Stele
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele compat")
struct CompatTests {
  static func archive(_ version: Int, _ keys: [ArchiveKey]) throws -> [UInt8] {
    var graph = ArchiveGraph()
    graph.classes.define(.class("Person", version: version, keys: keys))
    return try graph.encoded()
  }

  /// Runs the tool on two archives, the second as standard input.
  static func run(
    _ old: [UInt8], _ new: [UInt8], _ options: String...
  ) throws -> (run: ToolRun, path: String) {
    let directory = try TemporaryDirectory()
    let path = try directory.write(old, to: "old.stele")
    return (ToolRun(["compat", path, "-"] + options, input: new), path)
  }

  @Test func `archives of the same classes have no differences`() throws {
    let bytes = try Sample.bytes()
    let run = try Self.run(bytes, bytes).run
    #expect((run.code, run.output) == (.fine, "0 differences\n"))
  }

  @Test func `an optional key that may have been renamed is told, and is no failure`() throws {
    let run = try Self.run(
      Self.archive(1, [ArchiveKey("colour", .string, presence: .optional)]),
      Self.archive(1, [ArchiveKey("color", .string, presence: .optional)])
    ).run
    #expect(run.code == .fine)
    #expect(run.output.contains("Person.colour: perhaps renamed to color"))
  }

  @Test func `differences are told for both files, and what is fine on request`() throws {
    let old = try Self.archive(1, [ArchiveKey("name", .string), ArchiveKey("size", .int8)])
    let new = try Self.archive(
      2,
      [
        ArchiveKey("size", .int16), ArchiveKey("name", .string),
        ArchiveKey("e\u{1B}", .string, since: 2),
      ])
    let text = """
      Person.size: widened from int8 to int16 (10.4)
        old file, new program: fine, every value converts
        new file, old program: dependsOnValues, converts when the value fits (valueDoesNotFit)
      Person.e\\u{1b}: added, string (10.3)
        old file, new program: needsDeclaration, missing; needs a default (missingKey)
        new file, old program: fine, skipped

      """
    let total = "\n3 differences, 1 needsDeclaration, 1 dependsOnValues, 1 fine\n"
    var run = try Self.run(old, new).run
    #expect(run.code == .finding)
    #expect(run.output == text + total)
    run = try Self.run(old, new, "--all").run
    #expect(
      run.output == text + """
        Person: other order (10.3)
          old file, new program: fine, matched by name
          new file, old program: fine, matched by name

        """ + total)
    run = try Self.run(old, new, "--file", "new").run
    #expect(run.code == .finding)
    #expect(
      run.output == """
        Person.size: widened from int8 to int16 (10.4)
          new file, old program: dependsOnValues, converts when the value fits (valueDoesNotFit)

        3 differences, 1 dependsOnValues, 2 fine

        """)
  }

  @Test func `a class that may be renamed is shown with the one that is gone`() throws {
    func archive(_ name: String) throws -> [UInt8] {
      var graph = ArchiveGraph()
      let entry = graph.classes.define(.class(name, keys: ["age": .int8]))
      graph.add(entry, .integer(1))
      return try graph.encoded()
    }
    let run = try Self.run(archive("Human"), archive("Person")).run
    #expect(
      run.output.contains(
        """
        Human: perhaps renamed to Person (10.5)
          old file, new program: fine, if so, declare the alias
          new file, old program: fine, if so, keep the old name in files
        """))
  }

  @Test func `the exit code follows the least verdict that counts`() throws {
    let old = try Self.archive(1, [])
    let new = try Self.archive(2, [ArchiveKey("name", .string, since: 2)])
    #expect(try Self.run(old, new).run.code == .finding)
    #expect(try Self.run(old, new, "--fail-on", "needsDeclaration").run.code == .finding)
    #expect(try Self.run(old, new, "--fail-on=breaks").run.code == .fine)
    #expect(try Self.run(old, new, "--file=new").run.code == .fine)
  }

  @Test func `json has all differences`() throws {
    let (run, path) = try Self.run(
      try Self.archive(1, []), try Self.archive(2, [ArchiveKey("name", .string, since: 2)]),
      "--json")
    #expect(run.code == .finding)
    #expect(
      run.output == """
        {"format": "stele-compat-1", "old": "\(path)", "new": "-", "verdict": "needsDeclaration", "findings": [\
        {"class": "Person", "kind": "class", "case": null, "key": "name", "root": null, \
        "change": "keyAdded", "message": "added, string", "section": "10.3", "oldFile": \
        {"verdict": "needsDeclaration", "error": "missingKey", "message": "missing; needs a default"}, \
        "newFile": {"verdict": "fine", "error": null, "message": "skipped"}}]}

        """)
  }

  @Test func `what is no archive is refused`() throws {
    try Self.run(Sample.bytes(), [1, 2, 3]).run
      .expectRefusal(.finding, ArchiveError(.signature, at: 0).clause)
    #expect(ToolRun(["compat", "/no/such/file", "-"]).code == .inputOutput)
  }
}
