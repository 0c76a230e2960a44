import Foundation

extension CodableSpecimen {
  /// Every struct and enum of Foundation that is `Codable`, with all of its keys.
  static func all() throws -> [CodableSpecimen] {
    try (times + places + texts + geometry + styles).map { value in
      guard let value else { throw CancellationError() }
      return try CodableSpecimen(value)
    }
  }

  private typealias Value = any Codable & SendableMetatype

  private static var date: Date { Date(timeIntervalSinceReferenceDate: 700_000_000.5) }
  private static var calendar: Calendar {
    var calendar = Calendar(identifier: .hebrew)
    calendar.locale = Locale(identifier: "he_IL")
    calendar.timeZone = TimeZone(secondsFromGMT: 3600) ?? .current
    return calendar
  }
  private static var rule: Calendar.RecurrenceRule {
    Calendar.RecurrenceRule(
      calendar: Calendar(identifier: .gregorian), frequency: .monthly, interval: 2,
      end: .afterDate(date), matchingPolicy: .strict, repeatedTimePolicy: .last,
      months: [3, Calendar.RecurrenceRule.Month(4, isLeap: true)], daysOfTheYear: [1, -1],
      daysOfTheMonth: [2], weeks: [3], weekdays: [.every(.monday), .nth(-1, .friday)], hours: [4],
      minutes: [5], seconds: [6], setPositions: [1])
  }

  private static var times: [Value?] {
    [
      date, DateInterval(start: date, duration: 60),
      DateComponents(
        calendar: calendar, timeZone: TimeZone(identifier: "Europe/Zurich"), era: 1, year: 2024,
        month: 2, day: 29, hour: 23, minute: 59, second: 58, nanosecond: 7, weekday: 4,
        weekdayOrdinal: 2, quarter: 1, weekOfMonth: 3, weekOfYear: 9, yearForWeekOfYear: 2024),
      calendar, Calendar(identifier: .iso8601), Calendar.Identifier.japanese,
      Calendar.MatchingPolicy.strict, Calendar.RepeatedTimePolicy.last, rule,
      Calendar.RecurrenceRule.End.afterOccurrences(3), Calendar.RecurrenceRule.Frequency.daily,
      Calendar.RecurrenceRule.Month(4, isLeap: true),
      Calendar.RecurrenceRule.Weekday.nth(2, .monday), TimeZone(identifier: "Europe/Zurich"),
      TimeZone(secondsFromGMT: -12_600), date..<date.addingTimeInterval(5),
      date...date.addingTimeInterval(5),
    ]
  }

  private static var places: [Value?] {
    var components = Locale.Components(identifier: "de_CH@calendar=japanese;collation=phonebook")
    components.hourCycle = .oneToTwelve
    components.firstDayOfWeek = .tuesday
    components.measurementSystem = .uk
    components.currency = "CHF"
    components.numberingSystem = "latn"
    components.subdivision = "chzh"
    components.variant = "POSIX"
    components.timeZone = TimeZone(identifier: "Europe/Zurich")
    return [
      Locale(identifier: "de_CH"), Locale.current, components, Locale.Collation("phonebook"),
      Locale.Currency("CHF"), Locale.HourCycle.oneToTwelve,
      Locale.Language(identifier: "zh-Hant-TW"),
      Locale.Language.Components(languageCode: "zh", script: "Hant", region: "TW"),
      Locale.LanguageCode("zh"), Locale.MeasurementSystem.uk, Locale.NumberingSystem("latn"),
      Locale.Region("CH"), Locale.Script("Hant"), Locale.Subdivision("chzh"),
      Locale.Variant("POSIX"), Locale.Weekday.monday, Locale.Region.Category.territory,
    ]
  }

  private static var texts: [Value?] {
    var name = PersonNameComponents()
    name.namePrefix = "Lady"
    name.givenName = "Ada"
    name.middleName = "King"
    name.familyName = "Lovelace"
    name.nameSuffix = "x"
    name.nickname = "A"
    var morphology = Morphology()
    morphology.grammaticalGender = .feminine
    morphology.partOfSpeech = .noun
    morphology.number = .plural
    let base = URL(string: "https://example.org/a/")
    return [
      name, morphology, InflectionRule.explicit(morphology), InflectionRule.automatic,
      Morphology.GrammaticalGender.feminine, Morphology.PartOfSpeech.noun,
      Morphology.GrammaticalNumber.plural, base, URL(string: "b?c", relativeTo: base),
      URLComponents(string: "https://u:p@host:81/a%20b?q=1&r#f"),
      CharacterSet(charactersIn: "aeiouü🙂"), IndexSet([1, 2, 3, 70, 80]),
      IndexPath(indexes: [1, 2, 3]), IndexPath(indexes: [1, 2]), UUID(), Data([1, 2, 3]),
      Decimal(string: "1.25"), ComparisonResult.orderedAscending, SortOrder.reverse,
      SortDescriptor(\URL.absoluteString.count).order,
      String.Comparator(options: [.numeric], order: .reverse), String.StandardComparator.lexical,
      ProcessInfo.processInfo.operatingSystemVersion, AttributedString.WritingDirection.rightToLeft,
    ]
  }

