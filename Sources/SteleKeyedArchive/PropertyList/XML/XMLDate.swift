internal import Stele
internal import SteleModel

/// Dates of the form `2001-01-01T00:00:00Z`, in whole seconds.
package enum XMLDate {
  /// Returns a date as seconds since 2001; white space before and after it is ignored.
  package static func seconds(_ text: [UInt8]) throws(XMLScalar.Fault) -> Double {
    var rest = XMLScalar.trim(text)
    func number(digits: Int, then separator: Character) throws(XMLScalar.Fault) -> Int {
      let field = rest.prefix(digits)
      guard field.count == digits, field.allSatisfy(\.isASCIIDigit),
        rest.dropFirst(digits).first == separator.asciiValue
      else { throw XMLScalar.Fault(.malformedDate) }
      rest = rest.dropFirst(digits + 1)
      return field.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    let year = try number(digits: 4, then: "-")
    let month = try number(digits: 2, then: "-")
    let day = try number(digits: 2, then: "T")
    let hour = try number(digits: 2, then: ":")
    let minute = try number(digits: 2, then: ":")
    let second = try number(digits: 2, then: "Z")
    guard rest.isEmpty, (1...12).contains(month), day >= 1, hour < 24, minute < 60, second < 60
    else { throw XMLScalar.Fault(.malformedDate) }
    let dayNumber = CalendarDate.dayNumber(year: year, month: month, day: day)
    guard CalendarDate.date(ofDay: dayNumber) == (year, month, day) else {
      throw XMLScalar.Fault(.malformedDate)  // the month has no such day
    }
    return Double(dayNumber * CalendarDate.secondsPerDay + (hour * 60 + minute) * 60 + second)
  }
}
