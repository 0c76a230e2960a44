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

  static let names = Extreme.ordinary.map(\.name)

  private static let archives = Dictionary(
    uniqueKeysWithValues: Extreme.ordinary.map { ($0.name, $0.bytes(ofAbout: 3 << 10)) })

  private static func bytes(_ name: String) throws -> [UInt8] { try #require(archives[name]) }

  @Test(arguments: names)
  func `is loaded as a graph and turned into the canonical form`(_ name: String) throws {
    let bytes = try Self.bytes(name)
    let graph = try ArchiveGraph(bytes, limits: Self.limits)
    #expect(try ArchiveGraph(graph.encoded(), limits: Self.limits) == graph)
    let canonical = try graph.canonical(limits: Self.limits)
    #expect(try ArchiveGraph(canonical.encoded(), limits: Self.limits) == canonical)
  }

  @Test(arguments: names)
  func `is recovered whole`(_ name: String) throws {
    let bytes = try Self.bytes(name)
    let recovery = ArchiveRecovery(bytes, limits: Self.limits)
    #expect((recovery.report.damages, recovery.report.outcome) == ([], .complete))
    #expect(try recovery.graph == ArchiveGraph(bytes))
  }

  @Test(arguments: names)
  func `is read in part and shown as text`(_ name: String) throws {
    let bytes = try Self.bytes(name)
    let archive = try ArchiveReader(opening: bytes, limits: Self.limits)
    _ = try archive.roots()
    try archive.forEachObject { (_, _) in }
    var text: [UInt8] = []
    try archive.writeNotation { (piece) throws(any Error) in text += piece }
    #expect(try ArchiveGraph(notation: text) == ArchiveGraph(bytes))
  }
}
