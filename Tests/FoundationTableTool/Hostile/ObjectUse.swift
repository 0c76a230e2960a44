import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Everything that programs do with objects: hashing, comparing, printing, bridging.
enum ObjectUse {
  /// Uses an object, with those in it.
  static func use(_ object: NSObject) {
    _ = object.description
    if isHashed(object) { _ = object.hash }
    if isCompared(object) {
      _ = object.isEqual(object)
      _ = object.isEqual((object as? any NSCopying)?.copy(with: nil))
    }
    // Foundation converts the whole of it.
    _ = NSArray(array: [object]).object(at: 0)
    _ = (NSDictionary(object: object, forKey: NSString("a")) as? [AnyHashable: Any])?.description
    bridge(object)
    for part in content(of: object) { bridge(part) }
  }

  /// Returns whether an object has a hash: that of a decimal number does not return, and that of an error ends any process.
  private static func isHashed(_ object: NSObject) -> Bool {
    !(object is NSDecimalNumber || object is NSError)
  }

  /// Returns whether an object can be compared: a set with an array in it ends any process.
  private static func isCompared(_ object: NSObject) -> Bool {
    var rest = [object]
    var count = 0
    while let next = rest.popLast() {
      let parts = content(of: next)
      if next is NSSet || next is NSOrderedSet,
        parts.contains(where: { $0 is NSArray || $0 is NSDictionary })
      {
        return false
      }
      count += 1
      guard count < 10_000 else { return false }
      rest += parts
    }
    return true
  }

  private static func content(of object: NSObject) -> [NSObject] {
    switch object {
    case is NSArray, is NSSet, is NSOrderedSet:
      Mirror(reflecting: object).children.compactMap { $0.value as AnyObject as? NSObject }
    case is NSDictionary:
      Mirror(reflecting: object).children.flatMap { child -> [NSObject] in
        guard let pair = child.value as? (key: NSObject, value: AnyObject) else { return [] }
        return [pair.key, pair.value as? NSObject].compactMap { $0 }
      }
    default: []
    }
  }

  /// Makes a Swift value of an object that has one.
  static func bridge(_ object: Any) {
    switch object {
    case let map as NSDictionary:
      _ = (map as? [AnyHashable: Any])?.count
      for (key, value) in map { _ = map.object(forKey: key).map { "\($0)" } ?? "\(value)" }
    case let set as NSSet:
      _ = (set as? Set<AnyHashable>)?.count
      for element in set { _ = set.contains(element) }
    case let set as NSOrderedSet: _ = set.array.count
    case let list as NSArray: _ = (list as? [Any])?.count
    case let text as NSAttributedString where text.length > 0:
      _ = unsafe text.attributes(at: 0, effectiveRange: nil).description
    case let notification as NSNotification: _ = notification.userInfo?.description
    case let url as NSURL: _ = (url as URL).absoluteString
    case let zone as NSTimeZone: _ = (zone as TimeZone).secondsFromGMT()
    case let calendar as NSCalendar: _ = (calendar as Calendar).identifier
    case let locale as NSLocale: _ = (locale as Locale).identifier
    case let components as NSDateComponents: _ = (components as DateComponents).year
    case let indexes as NSIndexSet: _ = (indexes as IndexSet).rangeView.map(\.count)
    case let path as NSIndexPath: _ = (path as IndexPath).count
    case let characters as NSCharacterSet: _ = (characters as CharacterSet).contains("a")
    case let interval as NSDateInterval: _ = (interval as DateInterval).end
    case let request as NSURLRequest: _ = (request as URLRequest).url
    case let name as NSPersonNameComponents: _ = (name as PersonNameComponents).givenName
    case let formatter as DateFormatter: _ = formatter.string(from: Date(timeIntervalSince1970: 0))
    case let formatter as NumberFormatter: _ = formatter.string(from: 1234.5)
    case let error as NSError: _ = error.localizedDescription
    default: break
    }
  }
}
