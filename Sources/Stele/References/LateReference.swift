/// A strong reference, or a collection of such, that is decoded after the object that holds it.
///
/// It closes circles of strong references for classes whose `Codable` is synthesised. Other coders than those of
/// this library code the value itself.
@propertyWrapper
public struct LateReference<Value: LateValue>: Codable {
  private var box: LateBox<Value>

  /// The value; the placeholder inside of an initialiser that decodes it.
  public var wrappedValue: Value {
    get { box.value }
    // The decoder sets the value in the box that it made; copies share it, so it is replaced here.
    set { box = LateBox(newValue) }
  }

  /// Makes a reference.
  ///
  /// - Parameter wrappedValue: The value, which is kept.
  public init(wrappedValue: Value) {
    box = LateBox(wrappedValue)
  }

  init(box: LateBox<Value>) {
    self.box = box
  }

  /// Decodes a reference.
  ///
  /// - Throws: What the value container throws.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
  }

  /// Encodes the value.
  ///
  /// - Throws: What the value container throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

/// The storage of a late reference.
final class LateBox<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension LateReference: ReferenceWrapper {
  package static var weakTargetType: Any.Type? { nil }
  package var weakTarget: AnyObject? { nil }
  package var lateValue: (any Encodable)? { wrappedValue }
}

extension KeyedDecodingContainer {
  /// Decodes a late reference, which has the placeholder when there is none.
  ///
  /// Synthesised conformances call it.
  ///
  /// - Throws: What the container throws.
  public func decode<Value>(
    _ type: LateReference<Value>.Type, forKey key: Key
  ) throws -> LateReference<Value> {
    try decodeIfPresent(type, forKey: key) ?? LateReference(wrappedValue: Value.placeholder)
  }
}
