import Foundation
import TestSupport

/// Judges every prefix and every one-byte change of every small fixture, and recovers the valid ones after bytes have been
/// added or taken away anywhere.
///
/// It takes long: the test suite runs a sample.
struct Sweep {
  /// Whether single bytes are changed and prefixes cut, too.
  let changesBytes: Bool
  /// The fixtures above this size are left out, in bytes.
  let largestByteCount: Int
  /// After this time no further fixture is begun, in seconds.
  let seconds: Double

  /// Runs, and returns whether everything agrees.
  func run() async throws -> Bool {
    let fixtures = try JudgedFixture.all().filter { $0.bytes.count <= largestByteCount }
      .sorted { $0.bytes.count < $1.bytes.count }
    var total = JudgedArchives()
    var finishedCount = 0
    let unfinishedCount = try await ParallelRun.run(fixtures, for: seconds) { fixture in
      RunLog.record("begins \(fixture.file), \(fixture.bytes.count) bytes")
      return outcome(of: fixture)
    } take: { outcome in
      finishedCount += 1
      total.add(outcome)
      for line in outcome.disagreements { print(line) }
      RunLog.record("\(finishedCount) of \(fixtures.count), \(total.judgedCount) judged")
    }
    print(
      """
      \(finishedCount) fixtures of at most \(largestByteCount) bytes, \(unfinishedCount) left out \
      for lack of time; \(total)
      """)
    return total.disagreements.isEmpty
  }

  private func outcome(of fixture: JudgedFixture) -> JudgedArchives {
    let (file, bytes, isValid) = (fixture.file, fixture.bytes, fixture.isValid)
    var outcome = JudgedArchives()
    if isValid { Self.judgeShifts(of: fixture, &outcome) }
    guard changesBytes else { return outcome }
    func judge(
      _ changed: [UInt8], _ extent: Judgement.Extent, mustRefuse: Bool,
      _ place: @autoclosure () -> String
    ) {
      let judgement = Judgement(changed, extent)
      outcome.add(judgement, "\(file): \(place())")
      if mustRefuse, judgement.refusal == nil {
        outcome.disagreements.append("\(file): \(place()): accepted")
      }
    }
    for (number, prefix) in Prefixes.whole(bytes).enumerated() {
      judge(prefix, .everything, mustRefuse: false, "prefix \(number)")
    }
    for (number, cut) in Prefixes.payloads(bytes).enumerated() {
      judge(cut, .everything, mustRefuse: false, "cut payload \(number)")
    }
    for offset in bytes.indices {
      for value in UInt8.min...UInt8.max {
        let isFlip = (value ^ bytes[offset]).nonzeroBitCount == 1
        for way in OneByteChange.Way.allCases {
          let change = OneByteChange(offset: offset, value: value, way: way)
          guard let changed = change.applied(to: bytes) else { continue }
          judge(
            changed, isFlip ? .everything : .verdicts, mustRefuse: way == .raw && isValid,
            change.description)
        }
      }
    }
    return outcome
  }

  /// Recovers what is left when bytes are missing or have been added.
  private static func judgeShifts(of fixture: JudgedFixture, _ outcome: inout JudgedArchives) {
    var lines: [String] = []
    do {
      var trial = try RecoveryTrial(fixture.bytes)
      for chunk in trial.chunks { lines += trial.disagreements(without: chunk) }
      for shift in ByteShift.all(in: fixture.bytes.count) {
        outcome.judgedCount += 1
        lines += trial.disagreements(after: shift)
      }
    } catch {
      lines.append("cannot be taken apart: \(error)")
    }
    outcome.disagreements += lines.map { "\(fixture.file): \($0)" }
  }
}
