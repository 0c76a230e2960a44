import Stele
import SteleModel
import TestSupport
import Testing

/// Archives of a few chunks; the fixtures have their bytes.
@Suite struct SmallArchiveTests {
  @Test func `the head names a document type and a writer`() throws {
    var graph = ArchiveGraph()
    graph.documentType = "zoo"
    graph.writer = "demo"
    let bytes = try verified(graph.encoded())
    #expect(try ArchiveGraph(bytes) == graph)
    #expect(try ArchiveReader(opening: bytes).documentType == "zoo")
    #expect(try Unarchiver(bytes).documentType == "zoo")
    #expect(try graph.canonical() == ArchiveGraph())
  }

  @Test func `the error for another version names it, and that which can be read`() throws {
    var assembler = ChunkAssembler()
    assembler.head(minor: 3)
    let bytes = assembler.finished()
    let error = thrown(ArchiveError.self) { try ArchiveReader(opening: bytes) }
    #expect(error == ArchiveError(.version, at: 33))
    #expect(
      error?.description.contains(
        "this archive needs version 1.3 of the format; this program reads up to 1.0 (rule F12)")
        == true)
  }

  private func people(_ count: Int) -> ArchiveGraph {
    var graph = ArchiveGraph()
    let person = graph.classes.define(
      .class("Person", keys: [ArchiveKey("name", .string), ArchiveKey("age", .int64)]))
    for _ in 0..<count {
      graph.add(ArchiveObject(entry: person, values: [.string("Ada"), .integer(36)]))
    }
    return graph
  }

  @Test func `each further object takes its values and two bytes`() throws {
    let sizes = try [8, 16, 24].map { try verified(people($0).encoded()).count }
    #expect(sizes[1] - sizes[0] == 8 * 7)
    #expect(sizes[2] - sizes[1] == 8 * 7)
  }
}
