internal import Foundation

/// A type of the standard library that contains other types.
protocol ContainerOfObjects {
  /// The classes that Foundation has for the type.
  static var classes: [AnyClass] { get }
  /// The types of its content.
  static var parts: [Any.Type] { get }

  /// Makes a value from the corresponding object of Foundation.
  ///
  /// - Throws: ``KeyedCodingError`` for an object that the type does not admit.
  static func make(of object: Any?, _ key: String) throws -> Self
}

extension Optional: ContainerOfObjects {
  static var classes: [AnyClass] { [] }
  static var parts: [Any.Type] { [Wrapped.self] }

  static func make(of object: Any?, _ key: String) throws -> Wrapped? {
    guard let object, !(object is NSNull) || Wrapped.self == NSNull.self else { return nil }
    return .some(try PropertyValue.make(Wrapped.self, of: object, key))
  }
}

extension Array: ContainerOfObjects {
  static var classes: [AnyClass] { [NSArray.self] }
  static var parts: [Any.Type] { [Element.self] }

  static func make(of object: Any?, _ key: String) throws -> [Element] {
    guard let list = object as? NSArray else { throw PropertyValue.unexpected(object, key) }
    return try NestedCollections.objects(of: list).map {
      try PropertyValue.make(Element.self, of: $0, key)
    }
  }
}

extension Set: ContainerOfObjects {
  static var classes: [AnyClass] { [NSSet.self] }
  static var parts: [Any.Type] { [Element.self] }

  static func make(of object: Any?, _ key: String) throws -> Set<Element> {
    guard let set = object as? NSSet else { throw PropertyValue.unexpected(object, key) }
    return Set(
      try NestedCollections.objects(of: set).map {
        try PropertyValue.make(Element.self, of: $0, key)
      })
  }
}

extension Dictionary: ContainerOfObjects {
  static var classes: [AnyClass] { [NSDictionary.self] }
  static var parts: [Any.Type] { [Key.self, Value.self] }

  static func make(of object: Any?, _ key: String) throws -> [Key: Value] {
    guard let map = object as? NSDictionary else { throw PropertyValue.unexpected(object, key) }
    // Foundation would convert the elements to Swift values, which lose their identity.
    let objects = NestedCollections.objects(of: map)
    var result: [Key: Value] = [:]
    for index in stride(from: 0, to: objects.count, by: 2) {
      result[try PropertyValue.make(Key.self, of: objects[index], key)] =
        try PropertyValue.make(Value.self, of: objects[index + 1], key)
    }
    return result
  }
}
