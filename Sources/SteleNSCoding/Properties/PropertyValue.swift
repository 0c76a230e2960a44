internal import Foundation

/// Conversions of Foundation's objects to values of Swift types.
enum PropertyValue {
  /// Returns an object as a value of a type; the type may be a mutable class although the object is immutable.
  ///
  /// - Throws: ``KeyedCodingError`` for an object that the type does not admit.
  static func make<T>(_ type: T.Type, of object: Any?, _ key: String) throws -> T {
    // Foundation does not convert a null in a collection to nil.
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

  /// Returns the error for an object that a type does not admit.
  static func unexpected(_ object: Any?, _ key: String) -> KeyedCodingError {
    let type: AnyClass? = object.map { CodingClass.recorded(for: $0 as AnyObject) }
    return KeyedCodingError(
      .unexpectedClass, className: type.map { CodingClass.name(of: $0) } ?? "", key: key)
  }

  /// Returns whether a collection type has optional elements.
  private static func hasOptionalElements(_ type: Any.Type) -> Bool {
    guard let container = type as? any ContainerOfObjects.Type else { return false }
    return container.parts.contains {
      hasOptionalElements($0) || !container.classes.isEmpty && $0 is any OptionalContent.Type
    }
  }
}
