import Stele
import SteleModel
import TestSupport
import Testing

@testable import SteleInspection

/// Repairs of chunks with one wrong byte.
@Suite struct `Repair of single errors` {
  private static let fixtures = [
    "one-object", "weak-slots", "metadata-and-objects", "class-in-instalments",
  ]

  /// Returns every archive with one changed, missing or additional byte, and its offset.
  private static func damages(
    of bytes: [UInt8], every step: Int
  ) -> [(offset: Int, name: String, bytes: [UInt8])] {
    stride(from: 0, to: bytes.count, by: step).flatMap { offset in
      var (changed, missing, added) = (bytes, bytes, bytes)
      changed[offset] ^= UInt8(1 + offset % 255)
      missing.remove(at: offset)
      added.insert(UInt8(truncatingIfNeeded: offset), at: offset)
      return [(offset, "changed", changed), (offset, "missing", missing), (offset, "added", added)]
    }
  }

  @Test(arguments: fixtures)
  func `whatever single byte is wrong, all objects are saved`(name: String) throws {
    let bytes = try FixtureFolder.bytes("valid/\(name).stele")
    let graph = try ArchiveGraph(bytes)
    for damage in Self.damages(of: bytes, every: Seeds.stride(31)) {
      let recovery = ArchiveRecovery(damage.bytes)
      #expect(recovery.graph.objects == graph.objects, "\(damage.name) at \(damage.offset)")
      #expect(recovery.graph.roots == graph.roots, "\(damage.name) at \(damage.offset)")
    }
  }

  @Test func `at most one of a hundred missing bytes costs everything`() throws {
    var (count, lostCount) = (0, 0)
    for name in Self.fixtures {
      let bytes = try FixtureFolder.bytes("valid/\(name).stele")
      for offset in stride(from: 0, to: bytes.count, by: Seeds.stride(11)) {
        var damaged = bytes
        damaged.remove(at: offset)
        count += 1
        if ArchiveRecovery(damaged).report.outcome == .nothing { lostCount += 1 }
      }
    }
    print("\(lostCount) of \(count) places of one missing byte save nothing")
    #expect(lostCount * 100 <= count)
  }

  @Test func `a report states what was repaired`() throws {
    let bytes = try FixtureFolder.bytes("valid/one-object.stele")
    var (changed, missing, added) = (bytes, bytes, bytes)
    changed[67] ^= 0x55
    missing.remove(at: 67)
    added.insert(0xEE, at: 67)
    let type = try #require(ArchiveChunkType("CLAS"))
    #expect(
      [changed, missing, added].map { ArchiveRecovery($0).report.repairs } == [
        [.init(offset: 67, type: type, change: .replaced(with: bytes[67]))],
        [.init(offset: 67, type: type, change: .inserted(bytes[67]))],
        [.init(offset: 67, type: type, change: .removed)],
      ])
    #expect(ArchiveRecovery.unrepaired(changed).report.outcome == .nothing)
  }

  @Test func `two chunks with one error each are repaired, and other damages are where they were`()
    throws
  {
    let bytes = try FixtureFolder.bytes("valid/one-object.stele")
    var damaged = bytes
    damaged[bytes.count - 1] ^= 1
    damaged.remove(at: 125)
    damaged.insert(0xEE, at: 70)
    let report = ArchiveRecovery(damaged).report
    #expect(report.outcome == .complete)
    #expect(report.repairs.map(\.offset) == [70, 126])
    #expect(report.damages.map(\.range) == [(bytes.count - 8)..<bytes.count])
    #expect(report.damages.map(\.rule) == [.closingSignature])
  }
}
