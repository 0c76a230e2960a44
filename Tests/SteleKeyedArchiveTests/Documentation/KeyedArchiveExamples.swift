import Stele
import SteleKeyedArchive
import SteleModel
import TestSupport
import Testing

/// The examples of the landing page of the library.
@Suite struct `Examples of keyed archives` {
  private func keyedArchive() throws -> [UInt8] {
    try FixtureFolder.bytes(
      "keyed-archives/nskeyedunarchiver__nskeyedunarchiver_tests_resources_plists_"
        + "circularReference.plist")
  }

  @Test func `a keyed archive becomes an archive, and one again`() throws {
    let keyedBytes = try keyedArchive()

    let graph = try ArchiveGraph(keyedArchive: keyedBytes)
    let bytes = try graph.encoded()

    let copy = try ArchiveGraph(bytes).keyedArchiveBytes(.binary)

    _ = try verified(bytes)
    let (list, other) = try (
      PropertyListGraph(parsing: keyedBytes), PropertyListGraph(parsing: copy)
    )
    #expect(list.isEqual(to: other, ignoringOrder: true))
  }

  @Test func `a property list is read without Foundation`() throws {
    let bytes = try keyedArchive()
    var archiverName = ""

    let list = try PropertyListGraph(parsing: bytes)
    if let node = list.value(of: "$archiver", in: list.root), case .string(let name) = list[node] {
      archiverName = name
    }

    #expect(archiverName == "NSKeyedArchiver")
  }
}
