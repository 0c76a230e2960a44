/// The targets, and which of them were met.
struct TargetTable {
  private let results: Results
  private let isQuick: Bool

  init(_ results: Results, isQuick: Bool) {
    self.results = results
    self.isQuick = isQuick
  }

  var text: String {
    var lines: [String] = []
    if !results.targets.isEmpty {
      let missed = results.targets.filter { !$0.isMet }
      lines.append(table(results.targets))
      lines.append("\(results.targets.count - missed.count) of \(results.targets.count) met")
      if !missed.isEmpty {
        lines += ["", "NOT MET:"] + missed.map { "  \($0.name): \($0.shown), not \($0.wanted)" }
      }
    }
    if isQuick { lines.append("a quick run: figures of small sizes and few repetitions") }
    lines += results.failures.map { "FAILED: \($0)" }
    return lines.joined(separator: "\n")
  }

  private func table(_ targets: [Target.Outcome]) -> String {
    var table = TextTable(["targets", "is", "wanted", ""])
    for outcome in targets {
      table.rows.append([
        outcome.name, outcome.shown, outcome.wanted, outcome.isMet ? "met" : "NOT MET",
      ])
    }
    return table.text
  }
}

extension Target.Outcome {
  private var unitText: String { unit.isEmpty ? "" : " \(unit)" }

  fileprivate var shown: String { Figure.decimal(figure, figure < 10 ? 3 : 1) + unitText }

  fileprivate var wanted: String { "\(isMinimum ? ">=" : "<=") \(limit)\(unitText)" }
}
