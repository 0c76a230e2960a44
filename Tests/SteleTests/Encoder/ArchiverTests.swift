import Stele
import SteleModel
import Testing
import TestSupport

struct ArchiverTests {
  @Test func `roots share their objects`() throws {
    let archiver = Archiver()
    let shared = EncodedNode(1)
    try archiver.encode(shared, root: "one")
    try archiver.encode([shared, EncodedNode(2)], root: "two")
    let graph = try ArchiveGraph(verified(archiver.finish()))
    #expect(
      graph.roots == [
        ArchiveNamedValue("one", .reference(to: "EncodedNode"), .reference(1)),
        ArchiveNamedValue(
          "two", .list(.reference(to: "EncodedNode")), .list([.reference(1), .reference(2)])),
      ])
  }

  @Test func `a root cannot come twice`() throws {
    let archiver = Archiver()
    try archiver.encode(1, root: "a")
    #expect(throws: ArchiveWritingError(.breaks(.duplicateRoot), keyPath: "a")) {
      try archiver.encode(2, root: "a")
    }
    #expect(throws: SteleCodingError(.coderIsFinished)) { try archiver.finish() }
  }

  @Test func `an archiver is for one archive`() throws {
    let archiver = Archiver()
    try archiver.encode(1, root: "a")
    _ = try verified(archiver.finish())
    #expect(throws: SteleCodingError(.coderIsFinished)) { try archiver.encode(1, root: "b") }
  }

  @Test func `writer and metadata stand in the archive`() throws {
    var encoder = SteleEncoder()
    encoder.writer = "tests"
    encoder.metadata = [ArchiveNamedValue("author", .string, .string("me"))]
    let graph = try graph(of: 5, encoder)
    #expect((graph.writer, graph.metadata) == ("tests", encoder.metadata))
  }

  @Test func `the canonical form does not depend on the order of a set`() throws {
    let encoder = SteleEncoder.canonical
    let numbers = Set((0..<100).map { $0 * 7919 })
    var others = Set<Int>(minimumCapacity: 1000)
    for number in numbers.sorted() { others.insert(number) }
    let bytes = try verified(encoder.encode(numbers), isCanonical: true)
    #expect(try encoder.encode(others) == bytes)
  }

  @Test func `the same input gives the same bytes`() throws {
    let value = ["x": [EncodedNode(1, EncodedNode(2)), EncodedNode(3)]]
    #expect(try SteleEncoder().encode(value) == SteleEncoder().encode(value))
  }
}
