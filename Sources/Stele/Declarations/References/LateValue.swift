/// A type with an empty value, for properties that are decoded late.
///
/// Optionals, arrays, sets and dictionaries conform; a program may add its own collections.
public protocol LateValue: Codable {
  /// The value that a property has until its own is decoded.
  static var placeholder: Self { get }
}

extension Optional: LateValue where Wrapped: Codable {
  /// Nil.
  public static var placeholder: Self { nil }
}

extension Array: LateValue where Element: Codable {
  /// The empty array.
  public static var placeholder: Self { [] }
}

extension Set: LateValue where Element: Codable {
  /// The empty set.
  public static var placeholder: Self { [] }
}

extension Dictionary: LateValue where Key: Codable, Value: Codable {
  /// The empty dictionary.
  public static var placeholder: Self { [:] }
}
