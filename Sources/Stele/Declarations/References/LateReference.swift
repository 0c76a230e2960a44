/// A strong reference, or a collection of strong references, that is decoded after the object that holds it.
///
/// It closes cycles of strong references for classes whose `Codable` is synthesised. Coders of other libraries code
/// the value itself.
@propertyWrapper
public struct LateReference<Value: LateValue>: Codable {
  @usableFromInline var box: LateBox<Value>

  /// The value, which is the placeholder in an initialiser that decodes.
  @inlinable public var wrappedValue: Value {
    get { box.value }
    // The decoder sets the value in the box that it made; copies share it, so it is replaced here.
    set { box = LateBox(newValue) }
  }

  /// Makes a reference.
  ///
  /// - Parameter wrappedValue: The value, which is kept.
  @inlinable
  public init(wrappedValue: Value) {
    box = LateBox(wrappedValue)
  }

  init(box: LateBox<Value>) {
    self.box = box
  }

  /// Decodes a reference.
  ///
  /// - Throws: The error of the value container.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
  }

  /// Encodes the value.
  ///
  /// - Throws: The error of the value container.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

/// The storage of a late reference.
@usableFromInline
class LateBox<Value> {
  @usableFromInline var value: Value

  @inlinable
  required init(_ value: Value) { self.value = value }
}

extension KeyedDecodingContainer {
  /// Decodes a late reference, which has the placeholder if the archive has none.
  ///
  /// Synthesised conformances call it.
  ///
  /// - Throws: The error of the container.
  public func decode<Value>(
    _ type: LateReference<Value>.Type, forKey key: Key
  ) throws -> LateReference<Value> {
    try decodeIfPresent(type, forKey: key) ?? LateReference(wrappedValue: Value.placeholder)
  }
}

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

// MARK: References that are filled later

/// A property wrapper around a reference that decoders of other modules can fill later.
package protocol LateDecodable: Decodable {
  /// The type that is decoded.
  associatedtype Content: Decodable

  /// Makes an empty reference, and a closure that fills it and its copies.
  static func makeEmpty() -> (reference: Self, fill: (Content) -> Void)
}

extension LateDecodable {
  static var contentType: Any.Type { Content.self }
}

extension BackReference: LateDecodable {
  package static func makeEmpty() -> (reference: BackReference, fill: (Target) -> Void) {
    let box = WeakTarget<Target>(nil)
    return (BackReference(box: box), { box.target = $0 })
  }
}

extension LateReference: LateDecodable {
  package static func makeEmpty() -> (reference: LateReference, fill: (Value) -> Void) {
    let box = LateBox(Value.placeholder)
    return (LateReference(box: box), { box.value = $0 })
  }
}
