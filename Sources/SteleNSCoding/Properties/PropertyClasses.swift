internal import Foundation

/// The classes of the objects that values of properties are made of.
enum PropertyClasses {
  /// The classes of the objects in values of a type, or nil when there are none of `NSCoding` classes.
  static func classes(of type: Any.Type) -> [AnyClass]? {
    if let type = type as? AnyClass {
      guard CodingClass.isCoded(type) else { return nil }
      return NativeClass.of(type)?.isCollection == true
        ? [type] + contents : [type] + bases(of: type)
    }
    guard let container = type as? any ContainerOfObjects.Type else { return nil }
    let parts = container.parts.map { classes(of: $0) }
    guard parts.contains(where: { $0 != nil }) else { return nil }
    // An element that is nil is a null there.
    let hasNulls =
      !container.classes.isEmpty && container.parts.contains { $0 is any OptionalContent.Type }
    return container.classes + (hasNulls ? [NSNull.self] : [])
      + parts.flatMap { $0 ?? AllowedClasses.propertyList.types }
  }

  /// Whether a value of a type may lead to objects that lead back to the one that has it.
  static func mayLeadBack(_ type: Any.Type) -> Bool {
    if let type = type as? AnyClass {
      return !OwnRequests.isFoundation(type) || NativeClass.of(type)?.isCollection == true
    }
    return (type as? any ContainerOfObjects.Type)?.parts.contains { mayLeadBack($0) } ?? false
  }

  /// What may be in a collection of Foundation, whose type does not say what is.
  static let contents: [AnyClass] =
    AllowedClasses.propertyList.types + [NSSet.self, NSOrderedSet.self, NSUUID.self, NSURL.self]

  /// The class that does not change, of which an object stands where a string or bytes were written by themselves.
  private static func bases(of type: AnyClass) -> [AnyClass] {
    if type == NSMutableString.self { return [NSString.self] }
    if type == NSMutableData.self { return [NSData.self] }
    return []
  }
}

/// Values of Swift types, made of the objects that Foundation has for them.
enum PropertyValue {
  /// An object as a value of a type, which may be that of a class whose objects change where the object does not.
  ///
  /// - Throws: ``KeyedCodingError`` for an object that the type does not admit.
  static func make<T>(_ type: T.Type, of object: Any?, _ key: String) throws -> T {
    // Foundation makes no nil of a null in a collection.
    if !hasOptionalElements(type), let value = (object as Any) as? T { return value }
    if let container = type as? any ContainerOfObjects.Type,
      let value = try container.make(of: object, key) as? T
    {
      return value
    }
    if let copying = object as? any NSMutableCopying,
      let value = copying.mutableCopy(with: nil) as? T
    {
      return value
    }
    throw unexpected(object, key)
  }

  /// The error for an object that a type does not admit.
  static func unexpected(_ object: Any?, _ key: String) -> KeyedCodingError {
    let type: AnyClass? = object.map { CodingClass.recorded(for: $0 as AnyObject) }
    return KeyedCodingError(
      .unexpectedClass, className: type.map { CodingClass.name(of: $0) } ?? "", key: key)
  }

  /// Whether collections of a type have elements that may be nil.
  private static func hasOptionalElements(_ type: Any.Type) -> Bool {
    guard let container = type as? any ContainerOfObjects.Type else { return false }
    return container.parts.contains {
      hasOptionalElements($0) || !container.classes.isEmpty && $0 is any OptionalContent.Type
    }
  }
}
