import Foundation
import TestSupport

/// Runs specimens and comparisons through coders, in processes that may not survive them.
enum Survey {
  /// All specimens, in the order of the table.
  static let specimens: [Specimen] =
    (Specimen.values + Specimen.collections + Specimen.texts + Specimen.places
    + Specimen.formatters + Specimen.networking)
    .enumerated().sorted { ($0.element.className, $0.offset) < ($1.element.className, $1.offset) }
    .map(\.element)

  /// How long a process may take, in seconds.
  private static let timeLimit = 600.0

  /// The questions to a process.
  enum Question: String {
    case specimen, comparison, hostile

    /// The number of questions.
    var count: Int { self == .comparison ? Comparison.all.count : specimens.count }

    /// The number of questions that one process answers: programs set names of classes for the whole process.
    var countInProcess: Int { self == .comparison ? 1 : count }
  }

  /// Finds one verdict, if the process survives it.
  static func verdict(_ question: Question, _ pair: CoderPair, _ index: Int) -> Verdict {
    switch question {
    case .specimen: pair.verdict(on: specimens[index])
    case .comparison: Comparison.all[index].verdict(pair)
    case .hostile: Hostile(specimen: specimens[index]).verdict()
    }
  }

  /// Prints verdicts from one question on, a line each, as far as the process survives them.
  static func answer(_ question: Question, _ pair: CoderPair, from first: Int) {
    for index in first..<min(first + question.countInProcess, question.count) {
      RunLog.say(verdict(question, pair, index).text)
    }
  }

  /// Returns all verdicts on one pair of coders.
  ///
  /// Another process goes on after the question that ended one.
  static func verdicts(_ question: Question, _ pair: CoderPair) throws -> [String] {
    var verdicts: [String] = []
    while verdicts.count < question.count {
      let child = try ProgramRun(
        ofThisProgram: [question.rawValue, pair.rawValue, "\(verdicts.count)"], seconds: timeLimit)
      verdicts += child.lines.map(String.init)
      switch child.end {
      case .exited(0) where !child.lines.isEmpty: break
      case .exited, .signalled: verdicts.append(Verdict.crash.text)
      case .tooLate: verdicts.append(Verdict.endless.text)
      }
    }
    return verdicts
  }
}
