import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

/// Content of chunks whose checksums are wrong.
@Suite struct `Unchecked content` {
  /// Returns an archive of twenty numbers in one block, and the offset of the block's payload.
  private static func numbers() throws -> (graph: ArchiveGraph, bytes: [UInt8], payload: Int) {
    var graph = ArchiveGraph()
    let entry = graph.classes.define(.class("Number", keys: ["value": .bool, "name": .string]))
    for number in 1...20 {
      graph.add(entry, .bool(true), .string("number \(number)"))
    }
    graph.roots = [ArchiveNamedValue("last", .reference(to: "Number"), .reference(20))]
    let bytes = try graph.encoded()
    let payloads = try ArchiveParts(archive: bytes).payloads(of: "OBJS")
    return (graph, bytes, payloads[0].lowerBound)
  }

  private static func recovery(_ bytes: [UInt8], savesUnchecked: Bool = true) -> ArchiveRecovery {
    var options = RecoveryOptions()
    (options.repairStepLimit, options.savesUnchecked) = (0, savesUnchecked)
    return ArchiveRecovery(bytes, options: options)
  }

  @Test func `an invalid record costs only itself if the lengths are right`() throws {
    let (graph, bytes, payload) = try Self.numbers()
    var damaged = bytes
    // The Boolean of object 5.
    let record = try #require(Array(bytes[payload...]).firstRange(of: Array("number 5".utf8)))
    damaged[payload + record.lowerBound - 2] = 7
    let recovery = Self.recovery(damaged)
    #expect(recovery.report.outcome == .partial)
    #expect(recovery.report.uncheckedObjects == [1...4, 6...20])
    #expect(recovery.report.lostObjects == [5...5])
    #expect(
      recovery.graph.objects == graph.objects.enumerated().filter { $0.offset != 4 }.map(\.element))
    #expect(recovery.graph.roots.map(\.value) == [.reference(19)])
    let unsaved = Self.recovery(damaged, savesUnchecked: false)
    #expect(unsaved.report.outcome == .nothing)
    #expect(unsaved.report.uncheckedObjects == [1...4, 6...20])
    #expect(unsaved.report.lostObjects == [1...20])
    #expect(unsaved.report.savedRootCount == 0)
    #expect(unsaved.report.lostRootCount == 1)
  }

  @Test func `records after a wrong length are lost`() throws {
    let (graph, bytes, payload) = try Self.numbers()
    var damaged = bytes
    let record = try #require(Array(bytes[payload...]).firstRange(of: Array("number 5".utf8)))
    damaged.remove(at: payload + record.lowerBound + 2)
    let recovery = Self.recovery(damaged)
    // Object 5 is valid, with the length of object 6 as part of its name.
    #expect(recovery.report.uncheckedObjects == [1...5])
    #expect(Array(recovery.graph.objects.prefix(4)) == Array(graph.objects[..<4]))
    let short = Self.recovery(Array(bytes[..<(payload + record.lowerBound)]))
    #expect(short.report.uncheckedObjects == [1...4])
  }

  @Test func `roots before the first invalid one are saved`() throws {
    var graph = ArchiveGraph()
    graph.roots = (1...5).map { ArchiveNamedValue("root \($0)", .bool, .bool(true)) }
    var bytes = try graph.encoded()
    let payload = try #require(ArchiveParts(archive: bytes).payloads(of: "ROOT").first)
    bytes[payload.upperBound - 1] = 9
    let recovery = Self.recovery(bytes)
    #expect(recovery.report.uncheckedRootCount == 4)
    #expect(recovery.report.lostRootCount == 1)
    #expect(recovery.graph.roots == Array(graph.roots[..<4]))
    #expect(Self.recovery(bytes, savesUnchecked: false).report.lostRootCount == 5)
  }

  @Test func `a lost class table is replaced by that of another archive`() throws {
    let (graph, bytes, _) = try Self.numbers()
    var damaged = bytes
    let table = try ArchiveParts(archive: bytes).offsets[1] + 24
    for index in table..<(table + 12) { damaged[index] ^= 0x55 }
    #expect(ArchiveRecovery(damaged).report.outcome == .nothing)
    var options = RecoveryOptions()
    options.otherClasses = bytes
    let recovery = ArchiveRecovery(damaged, options: options)
    #expect(recovery.report.hasOtherClasses)
    #expect(recovery.report.hasLostClasses)
    #expect(recovery.graph.objects == graph.objects)
    #expect(recovery.graph.roots == graph.roots)
    options.otherClasses = Array("no archive".utf8)
    #expect(ArchiveRecovery(damaged, options: options).report.outcome == .nothing)
  }
}
