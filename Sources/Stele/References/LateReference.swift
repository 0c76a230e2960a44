/// A type of which there is an empty value, for properties that are decoded late.
public protocol LateValue: Codable {
  /// What stands in for the value until it is decoded.
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

/// A strong reference, or a collection of such, that is decoded after the object that holds it.
///
/// It closes circles of strong references for classes whose `Codable` is synthesised.
@propertyWrapper
public struct LateReference<Value: LateValue>: Codable {
  private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  private var box: Box

  /// The value; the placeholder inside of an initialiser that decodes it.
  public var wrappedValue: Value {
    get { box.value }
    set { box = Box(newValue) }
  }

  /// Makes a reference.
  public init(wrappedValue: Value) {
    box = Box(wrappedValue)
  }

  public init(from decoder: any Decoder) throws { throw GraphCodingError(.coderIsFinished) }
  public func encode(to encoder: any Encoder) throws { throw GraphCodingError(.coderIsFinished) }
}
