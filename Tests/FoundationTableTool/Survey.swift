import Foundation

/// Runs specimens through coders, each in a process of its own where it may not survive.
struct Survey {
  /// All specimens, in the order of the table.
  static let specimens: [Specimen] =
    (Specimen.values + Specimen.collections + Specimen.texts + Specimen.places
    + Specimen.formatters + Specimen.networking)
    .enumerated().sorted { ($0.element.className, $0.offset) < ($1.element.className, $1.offset) }
    .map(\.element)

  /// How long a process may take, in seconds.
  static let timeLimit = 30.0

  /// The exit code by which a process says its verdict without words.
  static func run(_ pair: CoderPair, _ index: Int) {
    let verdict = pair.verdict(on: specimens[index])
    FileHandle.standardOutput.write(Data(verdict.text.utf8))
  }

  /// What becomes of a specimen; the process that finds out may end by that.
  static func verdict(_ pair: CoderPair, _ index: Int) throws -> String {
    let child = try ChildProcess(["run", pair.rawValue, "\(index)"], timeLimit: timeLimit)
    switch child.end {
    case .exited: return child.output
    case .signalled: return Verdict.crash.text
    case .tooLate: return Verdict.endless.text
    }
  }
}
