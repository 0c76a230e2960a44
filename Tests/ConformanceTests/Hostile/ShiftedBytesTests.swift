import Stele
import SteleModel
import TestSupport
import Testing

/// ArchiveRecovery when bytes are missing or have been added; `fixtures --sweep` does all of what is a sample here.
@Suite struct `Bytes that are missing or have been added` {
  #if DEBUG
    private static let stride = 17
  #else
    private static let stride = 1
  #endif

  private static let fixtures = [
    "twenty-blocks", "class-in-instalments", "roots-in-instalments", "weak-slots",
    "metadata-and-objects", "unknown-safe-to-copy", "unknown-unsafe-to-copy", "empty",
  ]

  @Test(arguments: fixtures)
  func `cost what the chunks held that they touch, and no more`(name: String) throws {
    let bytes = try FixtureFolder.bytes("valid/\(name).stele")
    // As many for the large archive as for the others.
    try expectRight(bytes, every: Self.stride * max(1, bytes.count / 400))
  }

  @Test func `do not bring up the chunks of an archive that is in a value`() throws {
    try expectRight(try Self.archiveInArchive(), every: Self.stride)
  }

  private func expectRight(_ bytes: [UInt8], every step: Int) throws {
    var trial = try RecoveryTrial(bytes)
    for chunk in trial.chunks {
      for line in trial.disagreements(without: chunk) { Issue.record("\(line)") }
    }
    for shift in ByteShift.all(in: bytes.count, every: step) {
      for line in trial.disagreements(after: shift) { Issue.record("\(line)") }
    }
  }

  /// An archive with an object that has an archive of the same classes in a value.
  private static func archiveInArchive() throws -> [UInt8] {
    var graph = ArchiveGraph()
    let box = graph.classes.define(.class("Box", keys: [ArchiveKey("content", .bytes)]))
    graph.add(ArchiveObject(entry: box, values: [.bytes([])]))
    graph.roots = [ArchiveNamedValue("box", .reference(to: "Box"), .reference(1))]
    graph.metadata = [ArchiveNamedValue("title", .string, .string("inner"))]
    let inner = try graph.encoded()
    graph.objects[0].values = [.bytes(inner)]
    graph.metadata = nil
    return try graph.encoded()
  }
}
