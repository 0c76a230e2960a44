import Foundation

extension Specimen {
  /// Calendars and languages, geometry, units.
  static let places: [Specimen] =
    [
      Specimen(NSLocale.self, NSLocale(localeIdentifier: "de_CH")) {
        ["identifier": ($0 as Locale).identifier]
      },
      Specimen(NSTimeZone.self, NSTimeZone(name: "Europe/Zurich")) {
        ["name": $0.name, "data": $0.data]
      },
      Specimen(NSTimeZone.self, about: "seconds from GMT", NSTimeZone(forSecondsFromGMT: 5400)) {
        ["name": $0.name, "seconds": $0.secondsFromGMT]
      },
      Specimen(NSCalendar.self, contents: [NSLocale.self, NSTimeZone.self], calendar()) {
        [
          "identifier": $0.calendarIdentifier, "locale": $0.locale?.identifier,
          "time zone": $0.timeZone.identifier, "first weekday": $0.firstWeekday,
          "days in first week": $0.minimumDaysInFirstWeek,
        ]
      },
      Specimen(
        NSDateComponents.self, contents: [NSCalendar.self, NSTimeZone.self, NSLocale.self],
        components()
      ) {
        [
          "era": $0.era, "year": $0.year, "month": $0.month, "day": $0.day, "hour": $0.hour,
          "minute": $0.minute, "second": $0.second, "nanosecond": $0.nanosecond,
          "weekday": $0.weekday, "leap month": $0.isLeapMonth,
          "calendar": $0.calendar?.identifier, "time zone": $0.timeZone?.identifier,
        ]
      },
      Specimen(NSValue.self, about: "a point", NSValue(point: NSPoint(x: 0.1, y: -2))) {
        ["point": $0.pointValue, "kind": unsafe String(cString: $0.objCType)]
      },
      Specimen(NSValue.self, about: "a size", NSValue(size: NSSize(width: 0.1, height: 2))) {
        ["size": $0.sizeValue, "kind": unsafe String(cString: $0.objCType)]
      },
      Specimen(
        NSValue.self, about: "a rectangle",
        NSValue(rect: NSRect(x: 0.1, y: 2, width: 3, height: 1e300))
      ) { ["rectangle": $0.rectValue, "kind": unsafe String(cString: $0.objCType)] },
      Specimen(NSValue.self, about: "a range", NSValue(range: NSRange(location: 3, length: 4))) {
        ["range": $0.rangeValue, "kind": unsafe String(cString: $0.objCType)]
      },
      Specimen(
        NSValue.self, about: "edge insets",
        NSValue(edgeInsets: NSEdgeInsets(top: 1, left: 2, bottom: 3, right: 4.5))
      ) { ["insets": $0.edgeInsetsValue, "kind": unsafe String(cString: $0.objCType)] },
      Specimen(NSValue.self, about: "an `Int32`", integer()) {
        var number: Int32 = 0
        unsafe $0.getValue(&number)
        return ["bytes": number, "kind": unsafe String(cString: $0.objCType)]
      },
      Specimen(NSAffineTransform.self, transform()) {
        let parts = $0.transformStruct
        return ["matrix": [parts.m11, parts.m12, parts.m21, parts.m22, parts.tX, parts.tY]]
      },
      Specimen(NSAffineTransform.self, about: "numbers that are no `Float`", fineTransform()) {
        let parts = $0.transformStruct
        return ["matrix": [parts.m11, parts.m12, parts.m21, parts.m22, parts.tX, parts.tY]]
      },
      Specimen(Unit.self, Unit(symbol: "flux")) { ["symbol": $0.symbol] },
      Specimen(
        Dimension.self, contents: [UnitConverterLinear.self],
        Dimension(symbol: "ell", converter: UnitConverterLinear(coefficient: 1.143))
      ) { ["symbol": $0.symbol, "converter": $0.converter.baseUnitValue(fromValue: 2)] },
      Specimen(UnitConverterLinear.self, UnitConverterLinear(coefficient: 0.1, constant: 7)) {
        ["coefficient": $0.coefficient, "constant": $0.constant]
      },
      Specimen(
        NSMeasurement.self, contents: [Unit.self, UnitLength.self, UnitConverterLinear.self],
        NSMeasurement(doubleValue: 0.1, unit: UnitLength.miles)
      ) { ["value": $0.doubleValue, "unit": $0.unit.symbol, "kind": $0.unit.classForCoder] },
    ] + units

  private static let units: [Specimen] = [
    unit(UnitAcceleration.gravity), unit(UnitAngle.degrees), unit(UnitArea.acres),
    unit(UnitConcentrationMass.milligramsPerDeciliter), unit(UnitDispersion.partsPerMillion),
    unit(UnitDuration.hours), unit(UnitElectricCharge.ampereHours),
    unit(UnitElectricCurrent.milliamperes), unit(UnitElectricPotentialDifference.kilovolts),
    unit(UnitElectricResistance.kiloohms), unit(UnitEnergy.kilocalories),
    unit(UnitFrequency.kilohertz), unit(UnitFuelEfficiency.milesPerGallon),
    unit(UnitIlluminance.lux), unit(UnitInformationStorage.kibibytes), unit(UnitLength.miles),
    unit(UnitMass.ounces), unit(UnitPower.horsepower), unit(UnitPressure.bars),
    unit(UnitSpeed.knots), unit(UnitTemperature.fahrenheit), unit(UnitVolume.cups),
  ]

  private static func unit<Kind: Dimension>(_ unit: Kind) -> Specimen {
    Specimen(Kind.self, contents: [UnitConverter.self], unit) {
      [
        "symbol": $0.symbol, "converter": $0.converter.baseUnitValue(fromValue: 2),
        "inverse": $0.converter.value(fromBaseUnitValue: 2),
      ]
    }
  }

  private static func calendar() -> NSCalendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.locale = Locale(identifier: "de_CH")
    calendar.timeZone = TimeZone(identifier: "Europe/Zurich") ?? .gmt
    calendar.firstWeekday = 3
    calendar.minimumDaysInFirstWeek = 2
    return calendar as NSCalendar
  }

  private static func components() -> NSDateComponents {
    let parts = NSDateComponents()
    parts.era = 1
    parts.year = 2031
    parts.month = 2
    parts.day = 3
    parts.hour = 4
    parts.minute = 5
    parts.second = 6
    parts.nanosecond = 7
    parts.weekday = 2
    parts.isLeapMonth = true
    parts.calendar = Calendar(identifier: .gregorian)
    parts.timeZone = TimeZone(identifier: "Europe/Zurich")
    return parts
  }

  private static func integer() -> NSValue {
    var number: Int32 = 77
    return unsafe NSValue(bytes: &number, objCType: "i")
  }

  private static func transform() -> NSAffineTransform {
    let transform = NSAffineTransform()
    transform.translateX(by: 1, yBy: -2)
    transform.scale(by: 0.5)
    return transform
  }

  private static func fineTransform() -> NSAffineTransform {
    let transform = NSAffineTransform()
    transform.translateX(by: 0.1, yBy: 1e10 + 0.5)
    return transform
  }
}
