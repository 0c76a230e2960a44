internal import Foundation
internal import SteleFoundation

/// The preconditions of an initialiser of Foundation, which ends the process if they do not hold.
struct InitialiserPreconditions: Sendable {
  /// The keys that must be numbers, and the allowed numbers; an absent key counts as 0.
  private var numbers: [String: ClosedRange<Double>] = [:]
  /// Whether all of these keys must be present.
  private var areAllPresent = false
  /// The keys that must have an object of a class.
  private var required: [String: any (NSObject & NSCoding & SendableMetatype).Type] = [:]
  /// The keys that may have an object of a class.
  private var optional: [String: any (NSObject & NSCoding & SendableMetatype).Type] = [:]
  /// A further condition.
  private var condition: @Sendable (SteleKeyedUnarchiver) throws -> Bool = { _ in true }

  /// Returns the preconditions for objects of a class, or nil if there are none.
  static func of(_ type: AnyClass) -> InitialiserPreconditions? {
    #if canImport(ObjectiveC)
      // Foundation's initialisers raise exceptions on these systems.
      return nil
    #else
      return byName[_typeName(type, qualified: true)]
    #endif
  }

  /// Validates that an object can be made from the current keys.
  ///
  /// - Throws: ``KeyedCodingError`` for the first key that prevents it.
  func validate(_ unarchiver: SteleKeyedUnarchiver) throws {
    for (key, range) in numbers {
      let number = try unarchiver.number(key, NSNumber.self)?.doubleValue
      let isRight = number.map(range.contains) ?? (!areAllPresent && range.contains(0))
      try Self.check(isRight, "NSNumber", key)
    }
    for (key, type) in required { try Self.check(object(type, key, unarchiver) != nil, type, key) }
    for (key, type) in optional where try unarchiver.object(key, of: nil) != nil {
      try Self.check(object(type, key, unarchiver) != nil, type, key)
    }
    guard try condition(unarchiver) else {
      throw KeyedCodingError(
        .unexpectedValue,
        className: unarchiver.keys.map { CodingClass.name(of: $0.type) } ?? "")
    }
  }

  private func object(
    _ type: AnyClass, _ key: String, _ unarchiver: SteleKeyedUnarchiver
  ) throws -> Any? {
    // Foundation's classes may receive more than they request.
    guard let object = try unarchiver.object(key, of: [type]) as AnyObject?,
      CodingClass.isKind(Swift.type(of: object), of: type)
    else { return nil }
    return object
  }

  private static func check(_ isRight: Bool, _ type: Any, _ key: String) throws {
    guard isRight else {
      throw KeyedCodingError(.unexpectedValue, className: "\(type)", key: key)
    }
  }

  private static let byName: [String: InitialiserPreconditions] = [
    "Foundation.ByteCountFormatter": InitialiserPreconditions(
      numbers: ["NSUnits": 0...65_535, "NSKBSize": 0...3]),
    "Foundation.ISO8601DateFormatter": InitialiserPreconditions(
      numbers: ["NS.formatOptions": 0...4_294_967_295], optional: ["NS.timeZone": NSTimeZone.self]),
    "Foundation.NSLocale": InitialiserPreconditions(required: ["NS.identifier": NSString.self]) {
      unarchiver in
      let name = try unarchiver.object("NS.identifier", of: [NSString.self]) as? NSString
      return isLocale((name ?? "") as String)
    },
    "Foundation.NSDecimalNumberHandler": InitialiserPreconditions(
      numbers: ["NS.scale": -32_768...32_767, "NS.roundingMode": 0...3]),
    "Foundation.NSAttributedString": InitialiserPreconditions(condition: hasRuns),
    "Foundation.NSMutableAttributedString": InitialiserPreconditions(condition: hasRuns),
    "Foundation.NSRegularExpression": InitialiserPreconditions(
      numbers: ["NSOptions": 0...127], required: ["NSPattern": NSString.self]
    ) { unarchiver in
      let pattern = try unarchiver.object("NSPattern", of: [NSString.self]) as? NSString
      return (try? NSRegularExpression(pattern: (pattern ?? "") as String)) != nil
    },
    "Foundation.NSRegularExpressionCheckingResult": checkingResult,
    "Foundation.NSSimpleRegularExpressionCheckingResult": checkingResult,
    "Foundation.NSExtendedRegularExpressionCheckingResult": checkingResult,
    "Foundation.NSComplexRegularExpressionCheckingResult": checkingResult,
    "Foundation.NSURLQueryItem": InitialiserPreconditions(
      required: ["NS.name": NSString.self], optional: ["NS.value": NSString.self]),
    "FoundationNetworking.NSURLRequest": request,
    "FoundationNetworking.NSMutableURLRequest": request,
    "FoundationNetworking.URLCredential": InitialiserPreconditions(
      numbers: ["NS._persistence": 0...3], areAllPresent: true,
      required: ["NS._user": NSString.self, "NS._password": NSString.self]),
  ]

