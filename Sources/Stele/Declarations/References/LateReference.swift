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
