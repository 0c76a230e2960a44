/// The values that a program declares for keys: defaults, and what migration hooks set.
enum DeclaredValue {
  /// Converts a declared value to the type that is decoded, or returns nil if it cannot be of that type.
  ///
  /// Numbers, alone and in collections, become the same numbers of other types, because the default 0 of a `Double` is an
  /// `Int` for the compiler. A number is rounded to a floating-point type, as a literal is.
  static func convert<T>(_ value: Any, to type: T.Type) -> T? {
    if let same = value as? T { return same }
    let converted: Any? =
      switch type {
      case let type as any BinaryInteger.Type: type.converted(from: value)
      case let type as any BinaryFloatingPoint.Type: type.converted(from: value)
      case let type as any DeclaredContainer.Type: type.converted(from: value)
      default: nil
      }
    return converted.flatMap { $0 as? T }
  }

  /// Returns the type inside an optional type, or the type itself.
  static func unwrapped(_ type: Any.Type) -> Any.Type {
    (type as? any OptionalType.Type).map { unwrapped($0.part) } ?? type
  }

  /// Returns whether a declared value is an empty optional.
  static func isNil(_ value: Any) -> Bool {
    // A nil is a value of any optional type.
    (value as? any OptionalType)?.isEmpty ?? false
  }

  /// Returns whether a type is numeric.
  static func isNumber(_ type: Any.Type) -> Bool {
    type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type
  }

  /// Returns the types of the parts of a collection or optional, or nil for another type.
  static func parts(of type: Any.Type) -> [Any.Type]? {
    (type as? any DeclaredContainer.Type)?.parts
  }

  /// Returns whether a value of one type may be a value of another, by the types alone.
  static func fits(_ type: Any.Type, _ target: Any.Type) -> Bool {
    let (type, target) = (unwrapped(type), unwrapped(target))
    if type == target || isNumber(target) && isNumber(type) { return true }
    // The literals `[]` and `[:]` have parts of these types; the value tells whether it fits.
    if type == Any.self || type == AnyHashable.self { return true }
    if let wanted = parts(of: target), let found = parts(of: type) {
      return wanted.count == found.count
        && (target is any SetAlgebra.Type) == (type is any SetAlgebra.Type)
        && zip(found, wanted).allSatisfy { fits($0, $1) }
    }
    // For a protocol, too, the value tells.
    return target is AnyClass ? type is AnyClass : !(target is any Decodable.Type)
  }

  /// Returns whether a declared value can be a value of a type.
  static func canConvert(_ value: Any, to type: Any.Type) -> Bool {
    func test<T>(_ type: T.Type) -> Bool { convert(value, to: type) != nil }
    return _openExistential(type, do: test)
  }
}

/// A type whose values contain others.
private protocol DeclaredContainer {
  static var parts: [Any.Type] { get }
  static func converted(from value: Any) -> Any?
}

/// The type of optionals.
protocol OptionalType {
  static var part: Any.Type { get }
  /// The number of nested optionals in the type, including itself.
  static var depth: Int { get }
  var isEmpty: Bool { get }
}

extension BinaryInteger {
  fileprivate static func converted(from value: Any) -> Any? {
    switch value {
    case let number as any BinaryInteger: Self(exactly: number)
    case let number as any BinaryFloatingPoint: Self(exactly: number)
    default: nil
    }
  }
}

extension BinaryFloatingPoint {
  fileprivate static func converted(from value: Any) -> Any? {
    switch value {
    case let number as any BinaryInteger: Self(number)
    case let number as any BinaryFloatingPoint: Self(number)
    default: nil
    }
  }
}

extension Optional: DeclaredContainer, OptionalType {
  static var part: Any.Type { Wrapped.self }
  static var depth: Int { 1 + ((Wrapped.self as? any OptionalType.Type)?.depth ?? 0) }
  var isEmpty: Bool { self == nil }
  fileprivate static var parts: [Any.Type] { [Wrapped.self] }

  fileprivate static func converted(from value: Any) -> Any? {
    DeclaredValue.convert(value, to: Wrapped.self).map { Optional.some($0) as Any }
  }
}

extension Array: DeclaredContainer {
  fileprivate static var parts: [Any.Type] { [Element.self] }

  fileprivate static func converted(from value: Any) -> Any? {
    guard let elements = value as? [Any] else { return nil }
    let converted = elements.compactMap { DeclaredValue.convert($0, to: Element.self) }
    return converted.count == elements.count ? converted : nil
  }
}

extension Set: DeclaredContainer {
  fileprivate static var parts: [Any.Type] { [Element.self] }

  fileprivate static func converted(from value: Any) -> Any? {
    guard let elements = value as? Set<AnyHashable> else { return nil }
    let converted = elements.compactMap { DeclaredValue.convert($0.base, to: Element.self) }
    return converted.count == elements.count ? Set(converted) : nil
  }
}

extension Dictionary: DeclaredContainer {
  fileprivate static var parts: [Any.Type] { [Key.self, Value.self] }

  fileprivate static func converted(from value: Any) -> Any? {
    guard let pairs = value as? [AnyHashable: Any] else { return nil }
    var converted: [Key: Value] = [:]
    for (key, value) in pairs {
      guard let key = DeclaredValue.convert(key.base, to: Key.self),
        let value = DeclaredValue.convert(value, to: Value.self)
      else { return nil }
      converted[key] = value
    }
    return converted
  }
}
