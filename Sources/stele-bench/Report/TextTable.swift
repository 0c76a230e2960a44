internal import Foundation

/// Rows of words in columns, all but the first aligned to the right.
struct TextTable {
  var rows: [[String]]

  init(_ header: [String]) {
    rows = [header]
  }

  var text: String {
    var widths: [Int] = []
    for row in rows {
      for (column, word) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], word.count)
      }
    }
    return rows.map { row in
      let words = row.enumerated().map { column, word in
        let space = String(repeating: " ", count: widths[column] - word.count)
        return column == 0 ? word + space : space + word
      }
      return words.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

/// Numbers for people to read.
enum Figure {
  static func decimal(_ number: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", number)
  }

  /// Returns a number with about three digits.
  static func short(_ number: Double) -> String {
    decimal(number, number >= 100 ? 0 : number >= 10 ? 1 : number >= 1 ? 2 : 3)
  }

  static func grouped(_ number: Int) -> String {
    var text = ""
    for (position, digit) in String(number).reversed().enumerated() {
      if position > 0, position % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }

  /// Returns the shortest times, of the processor and elapsed.
  static func milliseconds(_ times: Times?) -> String {
    guard let times else { return "-" }
    return "\(short(times.processorSeconds * 1000)) / \(short(times.elapsedSeconds * 1000))"
  }

  /// Returns the amount by which the rounds are above the shortest.
  static func spread(_ times: [Times?]) -> String {
    times.compactMap { $0?.spread }.max().map { "\(decimal($0 * 100, 0)) %" } ?? "-"
  }

  static func megabytes(_ byteCount: Int?) -> String {
    byteCount.map { short(Double($0) / 1e6) } ?? "-"
  }
}
