internal import Stele
internal import SteleInspection
internal import SteleKeyedArchive

/// A literal with which a query compares values.
struct QueryLiteral {
  let text: String
  let isQuoted: Bool
  /// The literal as a scalar, which is a number only without quotation marks.
  let scalar: QueryScalar
  /// The object that the literal refers to, in one of the forms of output: `objects[2]` or `{"$ref": 2}`.
  let reference: Int?
  /// The seconds since 2001 that belong to the month, day, minute or second in the literal.
  let seconds: Range<Double>?

  init(_ text: String, isQuoted: Bool) {
    self.text = text
    self.isQuoted = isQuoted
    scalar = QueryScalar(text, mayBeNumber: !isQuoted)
    let form = /objects\[([0-9]+)\]|\{"\$ref": *([0-9]+)\}/
    reference = text.wholeMatch(of: form).flatMap { Int($0.1 ?? $0.2 ?? "") }
    seconds = Self.seconds(text)
  }

  var isNil: Bool { !isQuoted && text == "null" }

  private static func seconds(_ text: String) -> Range<Double>? {
    func start(_ text: some StringProtocol) -> Double? {
      let rest = "2001-01-01T00:00:00Z".dropFirst(text.utf8.count)
      return XMLDate.seconds(Array((text + rest).utf8))
    }
    let text = text.utf8.count > 10 && text.hasSuffix("Z") ? text.dropLast() : text[...]
    guard let first = start(text) else { return nil }
    switch text.utf8.count {
    case 7:
      // Months have 28 to 31 days.
      let last = (28...31).compactMap { start("\(text)-\($0)") }.last
      return last.map { first..<($0 + 86_400) }
    case 10: return first..<(first + 86_400)
    case 16: return first..<(first + 60)
    case 19: return first..<(first + 1)
    default: return nil
    }
  }

  /// Returns a negative number if a value is below the literal, 0 if they are equal, or nil if they cannot be compared.
  func order(of value: ArchiveValue, _ classes: ArchiveClassTable) -> Int? {
    switch value {
    case .nil: return isNil ? 0 : nil
    case _ where isNil: return nil
    case .reference(let number): return number == reference ? 0 : nil
    case .date(let date):
      guard let seconds else { break }
      return date < seconds.lowerBound ? -1 : date < seconds.upperBound ? 0 : 1
    case .bytes, .uuid:
      return QueryScalar(value, classes)?.order(
        QueryScalar(text.lowercased(), mayBeNumber: false))
    default: break
    }
    return QueryScalar(value, classes)?.order(scalar)
  }

  /// Returns whether a text matches the literal as a pattern: `*` is any text and `?` any character.
  func matches(_ text: String) -> Bool {
    let (pattern, text) = (Array(self.text.unicodeScalars), Array(text.unicodeScalars))
    var (next, position) = (0, 0)
    // The positions at which to continue if the text of the last asterisk gets one more character.
    var retry: (next: Int, position: Int)?
    while position < text.count {
      if next < pattern.count, pattern[next] == "*" {
        next += 1
        retry = (next, position)
      } else if next < pattern.count, pattern[next] == "?" || pattern[next] == text[position] {
        next += 1
        position += 1
      } else if let last = retry {
        (next, position) = (last.next, last.position + 1)
        retry = (next, position)
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy { $0 == "*" }
  }
}
