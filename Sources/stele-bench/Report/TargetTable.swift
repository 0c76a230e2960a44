/// The targets, and which of them were met.
struct TargetTable {
  private let results: Results

  init(_ results: Results) {
    self.results = results
  }

  var text: String {
    var table = TextTable(["targets", "is", "wanted", ""])
    for outcome in results.targets {
      let unit = outcome.unit.isEmpty ? "" : " \(outcome.unit)"
      table.rows.append([
        outcome.name, Figure.decimal(outcome.figure, outcome.figure < 10 ? 3 : 1) + unit,
        "\(outcome.isMinimum ? ">=" : "<=") \(outcome.limit)\(unit)",
        outcome.isMet ? "met" : "NOT MET",
      ])
    }
    let metCount = results.targets.count(where: \.isMet)
    var lines =
      results.targets.isEmpty
      ? [] : [table.text, "\(metCount) of \(results.targets.count) met"]
    if results.isQuick { lines.append("a quick run: figures of small sizes and few repetitions") }
    lines += results.failures.map { "FAILED: \($0)" }
    return lines.joined(separator: "\n")
  }
}
