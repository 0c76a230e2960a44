import Foundation

extension Specimen {
  /// Formatters, and what else has settings.
  static let formatters: [Specimen] = [
    Specimen(Formatter.self, Formatter()) { _ in [:] },
    Specimen(ByteCountFormatter.self, byteCounts()) {
      [
        "text": $0.string(fromByteCount: 1_234_567), "units": $0.allowedUnits.rawValue,
        "style": $0.countStyle.rawValue, "includes unit": $0.includesUnit,
        "includes count": $0.includesActualByteCount, "pads": $0.zeroPadsFractionDigits,
      ]
    },
    Specimen(DateFormatter.self, dates()) {
      [
        "format": $0.dateFormat, "locale": $0.locale.identifier,
        "time zone": $0.timeZone.identifier, "is lenient": $0.isLenient,
      ]
    },
    Specimen(DateIntervalFormatter.self, contents: settings, dateIntervals()) {
      [
        "date style": $0.dateStyle.rawValue, "time style": $0.timeStyle.rawValue,
        "locale": $0.locale.identifier, "time zone": $0.timeZone.identifier,
      ]
    },
    Specimen(ISO8601DateFormatter.self, contents: settings, isoDates()) {
      ["options": $0.formatOptions.rawValue, "time zone": $0.timeZone.identifier]
    },
    Specimen(NumberFormatter.self, numberFormatter()) {
      [
        "style": $0.numberStyle.rawValue, "fraction digits": $0.minimumFractionDigits,
        "locale": $0.locale.identifier, "prefix": $0.positivePrefix,
      ]
    },
    Specimen(EnergyFormatter.self, energies()) {
      ["unit style": $0.unitStyle.rawValue, "is for food": $0.isForFoodEnergyUse]
    },
    Specimen(LengthFormatter.self, lengths()) {
      ["unit style": $0.unitStyle.rawValue, "is for heights": $0.isForPersonHeightUse]
    },
    Specimen(MassFormatter.self, masses()) {
      ["unit style": $0.unitStyle.rawValue, "is for persons": $0.isForPersonMassUse]
    },
    Specimen(
      NSDecimalNumberHandler.self,
      NSDecimalNumberHandler(
        roundingMode: .up, scale: 2, raiseOnExactness: false, raiseOnOverflow: false,
        raiseOnUnderflow: false, raiseOnDivideByZero: false)
    ) { ["mode": $0.roundingMode().rawValue, "scale": $0.scale()] },
    Specimen(
      NSNotification.self, contents: [NSString.self, NSDictionary.self],
      NSNotification(
        name: NSNotification.Name("name"), object: NSString(string: "object"), userInfo: ["a": "b"])
    ) {
      [
        "name": $0.name.rawValue, "object": $0.object as? String,
        "user info": $0.userInfo?["a"] as? String,
      ]
    },
    Specimen(
      NSNotification.self, about: "without object",
      NSNotification(name: NSNotification.Name("name"), object: nil)
    ) { ["name": $0.name.rawValue, "object": $0.object as? String] },
  ]

  private static let settings: [AnyClass] = [NSLocale.self, NSTimeZone.self, NSCalendar.self]

  private static func byteCounts() -> ByteCountFormatter {
    let formatter = ByteCountFormatter()
    formatter.allowedUnits = .useKB
    formatter.countStyle = .binary
    formatter.includesActualByteCount = true
    formatter.zeroPadsFractionDigits = true
    return formatter
  }

  private static func dates() -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "de_CH")
    formatter.timeZone = TimeZone(identifier: "Asia/Tokyo")
    formatter.dateFormat = "yyyy HH"
    formatter.isLenient = true
    return formatter
  }

  private static func dateIntervals() -> DateIntervalFormatter {
    let formatter = DateIntervalFormatter()
    formatter.locale = Locale(identifier: "de_CH")
    formatter.timeZone = TimeZone(identifier: "Asia/Tokyo") ?? .gmt
    formatter.dateStyle = .full
    formatter.timeStyle = .short
    return formatter
  }

  private static func isoDates() -> ISO8601DateFormatter {
    let formatter = ISO8601DateFormatter()
    formatter.timeZone = TimeZone(identifier: "Asia/Tokyo")
    formatter.formatOptions = [.withYear, .withMonth, .withDashSeparatorInDate]
    return formatter
  }

  private static func numberFormatter() -> NumberFormatter {
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: "de_CH")
    formatter.numberStyle = .currency
    formatter.minimumFractionDigits = 5
    formatter.positivePrefix = "+"
    return formatter
  }

  private static func energies() -> EnergyFormatter {
    let formatter = EnergyFormatter()
    formatter.unitStyle = .long
    formatter.isForFoodEnergyUse = true
    return formatter
  }

  private static func lengths() -> LengthFormatter {
    let formatter = LengthFormatter()
    formatter.unitStyle = .long
    formatter.isForPersonHeightUse = true
    return formatter
  }

  private static func masses() -> MassFormatter {
    let formatter = MassFormatter()
    formatter.unitStyle = .long
    formatter.isForPersonMassUse = true
    return formatter
  }
}
