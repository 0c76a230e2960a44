import Stele
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele info")
struct InfoTests {
  @Test func `roots, metadata and counts are shown at once`() throws {
    var graph = Sample.office()
    graph.writer = "test"
    graph.documentType = "com.example.office"
    let bytes = try graph.encoded()
    let run = ToolRun(["info", "-"], input: bytes)
    #expect(run.code == .fine)
    let fingerprint = try ArchiveReader(opening: bytes).fingerprint.hexadecimal
    #expect(
      run.output == """
        standard input: Stele 1.0 written by test, \(bytes.count) bytes, 4 classes, 3 objects, 2 roots
        document type  com.example.office
        roots          root: list of ref Person
                       "first name": string, x
        metadata       metadata.title: string, Office
        fingerprint    \(fingerprint)

        """)
  }

  @Test func `objects are not read, so that a damaged block does not matter`() throws {
    let run = try ToolRun(["info", "-"], input: Sample.damaged().bytes)
    #expect(run.code == .fine)
    #expect(run.output.contains("roots        first: ref Person, objects[1]"))
  }

  @Test func `what is not an archive is a finding, and the files after it are shown`() throws {
    let directory = try TemporaryDirectory()
    let other = try directory.write([1, 2, 3], to: "other.stele")
    let people = try directory.write(Sample.bytes(), to: "people.stele")
    let run = ToolRun(["info", other, people, directory.path("none")])
    #expect(run.code == .inputOutput)
    #expect(run.lines[0].hasPrefix("\(people): Stele 1.0 written by test"))
    #expect(run.errors.contains(other))
    #expect(ToolRun(["info", other]).code == .finding)
  }

  @Test func `a long name is cut`() throws {
    var graph = ArchiveGraph()
    graph.roots = [
      ArchiveNamedValue(String(repeating: "x", count: 5000), .list(.string), .list([]))
    ]
    let run = try ToolRun(["info", "-"], input: graph.encoded())
    #expect(run.output.count < 400)
    #expect(run.output.contains("xxx…(5000 bytes)"))
  }
}

@Suite("stele canonical")
struct CanonicalTests {
  @Test func `equal content in another order gets equal bytes, which are canonical`() throws {
    let graph = Sample.people()
    var other = Sample.people()
    other.writer = "another"
    other.objects[2].values[0] = .string("Nobody refers to Eve")
    let runs = try [graph, other].map {
      try ToolRun(["canonical", "-", "-o", "-"], input: $0.encoded())
    }
    for run in runs {
      #expect((run.code, run.errors) == (.fine, ""))
    }
    #expect(runs[0].bytes == runs[1].bytes)
    #expect(ToolRun(["verify", "--canonical", "-"], input: runs[0].bytes).code == .fine)
    #expect(ToolRun(["canonical", "-", "-o", "-"], input: runs[0].bytes).bytes == runs[0].bytes)
    let text = ToolRun(["dump", "-"], input: try graph.encoded()).bytes
    #expect(ToolRun(["build", "--canonical", "-", "-o", "-"], input: text).bytes == runs[0].bytes)
  }

  @Test func `metadata stays, and the digest that includes it is the hash of the form`() throws {
    let run = try ToolRun(["canonical", "-", "-o", "-"], input: Sample.office().encoded())
    #expect(try ArchiveGraph(run.bytes).metadata == Sample.office().metadata)
    let digests = try [run.bytes, Sample.office().encoded()].map {
      ToolRun(["digest", "--metadata", "-"], input: $0).output
    }
    #expect(digests[0] == digests[1])
  }

  @Test func `nothing is written of a damaged archive`() throws {
    let directory = try TemporaryDirectory()
    let run = try ToolRun(
      ["canonical", "-", "-o", directory.path("new")], input: Sample.damaged().bytes)
    #expect(run.code == .finding)
    #expect(throws: (any Error).self) { try directory.bytes(of: "new") }
  }
}