  private static var geometry: [Value?] {
    [
      CGFloat(0.1), CGPoint(x: 1.5, y: -0.1), CGSize(width: 3, height: 4),
      CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4), AffineTransform(translationByX: 3, byY: 0.7),
      NSRange(location: 2, length: 3), Measurement(value: 0.1, unit: UnitLength.miles),
      Measurement(value: -40, unit: UnitTemperature.fahrenheit),
    ]
  }

  private static var styles: [Value?] {
    let locale = Locale(identifier: "de_CH")
    let zone = TimeZone(secondsFromGMT: 3600) ?? .current
    let wide = Date.FormatStyle(
      date: .complete, time: .complete, locale: locale, calendar: calendar, timeZone: zone,
      capitalizationContext: .beginningOfSentence
    ).era(.wide).year(.padded(4)).quarter().month(.wide).week().day().dayOfYear().weekday().hour()
      .minute().second().secondFraction(.fractional(3)).timeZone()
    let verbatim = Date.VerbatimFormatStyle(
      format:
        "\(year: .defaultDigits) at \(hour: .twoDigits(clock: .twelveHour, hourCycle: .zeroBased))",
      locale: locale, timeZone: zone, calendar: calendar)
    let list: ListFormatStyle<StringStyle, [String]> = .list(type: .or, width: .narrow)
    return [
      wide, wide.attributed, wide.parseStrategy,
      Date.ISO8601FormatStyle(includingFractionalSeconds: true), verbatim, verbatim.attributed,
      Date.IntervalFormatStyle(
        date: .long, time: .standard, locale: locale, calendar: calendar, timeZone: zone),
      Date.RelativeFormatStyle(
        presentation: .named, unitsStyle: .wide, locale: locale, calendar: calendar),
      Date.AnchoredRelativeFormatStyle(anchor: date, locale: locale, calendar: calendar),
      DateComponents.ISO8601FormatStyle(timeZone: zone),
      IntegerFormatStyle<Int>(locale: locale).grouping(.never).precision(
        .integerAndFractionLength(integerLimits: 1...3, fractionLimits: 0...2)
      ).sign(strategy: .always()).scale(2.5).rounded(rule: .up, increment: 5).notation(.scientific)
        .decimalSeparator(strategy: .always),
      IntegerFormatStyle<Int>(locale: locale).precision(.significantDigits(2...7)).attributed,
      IntegerFormatStyle<Int>.Percent(locale: locale).precision(.fractionLength(2)),
      IntegerFormatStyle<Int>.Currency(code: "CHF", locale: locale).presentation(.fullName).sign(
        strategy: .accounting), IntegerFormatStyle<Int>(locale: locale).parseStrategy,
      FloatingPointFormatStyle<Double>(locale: locale).precision(.fractionLength(1...4)).rounded(
        rule: .down, increment: 0.5
      ).scale(2), FloatingPointFormatStyle<Double>(locale: locale).attributed,
      FloatingPointFormatStyle<Double>.Percent(locale: locale),
      FloatingPointFormatStyle<Double>.Currency(code: "CHF", locale: locale),
      FloatingPointFormatStyle<Double>(locale: locale).parseStrategy,
      Decimal.FormatStyle(locale: locale).precision(.fractionLength(1...4)).scale(2),
      Decimal.FormatStyle(locale: locale).attributed, Decimal.FormatStyle.Percent(locale: locale),
      Decimal.FormatStyle.Currency(code: "CHF", locale: locale),
      Decimal.FormatStyle(locale: locale).parseStrategy,
      ByteCountFormatStyle(
        style: .memory, allowedUnits: [.kb, .mb], spellsOutZero: true,
        includesActualByteCount: true, locale: locale),
      ByteCountFormatStyle(style: .file, locale: locale).attributed, list,
      Duration.TimeFormatStyle(
        pattern: .hourMinuteSecond(
          padHourToLength: 3, fractionalSecondsLength: 2, roundFractionalSeconds: .up),
        locale: locale), Duration.TimeFormatStyle(pattern: .hourMinute, locale: locale).attributed,
      Duration.UnitsFormatStyle(
        allowedUnits: [.hours, .minutes], width: .wide, maximumUnitCount: 2,
        zeroValueUnits: .show(length: 2), valueLength: 3, fractionalPart: .show(length: 2)
      ).locale(locale),
      Duration.UnitsFormatStyle(allowedUnits: [.hours], width: .narrow).attributed,
      NumberFormatStyleConfiguration.Precision.integerAndFractionLength(
        integerLimits: 1...3, fractionLimits: 0...2),
      DescriptiveNumberFormatConfiguration.Presentation.spellOut,
    ]
  }
}
