import Foundation
import TestSupport

/// Judges every prefix and every one-byte change of every small fixture, and recovers the valid ones after bytes have been
/// added or taken away anywhere.
///
/// Takes long: the test suite has a sample of it.
struct Sweep {
  /// Whether single bytes are changed and prefixes cut, too.
  let changesBytes: Bool
  /// The fixtures above this size are left out, in bytes.
  let largestByteCount: Int
  /// After this time no further fixture is begun, in seconds.
  let seconds: Double

  /// What became of a fixture.
  struct Outcome: Sendable {
    let file: String
    var judgedCount = 0
    var acceptedCount = 0
    var disagreements: [String] = []
  }

  /// Runs, and says whether everything agrees.
  func run() async throws -> Bool {
    let manifest = try FixtureFolder.manifest()
    let files = try
      (manifest.valid.map { ($0.file, true) }
      + (manifest.invalid + manifest.order).map { ($0.file, false) })
      .map { (file: $0.0, isValid: $0.1, bytes: try FixtureFolder.bytes($0.0)) }
      .filter { $0.bytes.count <= largestByteCount }
      .sorted { $0.bytes.count < $1.bytes.count }
    let start = Date()
    var total = Outcome(file: "")
    var finishedCount = 0
    var unfinishedCount = 0
    await withTaskGroup(of: Outcome?.self) { group in
      var rest = files.makeIterator()
      func begin() {
        guard let next = rest.next() else { return }
        guard Date().timeIntervalSince(start) < seconds else {
          unfinishedCount += 1
          return begin()
        }
        note("begins \(next.file), \(next.bytes.count) bytes")
        group.addTask { outcome(of: next.file, next.bytes, isValid: next.isValid) }
      }
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { begin() }
      while let outcome = await group.next() {
        guard let outcome else { continue }
        finishedCount += 1
        total.judgedCount += outcome.judgedCount
        total.acceptedCount += outcome.acceptedCount
        total.disagreements += outcome.disagreements
        for line in outcome.disagreements { print("\(outcome.file): \(line)") }
        note("\(finishedCount) of \(files.count): \(outcome.file), \(total.judgedCount) judged")
        begin()
      }
    }
    print(
      """
      \(finishedCount) fixtures of at most \(largestByteCount) bytes, \(unfinishedCount) left out \
      for lack of time; \(total.judgedCount) archives judged, \(total.acceptedCount) of them valid, \
      \(total.disagreements.count) disagreements
      """)
    return total.disagreements.isEmpty
  }

  private func outcome(of file: String, _ bytes: [UInt8], isValid: Bool) -> Outcome {
    var outcome = Outcome(file: file)
    if isValid { Self.judgeShifts(of: bytes, &outcome) }
    guard changesBytes else { return outcome }
    func judge(
      _ changed: [UInt8], _ extent: Judgement.Extent, mustRefuse: Bool,
      _ place: @autoclosure () -> String
    ) {
      let judgement = Judgement(changed, extent)
      outcome.judgedCount += 1
      if judgement.refusal == nil {
        outcome.acceptedCount += 1
        if mustRefuse { outcome.disagreements.append("\(place()): accepted") }
      }
      outcome.disagreements += judgement.disagreements.map { "\(place()): \($0)" }
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
  private static func judgeShifts(of bytes: [UInt8], _ outcome: inout Outcome) {
    do {
      var trial = try RecoveryTrial(bytes)
      for chunk in trial.chunks { outcome.disagreements += trial.disagreements(without: chunk) }
      for shift in ByteShift.all(in: bytes.count) {
        outcome.judgedCount += 1
        outcome.disagreements += trial.disagreements(after: shift)
      }
    } catch {
      outcome.disagreements.append("cannot be taken apart: \(error)")
    }
  }

  private func note(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }
}
