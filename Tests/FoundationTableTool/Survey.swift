import Foundation

/// Runs specimens and comparisons through coders, each in a process of its own where it may not survive.
enum Survey {
  /// All specimens, in the order of the table.
  static let specimens: [Specimen] =
    (Specimen.values + Specimen.collections + Specimen.texts + Specimen.places
    + Specimen.formatters + Specimen.networking)
    .enumerated().sorted { ($0.element.className, $0.offset) < ($1.element.className, $1.offset) }
    .map(\.element)

  /// How long a process may take, in seconds.
  private static let timeLimit = 120.0

  /// What can be asked of a process.
  enum Question: String {
    case specimen, comparison, hostile

    /// How many there are.
    var count: Int { self == .comparison ? Comparison.all.count : specimens.count }
  }

  /// Finds one verdict, if the process survives it.
  static func verdict(_ question: Question, _ pair: CoderPair, _ index: Int) -> Verdict {
    switch question {
    case .specimen: pair.verdict(on: specimens[index])
    case .comparison: Comparison.all[index].verdict(pair)
    case .hostile: Hostile(specimen: specimens[index]).verdict()
    }
  }

  /// All verdicts on one pair of coders.
  static func verdicts(_ question: Question, _ pair: CoderPair) throws -> [String] {
    try (0..<question.count).map { index in
      let child = try ChildProcess(
        [question.rawValue, pair.rawValue, "\(index)"], timeLimit: timeLimit)
      return switch child.end {
      case .exited: child.output
      case .signalled: Verdict.crash.text
      case .tooLate: Verdict.endless.text
      }
    }
  }
}
