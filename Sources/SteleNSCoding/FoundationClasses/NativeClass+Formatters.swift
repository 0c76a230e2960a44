internal import Foundation

#if !canImport(ObjectiveC)
  // Foundation's own formatters do not archive their settings on this system.
  extension NativeClass {
    static var formatters: [NativeClass] {
      [
        settings(DateFormatter.self, dates) { DateFormatter() },
        settings(NumberFormatter.self, numbers) { NumberFormatter() },
        settings(
          EnergyFormatter.self,
          [
            Setting("unitStyle", choice: \.unitStyle),
            Setting("isForFoodEnergyUse", \.isForFoodEnergyUse),
          ], \EnergyFormatter.numberFormatter
        ) { EnergyFormatter() },
        settings(
          LengthFormatter.self,
          [
            Setting("unitStyle", choice: \.unitStyle),
            Setting("isForPersonHeightUse", \.isForPersonHeightUse),
          ], \LengthFormatter.numberFormatter
        ) { LengthFormatter() },
        settings(
          MassFormatter.self,
          [
            Setting("unitStyle", choice: \.unitStyle),
            Setting("isForPersonMassUse", \.isForPersonMassUse),
          ], \MassFormatter.numberFormatter
        ) { MassFormatter() },
      ]
    }

    private static var dates: [Setting<DateFormatter>] {
      [
        Setting("locale", required: \.locale, where: InitialiserPreconditions.isSound),
        Setting("timeZone", required: \.timeZone),
        Setting("calendar", required: \.calendar) {
          $0.locale.map(InitialiserPreconditions.isSound) ?? true
        },
        Setting("dateStyle", choice: \.dateStyle),
        Setting("timeStyle", choice: \.timeStyle), Setting("dateFormat", \.dateFormat),
        Setting("isLenient", \.isLenient), Setting("twoDigitStartDate", \.twoDigitStartDate),
        Setting("defaultDate", \.defaultDate), Setting("gregorianStartDate", \.gregorianStartDate),
        Setting("generatesCalendarDates", \.generatesCalendarDates),
        Setting("doesRelativeDateFormatting", \.doesRelativeDateFormatting),
        Setting("amSymbol", \.amSymbol), Setting("pmSymbol", \.pmSymbol),
        Setting("eraSymbols", \.eraSymbols), Setting("longEraSymbols", \.longEraSymbols),
        Setting("monthSymbols", \.monthSymbols),
        Setting("shortMonthSymbols", \.shortMonthSymbols),
        Setting("veryShortMonthSymbols", \.veryShortMonthSymbols),
        Setting("standaloneMonthSymbols", \.standaloneMonthSymbols),
        Setting("shortStandaloneMonthSymbols", \.shortStandaloneMonthSymbols),
        Setting("veryShortStandaloneMonthSymbols", \.veryShortStandaloneMonthSymbols),
        Setting("weekdaySymbols", \.weekdaySymbols),
        Setting("shortWeekdaySymbols", \.shortWeekdaySymbols),
        Setting("veryShortWeekdaySymbols", \.veryShortWeekdaySymbols),
        Setting("standaloneWeekdaySymbols", \.standaloneWeekdaySymbols),
        Setting("shortStandaloneWeekdaySymbols", \.shortStandaloneWeekdaySymbols),
        Setting("veryShortStandaloneWeekdaySymbols", \.veryShortStandaloneWeekdaySymbols),
        Setting("quarterSymbols", \.quarterSymbols),
        Setting("shortQuarterSymbols", \.shortQuarterSymbols),
        Setting("standaloneQuarterSymbols", \.standaloneQuarterSymbols),
        Setting("shortStandaloneQuarterSymbols", \.shortStandaloneQuarterSymbols),
      ]
    }

    private static var numbers: [Setting<NumberFormatter>] {
      [
        Setting("locale", required: \.locale, where: InitialiserPreconditions.isSound),
        Setting("numberStyle", choice: \.numberStyle),
        Setting("currencyCode", \.currencyCode), Setting("currencySymbol", \.currencySymbol),
        Setting("internationalCurrencySymbol", \.internationalCurrencySymbol),
        Setting("positiveFormat", \.positiveFormat), Setting("negativeFormat", \.negativeFormat),
        Setting("generatesDecimalNumbers", \.generatesDecimalNumbers),
        Setting("allowsFloats", \.allowsFloats),
        Setting("decimalSeparator", \.decimalSeparator),
        Setting("alwaysShowsDecimalSeparator", \.alwaysShowsDecimalSeparator),
        Setting("currencyDecimalSeparator", \.currencyDecimalSeparator),
        Setting("usesGroupingSeparator", \.usesGroupingSeparator),
        Setting("groupingSeparator", \.groupingSeparator),
        Setting("currencyGroupingSeparator", \.currencyGroupingSeparator),
        Setting("zeroSymbol", \.zeroSymbol), Setting("nilSymbol", \.nilSymbol),
        Setting("notANumberSymbol", \.notANumberSymbol),
        Setting("positiveInfinitySymbol", \.positiveInfinitySymbol),
        Setting("negativeInfinitySymbol", \.negativeInfinitySymbol),
        Setting("positivePrefix", \.positivePrefix), Setting("positiveSuffix", \.positiveSuffix),
        Setting("negativePrefix", \.negativePrefix), Setting("negativeSuffix", \.negativeSuffix),
        Setting("percentSymbol", \.percentSymbol), Setting("perMillSymbol", \.perMillSymbol),
        Setting("minusSign", \.minusSign), Setting("plusSign", \.plusSign),
        Setting("exponentSymbol", \.exponentSymbol), Setting("groupingSize", \.groupingSize),
        Setting("secondaryGroupingSize", \.secondaryGroupingSize),
        Setting("multiplier", number: \.multiplier), Setting("formatWidth", \.formatWidth),
        Setting("paddingCharacter", \.paddingCharacter),
        Setting("paddingPosition", choice: \.paddingPosition),
        Setting("roundingMode", choice: \.roundingMode),
        Setting("roundingIncrement", number: \.roundingIncrement),
        Setting("minimumIntegerDigits", \.minimumIntegerDigits),
        Setting("maximumIntegerDigits", \.maximumIntegerDigits),
        Setting("minimumFractionDigits", \.minimumFractionDigits),
        Setting("maximumFractionDigits", \.maximumFractionDigits),
        Setting("usesSignificantDigits", \.usesSignificantDigits),
        Setting("minimumSignificantDigits", \.minimumSignificantDigits),
        Setting("maximumSignificantDigits", \.maximumSignificantDigits),
        Setting("minimum", number: \.minimum), Setting("maximum", number: \.maximum),
        Setting("isLenient", \.isLenient),
        Setting("isPartialStringValidationEnabled", \.isPartialStringValidationEnabled),
      ]
    }

    private static func settings<Object: NSObject>(
      _ type: Object.Type, _ settings: [Setting<Object>],
      _ numbers: (any ReferenceWritableKeyPath<Object, NumberFormatter?> & Sendable)? = nil,
      _ make: @escaping @Sendable () -> Object
    ) -> NativeClass {
      NativeClass(type) { object, archiver in
        let known = make()
        for setting in settings { try setting.encode(object, known, archiver) }
        if let numbers { try archiver.put(any: object[keyPath: numbers], "numberFormatter") }
      } decode: { unarchiver in
        let object = make()
        for setting in settings { try setting.decode(object, unarchiver) }
        if let numbers,
          let formatter = try unarchiver.part(NumberFormatter.self, "numberFormatter")
        {
          object[keyPath: numbers] = formatter
        }
        return object
      }
    }
  }
#endif
