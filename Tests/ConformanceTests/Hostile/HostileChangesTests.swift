import Stele
import TestSupport
import Testing

/// Archives that change while a program decodes types from parts of them.
@Suite struct HostileChanges {
  #if DEBUG
    private static let scriptCount = 20
  #else
    private static let scriptCount = 400
  #endif

  @Test func `types of a program withstand archives that change meanwhile`() throws {
    var decodedCount = 0
    for seed in Seeds.forTest(count: Self.scriptCount) {
      var random = RandomSource(seed: seed)
      let number = UInt8(truncatingIfNeeded: random.next() % 45)
      let script = ArchiveScript([0, number, 0x1F, 1, 1, 1, 1, 1, 1, 1, 0])
      let archive = try #require(script.archive)
      var changed = archive
      for _ in 0...random.count(upTo: 4) {
        let offset = Int.random(in: 8..<(archive.count - 8), using: &random)
        changed[offset] = [0, 1, 2, 0x7F, 0x80, 0xFF][Int(random.next() % 6)]
      }
      let contents = [archive, ChunkAssembler.reseal(changed) ?? changed]
      let undisturbed = ChangingTrial.run(contents, .once(after: .max))
      decodedCount += undisturbed.decodedCount
      for _ in 0..<12 {
        let count = Int.random(in: 0...undisturbed.requestCount, using: &random)
        decodedCount += ChangingTrial.run(contents, .once(after: count)).decodedCount
      }
      for _ in 0..<4 {
        let course = ChangingSource.Course.always(seed: random.next())
        decodedCount += ChangingTrial.run(contents, course).decodedCount
      }
    }
    #expect(decodedCount > 0)
  }
}
