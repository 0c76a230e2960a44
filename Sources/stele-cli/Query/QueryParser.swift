internal import Stele
internal import SteleInspection
internal import SteleModel

/// The grammar of the options of `stele query`.
///
///     condition   = conjunction { "or" conjunction }
///     conjunction = comparison { "and" comparison }
///     comparison  = column ("=" | "!=" | "<" | "<=" | ">" | ">=" | "~") value
///     value       = text in quotation marks | words up to "and" or "or"
///     columns     = column { "," column }
///     order       = column ["asc" | "desc"] { "," column ["asc" | "desc"] }
///     column      = "$id" | "$class" | a path from an object
struct QueryParser {
  private let option: Option
  private let scalars: [Unicode.Scalar]
  private var offset = 0

  init(_ text: String, of option: Option) {
    self.option = option
    scalars = Array(text.unicodeScalars)
  }

  /// Parses a condition: alternatives, each of which is a list of comparisons that must all hold.
  mutating func condition() throws(UsageError) -> [[QueryComparison]] {
    var alternatives = [[try comparison()]]
    while !isAtEnd() {
      if take("or") {
        alternatives.append([try comparison()])
      } else if take("and") {
        alternatives[alternatives.count - 1].append(try comparison())
      } else {
        throw error("and, or, or the end", at: offset)
      }
    }
    return alternatives
  }

  /// Parses columns, which may each have an order.
  mutating func columns(
    ordered: Bool = false
  ) throws(UsageError) -> [(column: QueryColumn, isDescending: Bool)] {
    var columns: [(column: QueryColumn, isDescending: Bool)] = []
    repeat {
      let column = try column()
      let isDescending = ordered && take("desc")
      if ordered, !isDescending { _ = take("asc") }
      columns.append((column, isDescending))
    } while take(",")
    guard isAtEnd() else {
      throw error("\(ordered ? "asc, desc, " : "")a comma or the end", at: offset)
    }
    return columns
  }

  private mutating func comparison() throws(UsageError) -> QueryComparison {
    let column = try column()
    guard let operation = QueryComparison.Operation.allCases.first(where: { take($0.rawValue) })
    else { throw error("=, !=, <, <=, >, >= or ~", at: offset) }
    // `==` is accepted, too, as in many other languages.
    if operation == .equal { _ = take("=") }
    skipSpaces()
    let start = offset
    let literal = try literal()
    let comparison = QueryComparison(
      column: column, operation: operation, literal: literal,
      fault: { [option, scalars] in UsageError("\(option.name): \($0)", in: scalars, at: start) })
    guard !literal.isNil || comparison.isOfEquality else {
      throw comparison.fault("null has neither order nor text; the string is \"null\"")
    }
    return comparison
  }

  private mutating func column() throws(UsageError) -> QueryColumn {
    skipSpaces()
    let start = offset
    skip { $0.properties.isWhitespace || "=!<>~,".unicodeScalars.contains($0) }
    do throws(ArchivePathError) {
      return try QueryColumn(text(from: start))
    } catch {
      throw self.error(error.expected, at: start + error.offset)
    }
  }

  private mutating func literal() throws(UsageError) -> QueryLiteral {
    let start = offset
    guard scalars[start...].first != "\"" else {
      skip(until: \.properties.isWhitespace)
      do throws(ArchivePathError) {
        // A name in quotation marks has the same escapes.
        let path = try ArchivePath(text(from: start))
        if case .name(let text) = path.start, path.steps.isEmpty {
          return QueryLiteral(text, isQuoted: true)
        }
      } catch {
        throw self.error(error.expected, at: start + error.offset)
      }
      throw error("a string", at: start)
    }
    while true {
      var ahead = self
      guard !ahead.take("or"), !ahead.take("and"), !ahead.isAtEnd() else { break }
      skipSpaces()
      while offset < scalars.count, !scalars[offset].properties.isWhitespace { offset += 1 }
    }
    guard offset > start else { throw error("a value, or \"\" for no text,", at: start) }
    return QueryLiteral(text(from: start), isQuoted: false)
  }

  /// Consumes a symbol or a word, if it is next.
  private mutating func take(_ token: String) -> Bool {
    skipSpaces()
    let rest = scalars[offset...]
    let count = token.unicodeScalars.count
    guard rest.starts(with: token.unicodeScalars) else { return false }
    if token.first?.isLetter == true, let after = rest.dropFirst(count).first {
      guard after.properties.isWhitespace || after == "," else { return false }
    }
    offset += count
    return true
  }

  private mutating func isAtEnd() -> Bool {
    skipSpaces()
    return offset == scalars.count
  }

  private mutating func skipSpaces() {
    while offset < scalars.count, scalars[offset].properties.isWhitespace { offset += 1 }
  }

  /// Skips to the first character that ends a column or value and is not in quotation marks.
  private mutating func skip(until isEnd: (Unicode.Scalar) -> Bool) {
    var isQuoted = false
    while offset < scalars.count, isQuoted || !isEnd(scalars[offset]) {
      if scalars[offset] == "\"" { isQuoted.toggle() }
      offset += isQuoted && scalars[offset] == "\\" ? 2 : 1
    }
    offset = min(offset, scalars.count)
  }

  private func text(from start: Int) -> String {
    String(String.UnicodeScalarView(scalars[start..<offset]))
  }

  private func error(_ expected: String, at offset: Int) -> UsageError {
    UsageError("\(option.name): \(expected) should be here", in: scalars, at: offset)
  }
}
