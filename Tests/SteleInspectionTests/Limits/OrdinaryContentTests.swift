import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

@Suite("Ordinary content")
struct OrdinaryContentTests {
  /// The limits of the specification with a small allowance of memory.
  ///
  /// The usual allowance does not depend on the size, so in small archives it would hide that large ones need too much.
  private static let limits: ArchiveLimits = {
    var limits = ArchiveLimits()
    limits.memoryAllowance = 32 << 10
    return limits
  }()

  @Test(arguments: Extreme.ordinary.map(\.name))
  func `is loaded, turned into the canonical form, recovered whole, read in part and shown as text`(
    _ name: String
  ) throws {
    let family = try #require(Extreme.ordinary.first { $0.name == name })
    let bytes = family.bytes(ofAbout: 3 << 10)
    let graph = try ArchiveGraph(bytes, limits: Self.limits)
    #expect(try ArchiveGraph(graph.encoded(), limits: Self.limits) == graph)
    let canonical = try graph.canonical(limits: Self.limits)
    #expect(try ArchiveGraph(canonical.encoded(), limits: Self.limits) == canonical)
    let recovery = ArchiveRecovery(bytes, limits: Self.limits)
    #expect((recovery.report.damages, recovery.report.outcome) == ([], .complete))
    #expect(recovery.graph == graph)
    let archive = try ArchiveReader(opening: bytes, limits: Self.limits)
    _ = try archive.roots()
    try archive.forEachObject { (_, _) in }
    var text: [UInt8] = []
    try archive.writeNotation { (piece) throws(any Error) in text += piece }
    #expect(try ArchiveGraph(notation: text) == graph)
  }
}
