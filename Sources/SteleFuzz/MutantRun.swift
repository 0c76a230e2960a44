import Foundation
import Stele
import TestSupport

/// A long run of changed archives, on all cores: `SteleFuzz --mutants COUNT [SEED]`.
struct MutantRun {
  let count: Int
  /// The seed of the first mutant; each further mutant has the next one.
  let seed: UInt64

  /// The number of mutants of one part.
  private static let size = 500

  /// Runs all mutants, and returns whether all readers agree.
  func run() async throws -> Bool {
    let mutants = try Mutants()
    let start = Date()
    print("seeds \(seed) to \(seed + UInt64(count) - 1)")
    var total = JudgedArchives()
    let parts = stride(from: 0, to: count, by: Self.size)
    try await ParallelRun.run(parts) { first in
      var outcome = JudgedArchives()
      for seed in seed + UInt64(first)..<seed + UInt64(min(count, first + Self.size)) {
        let mutant = mutants.mutant(seed: seed)
        outcome.add(mutant.judged(), "seed \(seed), \(mutant.base)")
      }
      return outcome
    } take: { part in
      total.add(part)
      for line in part.disagreements { print(line) }
      RunLog.record("\(total.judgedCount) judged, \(Int(Date().timeIntervalSince(start))) s")
    }
    let times = total.rules.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    print(
      """
      \(total.judgedCount) mutants in \(Int(Date().timeIntervalSince(start))) s: \(total.validCount) valid, \
      the others refused by \(total.rules.count) rules; \(total.disagreements.count) disagreements
      \(times.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
      """)
    return total.disagreements.isEmpty
  }
}
