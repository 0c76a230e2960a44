import Foundation
import Stele
import SteleFoundation
import SteleInspection
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele digest")
struct DigestTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `the digest of each file stands before its name`() throws {
    let people = try directory.write(Sample.bytes(), to: "a.stele")
    let canonical = try Sample.people().canonical().encoded()
    let other = try directory.write(canonical, to: "b.stele")
    let digest = SHA256.hash(canonical)
    let run = ToolRun(["digest", people, other])
    #expect(run.code == .fine)
    #expect(run.output == "\(digest)  \(people)\n\(digest)  \(other)\n")
    #expect(run.errors == "")
    #expect(ToolRun(["digest", "-"], input: canonical).output == "\(digest)  -\n")
    let json = ToolRun(["digest", "--json", people, other])
    #expect(
      json.output == """
        {"format": "stele-digest-1", "files": [
        {"path": "\(people)", "digest": "\(digest)", "canonical": false, "includesMetadata": false},
        {"path": "\(other)", "digest": "\(digest)", "canonical": true, "includesMetadata": false}
        ]}

        """)
  }

  @Test func `every valid fixture has the digest of its canonical form, or none`() throws {
    for fixture in try FixtureFolder.manifest().valid {
      let path = FixtureFolder.folder.appending(path: fixture.file).path
      let run = ToolRun(["digest", "--metadata", path])
      if let hash = fixture.formSHA256 {
        #expect(run.code == .fine, "\(fixture.file)")
        #expect(run.output == "\(hash)  \(path)\n")
        let graph = try ArchiveGraph(FixtureFolder.bytes(fixture.file))
        #expect(ToolRun(["digest", path]).output == "\(try graph.contentDigest())  \(path)\n")
      } else {
        #expect(run.code == .finding, "\(fixture.file)")
        #expect(run.output == "")
        #expect(run.errors.contains("(rule \(fixture.denied ?? ""))"), "\(run.errors)")
      }
    }
  }

  @Test func `metadata counts only if it is asked for`() throws {
    var graph = Sample.people()
    let plain = ToolRun(["digest", "-"], input: try graph.encoded()).output
    graph.metadata = [ArchiveNamedValue("title", .string, .string("People"))]
    for bytes in [try graph.encoded(), try graph.canonical(includesMetadata: true).encoded()] {
      let path = try directory.write(bytes, to: "a.stele")
      #expect(ToolRun(["digest", "-"], input: bytes).output == plain)
      #expect(
        ToolRun(["digest", path, "--metadata"]).output
          == "\(try graph.contentDigest(includesMetadata: true))  \(path)\n")
    }
  }

  @Test func `a file that is refused does not keep the others from being hashed`() throws {
    let good = try directory.write(Sample.bytes(), to: "a.stele")
    let bad = try directory.write([1, 2, 3], to: "b.stele")
    let none = directory.path("none")
    let digest = try Sample.people().contentDigest()
    let clause = ArchiveError(.signature, at: 0).clause
    let run = ToolRun(["digest", bad, good])
    #expect(run.code == .finding)
    #expect(run.output == "\(digest)  \(good)\n")
    #expect(run.errors == "stele: \(bad): \(clause)\n")
    let other = ToolRun(["digest", none, bad, good, "--json"])
    #expect(other.code == .inputOutput)
    let error = "cannot open \(none): no such file or directory"
    #expect(
      other.output == """
        {"format": "stele-digest-1", "files": [
        {"path": "\(none)", "error": "\(error)"},
        {"path": "\(bad)", "error": "\(clause)"},
        {"path": "\(good)", "digest": "\(digest)", "canonical": false, "includesMetadata": false}
        ]}

        """)
    #expect(other.errors == "stele: \(error)\nstele: \(bad): \(clause)\n")
  }

  @Test(arguments: ["digest", "stats"])
  func `damaged files are refused as the reader refuses them`(command: String) throws {
    for fixture in try FixtureFolder.manifest().damaged {
      let bytes = try FixtureFolder.bytes(fixture.file)
      let run = ToolRun([command, "-"], input: bytes)
      let error = try #require(throws: ArchiveError.self) { try ArchiveGraph(bytes) }
      run.expectRefusal(.finding, error.clause)
      #expect(run.output == "")
    }
  }

  @Test func `a file that changes while it is hashed is an error of the file`() throws {
    let path = try directory.write(Sample.people().canonical().encoded(), to: "a.stele")
    let input = Input(Argument(path))
    let console = Console(input: { [] }, output: { _ in }, errors: { _ in })
    #expect(throws: FileError.self) {
      try input.readUnchangedArchive(console) { _ in
        try Data([1]).write(to: URL(filePath: path))
      }
    }
  }
}
