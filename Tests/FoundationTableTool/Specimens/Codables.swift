import Foundation

extension CodableSpecimen {
  /// Every struct and enum of Foundation that is `Codable`, with all of its keys.
  static func all() throws -> [CodableSpecimen] {
    try times() + places() + texts() + geometry() + styles()
  }

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
      daysOfTheMonth: [2], weeks: [3], weekdays: [.every(.monday), .nth(-1, .friday)],
      hours: [4], minutes: [5], seconds: [6], setPositions: [1])
  }

  private static func times() throws -> [CodableSpecimen] {
    [
      try CodableSpecimen(date), try CodableSpecimen(DateInterval(start: date, duration: 60)),
      try CodableSpecimen(
        DateComponents(
          calendar: calendar, timeZone: TimeZone(identifier: "Europe/Zurich"), era: 1, year: 2024,
          month: 2, day: 29, hour: 23, minute: 59, second: 58, nanosecond: 7, weekday: 4,
          weekdayOrdinal: 2, quarter: 1, weekOfMonth: 3, weekOfYear: 9, yearForWeekOfYear: 2024)),
      try CodableSpecimen(calendar), try CodableSpecimen(Calendar(identifier: .iso8601)),
      try CodableSpecimen(Calendar.Identifier.japanese),
      try CodableSpecimen(Calendar.MatchingPolicy.strict),
      try CodableSpecimen(Calendar.RepeatedTimePolicy.last), try CodableSpecimen(rule),
      try CodableSpecimen(Calendar.RecurrenceRule.End.afterOccurrences(3)),
      try CodableSpecimen(Calendar.RecurrenceRule.Frequency.daily),
      try CodableSpecimen(Calendar.RecurrenceRule.Month(4, isLeap: true)),
      try CodableSpecimen(Calendar.RecurrenceRule.Weekday.nth(2, .monday)),
      try CodableSpecimen(TimeZone(identifier: "Europe/Zurich")),
      try CodableSpecimen(TimeZone(secondsFromGMT: -12_600)),
      try CodableSpecimen(date..<date.addingTimeInterval(5)),
      try CodableSpecimen(date...date.addingTimeInterval(5)),
    ]
  }

  private static func places() throws -> [CodableSpecimen] {
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
      try CodableSpecimen(Locale(identifier: "de_CH")), try CodableSpecimen(Locale.current),
      try CodableSpecimen(components), try CodableSpecimen(Locale.Collation("phonebook")),
      try CodableSpecimen(Locale.Currency("CHF")),
      try CodableSpecimen(Locale.HourCycle.oneToTwelve),
      try CodableSpecimen(Locale.Language(identifier: "zh-Hant-TW")),
      try CodableSpecimen(
        Locale.Language.Components(languageCode: "zh", script: "Hant", region: "TW")),
      try CodableSpecimen(Locale.LanguageCode("zh")),
      try CodableSpecimen(Locale.MeasurementSystem.uk),
      try CodableSpecimen(Locale.NumberingSystem("latn")), try CodableSpecimen(Locale.Region("CH")),
      try CodableSpecimen(Locale.Script("Hant")), try CodableSpecimen(Locale.Subdivision("chzh")),
      try CodableSpecimen(Locale.Variant("POSIX")), try CodableSpecimen(Locale.Weekday.monday),
      try CodableSpecimen(Locale.Region.Category.territory),
    ]
  }

  private static func texts() throws -> [CodableSpecimen] {
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
      try CodableSpecimen(name), try CodableSpecimen(morphology),
      try CodableSpecimen(InflectionRule.explicit(morphology)),
      try CodableSpecimen(InflectionRule.automatic),
      try CodableSpecimen(Morphology.GrammaticalGender.feminine),
      try CodableSpecimen(Morphology.PartOfSpeech.noun),
      try CodableSpecimen(Morphology.GrammaticalNumber.plural),
      try CodableSpecimen(base), try CodableSpecimen(URL(string: "b?c", relativeTo: base)),
      try CodableSpecimen(URLComponents(string: "https://u:p@host:81/a%20b?q=1&r#f")),
      try CodableSpecimen(CharacterSet(charactersIn: "aeiouü🙂")),
      try CodableSpecimen(IndexSet([1, 2, 3, 70, 80])),
      try CodableSpecimen(IndexPath(indexes: [1, 2, 3])),
      try CodableSpecimen(IndexPath(indexes: [1, 2])), try CodableSpecimen(UUID()),
      try CodableSpecimen(Data([1, 2, 3])), try CodableSpecimen(Decimal(string: "1.25")),
      try CodableSpecimen(ComparisonResult.orderedAscending),
      try CodableSpecimen(SortOrder.reverse),
      try CodableSpecimen(SortDescriptor(\URL.absoluteString.count).order),
      try CodableSpecimen(String.Comparator(options: [.numeric], order: .reverse)),
      try CodableSpecimen(String.StandardComparator.lexical),
      try CodableSpecimen(ProcessInfo.processInfo.operatingSystemVersion),
      try CodableSpecimen(AttributedString.WritingDirection.rightToLeft),
    ]
  }

  private static func geometry() throws -> [CodableSpecimen] {
    [
      try CodableSpecimen(CGFloat(0.1)), try CodableSpecimen(CGPoint(x: 1.5, y: -0.1)),
      try CodableSpecimen(CGSize(width: 3, height: 4)),
      try CodableSpecimen(CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4)),
      try CodableSpecimen(AffineTransform(translationByX: 3, byY: 0.7)),
      try CodableSpecimen(NSRange(location: 2, length: 3)),
      try CodableSpecimen(Measurement(value: 0.1, unit: UnitLength.miles)),
      try CodableSpecimen(Measurement(value: -40, unit: UnitTemperature.fahrenheit)),
    ]
  }

  private static func styles() throws -> [CodableSpecimen] {
    let locale = Locale(identifier: "de_CH")
    let zone = TimeZone(secondsFromGMT: 3600) ?? .current
    let wide = Date.FormatStyle(
      date: .complete, time: .complete, locale: locale, calendar: calendar, timeZone: zone,
      capitalizationContext: .beginningOfSentence
    ).era(.wide).year(.padded(4)).quarter().month(.wide).week().day().dayOfYear().weekday()
      .hour().minute().second().secondFraction(.fractional(3)).timeZone()
    let verbatim = Date.VerbatimFormatStyle(
      format:
        "\(year: .defaultDigits) at \(hour: .twoDigits(clock: .twelveHour, hourCycle: .zeroBased))",
      locale: locale, timeZone: zone, calendar: calendar)
    let list: ListFormatStyle<StringStyle, [String]> = .list(type: .or, width: .narrow)
    return [
      try CodableSpecimen(wide), try CodableSpecimen(wide.attributed),
      try CodableSpecimen(wide.parseStrategy),
      try CodableSpecimen(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
      try CodableSpecimen(verbatim), try CodableSpecimen(verbatim.attributed),
      try CodableSpecimen(
        Date.IntervalFormatStyle(
          date: .long, time: .standard, locale: locale, calendar: calendar, timeZone: zone)),
      try CodableSpecimen(
        Date.RelativeFormatStyle(
          presentation: .named, unitsStyle: .wide, locale: locale, calendar: calendar)),
      try CodableSpecimen(
        Date.AnchoredRelativeFormatStyle(anchor: date, locale: locale, calendar: calendar)),
      try CodableSpecimen(DateComponents.ISO8601FormatStyle(timeZone: zone)),
      try CodableSpecimen(
        IntegerFormatStyle<Int>(locale: locale).grouping(.never).precision(
          .integerAndFractionLength(integerLimits: 1...3, fractionLimits: 0...2)
        )
        .sign(strategy: .always()).scale(2.5).rounded(rule: .up, increment: 5).notation(.scientific)
        .decimalSeparator(strategy: .always)),
      try CodableSpecimen(
        IntegerFormatStyle<Int>(locale: locale).precision(.significantDigits(2...7)).attributed),
      try CodableSpecimen(
        IntegerFormatStyle<Int>.Percent(locale: locale).precision(.fractionLength(2))),
      try CodableSpecimen(
        IntegerFormatStyle<Int>.Currency(code: "CHF", locale: locale).presentation(.fullName).sign(
          strategy: .accounting)),
      try CodableSpecimen(IntegerFormatStyle<Int>(locale: locale).parseStrategy),
      try CodableSpecimen(
        FloatingPointFormatStyle<Double>(locale: locale).precision(.fractionLength(1...4)).rounded(
          rule: .down, increment: 0.5
        ).scale(2)),
      try CodableSpecimen(FloatingPointFormatStyle<Double>(locale: locale).attributed),
      try CodableSpecimen(FloatingPointFormatStyle<Double>.Percent(locale: locale)),
      try CodableSpecimen(FloatingPointFormatStyle<Double>.Currency(code: "CHF", locale: locale)),
      try CodableSpecimen(FloatingPointFormatStyle<Double>(locale: locale).parseStrategy),
      try CodableSpecimen(
        Decimal.FormatStyle(locale: locale).precision(.fractionLength(1...4)).scale(2)),
      try CodableSpecimen(Decimal.FormatStyle(locale: locale).attributed),
      try CodableSpecimen(Decimal.FormatStyle.Percent(locale: locale)),
      try CodableSpecimen(Decimal.FormatStyle.Currency(code: "CHF", locale: locale)),
      try CodableSpecimen(Decimal.FormatStyle(locale: locale).parseStrategy),
      try CodableSpecimen(
        ByteCountFormatStyle(
          style: .memory, allowedUnits: [.kb, .mb], spellsOutZero: true,
          includesActualByteCount: true, locale: locale)),
      try CodableSpecimen(ByteCountFormatStyle(style: .file, locale: locale).attributed),
      try CodableSpecimen(list),
      try CodableSpecimen(
        Duration.TimeFormatStyle(
          pattern: .hourMinuteSecond(
            padHourToLength: 3, fractionalSecondsLength: 2, roundFractionalSeconds: .up),
          locale: locale)),
      try CodableSpecimen(
        Duration.TimeFormatStyle(pattern: .hourMinute, locale: locale).attributed),
      try CodableSpecimen(
        Duration.UnitsFormatStyle(
          allowedUnits: [.hours, .minutes], width: .wide, maximumUnitCount: 2,
          zeroValueUnits: .show(length: 2), valueLength: 3, fractionalPart: .show(length: 2)
        ).locale(locale)),
      try CodableSpecimen(
        Duration.UnitsFormatStyle(allowedUnits: [.hours], width: .narrow).attributed),
      try CodableSpecimen(
        NumberFormatStyleConfiguration.Precision.integerAndFractionLength(
          integerLimits: 1...3, fractionLimits: 0...2)),
      try CodableSpecimen(DescriptiveNumberFormatConfiguration.Presentation.spellOut),
    ]
  }
}
