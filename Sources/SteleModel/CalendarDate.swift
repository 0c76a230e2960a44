/// Dates of the form `2001-01-01T00:00:00Z`, in whole seconds.
package enum CalendarDate {
  package static let secondsPerDay = 86_400
  /// The days from 0000-03-01 to 2001-01-01.
  private static let epochDay = 730_791
  /// The days of the 400 years after which the calendar repeats.
  private static let daysPerEra = 146_097

  /// Returns the text of a date, whose fraction of a second is rounded towards the past.
  ///
  /// - Returns: `nil` for a date that is not in the years 0 to 9999, or not a number.
  package static func text(_ seconds: Double) -> String? {
    guard abs(seconds) < 1e12 else { return nil }
    let towardsZero = Int(seconds)  // in range, as was just checked; `rounded(_:)` needs libm
    let whole = Double(towardsZero) > seconds ? towardsZero - 1 : towardsZero
    let second = whole % secondsPerDay
    let secondOfDay = second < 0 ? second + secondsPerDay : second
    let date = date(ofDay: (whole - secondOfDay) / secondsPerDay)
    guard (0...9999).contains(date.year) else { return nil }
    return pad(date.year, to: 4) + "-" + pad(date.month, to: 2) + "-" + pad(date.day, to: 2)
      + "T" + pad(secondOfDay / 3600, to: 2) + ":" + pad(secondOfDay / 60 % 60, to: 2)
      + ":" + pad(secondOfDay % 60, to: 2) + "Z"
  }

  /// Returns the text of a date with its number of seconds, or only these if the date is not in the years 0 to 9999.
  ///
  /// - Parameters:
  ///   - seconds: The seconds since 2001-01-01T00:00:00Z.
  ///   - number: The text of the number.
  /// - Returns: The text.
  package static func text(_ seconds: Double, number: String) -> String {
    text(seconds).map { "\($0) (\(number))" } ?? "\(number) seconds since 2001"
  }

  private static func pad(_ number: Int, to digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// Returns the days since 2001-01-01.
  ///
  /// Years begin in March here, so that a leap day is the last of its year.
  package static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let marchMonth = month > 2 ? month - 3 : month + 9
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysPerEra + dayOfEra - epochDay
  }

  /// Returns the date of a day: the inverse of ``dayNumber(year:month:day:)``.
  package static func date(ofDay dayNumber: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = dayNumber + epochDay
    let era = (shifted >= 0 ? shifted : shifted - (daysPerEra - 1)) / daysPerEra
    let dayOfEra = shifted - era * daysPerEra
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / (daysPerEra - 1)) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}
