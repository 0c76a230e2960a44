import Stele
import TestSupport
import Testing

/// Changed archives, given to all readers; `SteleFuzz --mutants` runs as many as one likes.
@Suite struct `Changed archives` {
  #if DEBUG
    private static let countOfEach = 250
  #else
    private static let countOfEach = 10_000
  #endif

  private static let mutants = Result { try Mutants() }

  @Test(arguments: Seeds.forTest(count: 4))
  func `are refused by the same rule and offset by all that read the whole, and by the others too`(
    seed: UInt64
  ) throws {
    let mutants = try Self.mutants.get()
    var rules: Set<ArchiveRule> = []
    // Seeds of mutants far from those of other runs.
    for seed in (seed << 16)..<(seed << 16 + UInt64(Self.countOfEach)) {
      let mutant = mutants.mutant(seed: seed)
      let judgement = mutant.judged()
      if let rule = judgement.finding?.rule { rules.insert(rule) }
      for line in judgement.disagreements {
        Issue.record("mutant \(seed), \(mutant.base): \(line)")
      }
    }
    // The changes must reach far into the archives, or the test proves little.
    #expect(rules.count > 30)
  }
}
