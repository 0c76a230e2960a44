import Foundation
import Stele
import TestSupport

/// A long run of changed archives, on all cores: `SteleFuzz --mutants COUNT [SEED]`.
struct MutantRun {
  let count: Int
  /// The seed of the first mutant; the others have those that follow.
  let seed: UInt64

  /// What has come of some mutants.
  private struct Tally: Sendable {
    var count = 0
    var validCount = 0
    var rules: [ArchiveRule: Int] = [:]
    var disagreements: [String] = []

    mutating func add(_ other: Tally) {
      count += other.count
      validCount += other.validCount
      rules.merge(other.rules, uniquingKeysWith: +)
      disagreements += other.disagreements
    }
  }

  /// Runs, and says whether everything agrees.
  func run() async throws -> Bool {
    let mutants = try Mutants()
    let start = Date()
    print("seeds \(seed) to \(seed + UInt64(count) - 1)")
    var total = Tally()
    await withTaskGroup(of: Tally.self) { group in
      let size = 500
      var parts = stride(from: 0, to: count, by: size).makeIterator()
      func begin() {
        guard let first = parts.next() else { return }
        group.addTask { [last = min(count, first + size)] in
          judge(mutants, seed + UInt64(first)..<seed + UInt64(last))
        }
      }
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { begin() }
      while let part = await group.next() {
        total.add(part)
        for line in part.disagreements { print(line) }
        note("\(total.count) judged, \(Int(Date().timeIntervalSince(start))) s")
        begin()
      }
    }
    let times = total.rules.sorted { ($1.value, $0.key.number) < ($0.value, $1.key.number) }
    print(
      """
      \(total.count) mutants in \(Int(Date().timeIntervalSince(start))) s: \(total.validCount) valid, the others \
      refused by \(total.rules.count) rules; \(total.disagreements.count) disagreements
      \(times.map { "\($0.key.number) \($0.value)" }.joined(separator: ", "))
      """)
    return total.disagreements.isEmpty
  }

  private func judge(_ mutants: Mutants, _ seeds: Range<UInt64>) -> Tally {
    var tally = Tally()
    for seed in seeds {
      let mutant = mutants.mutant(seed: seed)
      let judgement = mutant.judged()
      tally.count += 1
      if let finding = judgement.finding {
        tally.rules[finding.rule, default: 0] += 1
      } else {
        tally.validCount += 1
      }
      tally.disagreements += judgement.disagreements.map { "seed \(seed), \(mutant.base): \($0)" }
    }
    return tally
  }

  private func note(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }
}
