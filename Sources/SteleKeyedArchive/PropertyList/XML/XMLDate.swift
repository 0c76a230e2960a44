internal import Stele
internal import SteleModel

/// Dates of the form `2001-01-01T00:00:00Z`, in whole seconds.
package enum XMLDate {
  /// Returns a date as seconds since 2001, or nil for other text; white space before and after it is ignored.
  package static func seconds(_ text: [UInt8]) -> Double? {
    var rest = XMLScalar.trim(text)
    func number(digits: Int, then separator: Character) -> Int? {
      let field = rest.prefix(digits)
      guard field.count == digits, field.allSatisfy(\.isASCIIDigit),
        rest.dropFirst(digits).first == separator.asciiValue
      else { return nil }
      rest = rest.dropFirst(digits + 1)
      return field.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    guard let year = number(digits: 4, then: "-"), let month = number(digits: 2, then: "-"),
      let day = number(digits: 2, then: "T"), let hour = number(digits: 2, then: ":"),
      let minute = number(digits: 2, then: ":"), let second = number(digits: 2, then: "Z"),
      rest.isEmpty, (1...12).contains(month), day >= 1, hour < 24, minute < 60, second < 60
    else { return nil }
    let dayNumber = CalendarDate.dayNumber(year: year, month: month, day: day)
    // The month may have no such day.
    guard CalendarDate.date(ofDay: dayNumber) == (year, month, day) else { return nil }
    return Double(dayNumber * CalendarDate.secondsPerDay + (hour * 60 + minute) * 60 + second)
  }
}
