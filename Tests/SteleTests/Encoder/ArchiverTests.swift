import Stele
import SteleModel
import TestSupport
import Testing

struct ArchiverTests {
  @Test func `roots share their objects`() throws {
    let archiver = Archiver()
    let shared = Link(1)
    try archiver.encode(shared, root: "one")
    try archiver.encode([shared, Link(2)], root: "two")
    let graph = try ArchiveGraph(verified(archiver.finish()))
    #expect(
      graph.roots == [
        ArchiveNamedValue("one", .reference(to: "Link"), .reference(1)),
        ArchiveNamedValue(
          "two", .list(.reference(to: "Link")), .list([.reference(1), .reference(2)])),
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
}
