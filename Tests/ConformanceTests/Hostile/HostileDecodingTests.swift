import Stele
import TestSupport
import Testing

/// Scripts that change archives of classes which the tests have, and decode what comes of it.
@Suite struct HostileDecoding {
  #if DEBUG
    private static let scriptCount = 120
  #else
    private static let scriptCount = 3_000
  #endif

  @Test func `types of a program withstand changed archives`() throws {
    var decodedCount = 0
    for seed in Seeds.forTest(count: Self.scriptCount) {
      var random = RandomSource(seed: seed)
      let bytes = (0..<(11 + random.count(upTo: 60))).map { _ in
        UInt8(truncatingIfNeeded: random.next())
      }
      let script = ArchiveScript(bytes)
      guard let archive = script.archive else { continue }
      let trial = DecodingTrial(archive, choices: script.choices)
      for line in trial.disagreements { Issue.record("seed \(seed): \(line)") }
      decodedCount += trial.decodedCount
    }
    #expect(decodedCount > 0)
  }

  @Test func `what the encoder writes of the types of a program is decoded`() throws {
    var decodedCount = 0
    for number in UInt8(0)..<45 {
      let script = ArchiveScript([0, number, 0x1F, 1, 1, 1, 1, 1, 1, 1, 0])
      let archive = try #require(script.archive)
      let trial = DecodingTrial(archive, choices: script.choices)
      for line in trial.disagreements { Issue.record("archive \(number): \(line)") }
      decodedCount += trial.decodedCount
    }
    #expect(decodedCount >= 45)
  }
}