  private static let request = InitialiserPreconditions(
    numbers: [
      "NS._cachePolicy": 0...5, "NS._timeoutInterval": -.infinity ... .infinity,
      "NS._networkServiceType": 0...4, "NS._allowsCellularAccess": 0...1,
      "NS._httpShouldHandleCookies": 0...1, "NS._httpShouldUsePipelining": 0...1,
    ], areAllPresent: true, required: ["NS.url": NSURL.self],
    optional: [
      "NS.mainDocumentURL": NSURL.self, "NS.httpMethod": NSString.self,
      "NS._allHTTPHeaderFields": NSDictionary.self,
    ]
  ) { unarchiver in
    _ = try unarchiver.value(Data.self, forKey: "NS.httpBody")
    let url = try unarchiver.object("NS.url", of: [NSURL.self]) as? NSURL
    return url?.scheme != nil
  }

  /// Returns whether formatters and calendars accept a locale.
  static func isSound(_ locale: Locale) -> Bool { isLocale(locale.identifier) }

  private static func isLocale(_ identifier: String) -> Bool {
    identifier.utf8.allSatisfy { (1..<0x80).contains($0) }
  }

  private static let checkingResult = InitialiserPreconditions(
    required: ["NSRegularExpression": NSRegularExpression.self]
  ) { unarchiver in
    let classes: [AnyClass] = [NSArray.self, NSValue.self]
    let ranges = try unarchiver.object("NSRangeArray", of: classes) as? NSArray
    // Safe: Foundation's own literals.
    let code = unsafe String(cString: NSValue(range: NSRange()).objCType)
    // The first range is the range of the whole match.
    guard let ranges, ranges.count > 0 else { return false }
    return ranges.allSatisfy { value in
      (value as? NSValue).map { unsafe String(cString: $0.objCType) == code } ?? false
    }
  }

  /// Whether the runs of an attributed string lie within its text, each with attributes that exist.
  ///
  /// Otherwise Foundation writes to freed memory.
  private static let hasRuns: @Sendable (SteleKeyedUnarchiver) throws -> Bool = { unarchiver in
    let text = try unarchiver.object("NSString", of: nil)
    guard text == nil || text is NSString else { return false }
    let attributes = try unarchiver.object("NSAttributes", of: nil)
    guard let info = try unarchiver.object("NSAttributeInfo", of: nil) else {
      return attributes == nil || attributes is NSDictionary
    }
    guard let sets = attributes as? NSArray, sets.allSatisfy({ $0 is NSDictionary }),
      let runs = (info as? NSData).flatMap({ PackedNumbers.numbers(in: $0 as Data) }),
      runs.count % 2 == 0
    else { return false }
    var rest = (text as? NSString)?.length ?? 0
    for (place, number) in runs.enumerated() {
      if place % 2 == 0 {
        guard number > 0, number <= rest else { return false }
        rest -= number
      } else if number >= sets.count {
        return false
      }
    }
    return true
  }
}
