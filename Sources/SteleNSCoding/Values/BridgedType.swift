internal import Foundation

/// The structs of Foundation that replace its classes in Swift.
///
/// Each struct is also read from an object of its class, and vice versa, so a class may declare either.
enum BridgedType {
  private typealias HashableCodable = Codable & Hashable & SendableMetatype

  private static let all: [(type: any HashableCodable.Type, class: AnyClass)] = [
    (URL.self, NSURL.self), (UUID.self, NSUUID.self), (Locale.self, NSLocale.self),
    (TimeZone.self, NSTimeZone.self), (Calendar.self, NSCalendar.self),
    (DateComponents.self, NSDateComponents.self), (DateInterval.self, NSDateInterval.self),
    (IndexSet.self, NSIndexSet.self), (IndexPath.self, NSIndexPath.self),
    (CharacterSet.self, NSCharacterSet.self),
    (PersonNameComponents.self, NSPersonNameComponents.self),
  ]

  /// Returns the class that a struct replaces, or nil for other types.
  static func foundationClass(of type: Any.Type) -> AnyClass? {
    all.first { $0.type == type }?.class
  }

  /// Returns whether a keyed archive has an object for values of a type that `Codable` would write differently.
  ///
  /// The type is a struct that replaces a class, a set, a dictionary with keys that are not strings, or an array of these;
  /// or an array or dictionary of integers that `PropertyListEncoder` does not support.
  static func isObject(_ type: Any.Type) -> Bool {
    if foundationClass(of: type) != nil || type == Decimal.self || hasWideIntegers(type) {
      return true
    }
    guard let container = type as? any ContainerOfObjects.Type, let kind = container.classes.first
    else { return false }
    let parts = container.parts
    if kind == NSArray.self { return parts.allSatisfy(isObject) }
    if kind == NSDictionary.self, parts[0] == String.self || parts[0] == Int.self { return false }
    return parts.allSatisfy { isObject($0) || isFlat($0) }
  }

  private static func hasWideIntegers(_ type: Any.Type) -> Bool {
    if type == Int128.self || type == UInt128.self { return true }
    return (type as? any ContainerOfObjects.Type)?.parts.contains(where: hasWideIntegers) ?? false
  }

  /// Returns whether values of a type are plain, or arrays or dictionaries of plain values, which sets may contain.
  static func isFlat(_ type: Any.Type) -> Bool {
    guard let container = type as? any ContainerOfObjects.Type, let kind = container.classes.first,
      kind != NSSet.self
    else { return isPlain(type) }
    return container.parts.allSatisfy(isPlain)
  }

  private static func isPlain(_ type: Any.Type) -> Bool {
    type is any FixedWidthInteger.Type || type is any BinaryFloatingPoint.Type
      || ([String.self, Bool.self, Data.self, Date.self] as [Any.Type]).contains { $0 == type }
  }

  /// Returns whether one of some classes is replaced by a struct.
  static func hasClass(_ classes: [AnyClass]) -> Bool {
    all.contains { bridged in classes.contains { $0 == bridged.class } }
  }

  /// Decodes a key as a struct, or a collection of structs, that replaces one of the requested
  /// classes.
  ///
  /// - Returns: The object for it, or nil if the archive has another value.
  static func object(
    of classes: [AnyClass], _ key: String, from unarchiver: SteleKeyedUnarchiver
  ) -> AnyObject? {
    // A keyed archive has objects.
    guard !unarchiver.isKeyedArchive else { return nil }
    for (type, foundationClass): (any HashableCodable.Type, AnyClass) in all
    where classes.contains(where: { $0 == foundationClass }) {
      if let object = object(type, classes, key, from: unarchiver) { return object }
    }
    return nil
  }

  private static func object<T: Codable & Hashable>(
    _ type: T.Type, _ classes: [AnyClass], _ key: String, from unarchiver: SteleKeyedUnarchiver
  ) -> AnyObject? {
    func read<Value: Codable>(_ type: Value.Type) -> AnyObject? {
      ((try? unarchiver.writtenValue(type, forKey: key)) ?? nil)
        .map { ($0 as? URL)?.object ?? $0 as AnyObject }
    }
    func asks(for type: AnyClass) -> Bool { classes.contains { $0 == type } }
    if let object = read(T.self) { return object }
    if asks(for: NSArray.self), let object = read([T].self) { return object }
    if asks(for: NSSet.self), let object = read(Set<T>.self) { return object }
    if asks(for: NSDictionary.self) { return read([String: T].self) }
    return nil
  }
}
