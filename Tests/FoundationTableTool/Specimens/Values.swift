import Foundation

extension Specimen {
  /// Strings, numbers, data, dates and the like.
  static let values: [Specimen] =
    strings + numbers + [
      Specimen(NSData.self, NSData(data: Data([0, 1, 255]))) {
        ["bytes": Data(referencing: $0).map { $0 }, "class": $0.classForCoder]
      },
      Specimen(NSMutableData.self, NSMutableData(data: Data([0, 1, 255]))) {
        ["bytes": Data(referencing: $0).map { $0 }, "class": $0.classForCoder]
      },
      Specimen(NSDate.self, NSDate(timeIntervalSinceReferenceDate: -0.1)) {
        ["time": $0.timeIntervalSinceReferenceDate]
      },
      Specimen(
        NSDateInterval.self,
        NSDateInterval(start: Date(timeIntervalSinceReferenceDate: 0.1), duration: 7.5)
      ) {
        [
          "start": $0.startDate.timeIntervalSinceReferenceDate,
          "end": $0.endDate.timeIntervalSinceReferenceDate, "duration": $0.duration,
        ]
      },
      Specimen(NSNull.self, NSNull()) { ["class": $0.classForCoder] },
      Specimen(NSUUID.self, NSUUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")) {
        ["string": $0.uuidString]
      },
      Specimen(NSURL.self, NSURL(string: "https://example.org/a?b=c#d")) {
        ["string": $0.absoluteString, "base": $0.baseURL]
      },
      Specimen(
        NSURL.self, about: "relative",
        NSURL(string: "b/c", relativeTo: URL(string: "https://example.org/a/"))
      ) {
        [
          "string": $0.absoluteString, "relative string": $0.relativeString,
          "base": $0.baseURL?.absoluteString,
        ]
      },
      Specimen(NSURLQueryItem.self, NSURLQueryItem(name: "a", value: "b")) {
        ["name": $0.name, "value": $0.value]
      },
      Specimen(
        NSError.self, contents: [NSDictionary.self, NSString.self, NSNumber.self],
        NSError(domain: "Domain", code: 77, userInfo: ["a": "b", "n": 1])
      ) {
        [
          "domain": $0.domain, "code": $0.code, "string": $0.userInfo["a"] as? String,
          "number": $0.userInfo["n"] as? Int,
        ]
      },
    ]

  private static let strings: [Specimen] = [
    Specimen(NSString.self, NSString(string: "Grüße 👋🏽 \u{0}\u{301}")) {
      ["units": Array(($0 as String).utf16), "class": $0.classForCoder]
    },
    Specimen(NSString.self, about: "empty", NSString()) { ["units": Array(($0 as String).utf16)] },
    Specimen(NSString.self, about: "`$null`", NSString(string: "$null")) {
      ["units": Array(($0 as String).utf16)]
    },
    Specimen(NSMutableString.self, NSMutableString(string: "Grüße")) {
      ["units": Array(($0 as String).utf16), "class": $0.classForCoder]
    },
  ]

  private static let numbers: [Specimen] = [
    number("true", NSNumber(value: true)), number("an `Int8`", NSNumber(value: Int8(1))),
    number("a `UInt16`", NSNumber(value: UInt16.max)),
    number("an `Int32`", NSNumber(value: Int32(-5))), number("an `Int`", NSNumber(value: -5)),
    number("`Int64.min`", NSNumber(value: Int64.min)),
    number("`UInt64.max`", NSNumber(value: UInt64.max)),
    number("a `Float`", NSNumber(value: Float(0.1))), number("a `Double`", NSNumber(value: 0.1)),
    number("a whole `Double`", NSNumber(value: 2.0)), number("NaN", NSNumber(value: Double.nan)),
    Specimen(
      NSDecimalNumber.self, NSDecimalNumber(string: "12345678901234567890.12345678901234567")
    ) { ["digits": $0.stringValue, "class": Swift.type(of: $0)] },
  ]

  private static func number(
    _ about: String, _ number: @escaping @Sendable @autoclosure () -> NSNumber
  ) -> Specimen {
    Specimen(NSNumber.self, about: about, number()) {
      [
        "value": $0.stringValue, "kind": unsafe String(cString: $0.objCType),
        "truth": "\(Swift.type(of: $0))" == "\(Swift.type(of: NSNumber(value: true)))",
        "bits": $0.doubleValue.bitPattern,
      ]
    }
  }
}
