internal import Foundation

/// What has to hold before the initialiser of a class of Foundation is called, which ends the process otherwise.
struct Precaution: Sendable {
  /// The keys that have to have numbers, and the numbers that they may have.
  private let numbers: [String: ClosedRange<Double>]
  /// The keys that have to have nothing, or an object that is allowed.
  private let objects: [String]

  /// What has to hold for the objects of a class, or nil when there is no such thing.
  static func of(_ type: AnyClass) -> Precaution? {
    switch _typeName(type, qualified: true) {
    case "FoundationNetworking.NSURLRequest", "FoundationNetworking.NSMutableURLRequest": request
    default: nil
    }
  }

  /// Says that an object can be made of the keys of now.
  ///
  /// - Throws: ``KeyedCodingError`` for the first key that does not let it be.
  func examine(_ unarchiver: SteleKeyedUnarchiver) throws {
    for (key, range) in numbers {
      guard let number = try unarchiver.object(key, of: [NSNumber.self]) as? NSNumber,
        range.contains(number.doubleValue)
      else { throw KeyedCodingError(.unexpectedValue, className: "NSNumber", key: key) }
    }
    for key in objects { _ = try unarchiver.object(key, of: nil) }
  }

  private static let request = Precaution(
    numbers: [
      "NS._cachePolicy": 0...5, "NS._timeoutInterval": -.infinity ... .infinity,
      "NS._networkServiceType": 0...4, "NS._allowsCellularAccess": 0...1,
      "NS._httpShouldHandleCookies": 0...1, "NS._httpShouldUsePipelining": 0...1,
    ],
    objects: ["NS.url", "NS.mainDocumentURL", "NS.httpMethod", "NS._allHTTPHeaderFields"])
}

/// What classes of Foundation ask for, compared with what they archive.
enum OwnRequests {
  /// The classes that objects of Foundation may contain although they do not ask for them.
  static let classes = AllowedClasses(AllowedClasses.propertyList.types + [NSURL.self])

  /// Whether a class is one of Foundation.
  static func isFoundation(_ type: AnyClass?) -> Bool {
    guard let type else { return false }
    #if canImport(ObjectiveC)
      // Classes ask for what they need there.
      return false
    #else
      let module = _typeName(type, qualified: true).prefix { $0 != "." }
      return module == "Foundation" || module == "FoundationNetworking"
    #endif
  }
}
