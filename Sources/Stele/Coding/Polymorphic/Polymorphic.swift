/// A property whose objects are of any class that conforms to a protocol.
///
/// ```swift
/// protocol Shape: AnyObject, Codable {
///   var area: Double { get }
/// }
///
/// final class Drawing: Codable {
///   @Polymorphic var shapes: [any Shape] = []
///   @Polymorphic var selection: (any Shape)?
/// }
///
/// var decoder = SteleDecoder()
/// decoder.allow(Circle.self, Square.self)
/// ```
///
/// The value is a protocol type, an optional, an array, or the values of a dictionary of these, to any depth. Objects keep
/// their identity and their class, as objects behind any other reference do. A protocol does not reveal its classes, so the
/// decoder is told of each that may be made (``SteleDecoder/allow(_:)-(ClassSet)``); an object that does not conform is an
/// error.
///
/// Structs and enums behind a protocol, and sets, are refused. Coders of other libraries cannot code it.
///
/// Spec §5.3.
@propertyWrapper
public struct Polymorphic<Value> {
  /// The value.
  public var wrappedValue: Value

  /// Makes a property with its first value.
  ///
  /// - Parameter wrappedValue: The value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Polymorphic: Sendable where Value: Sendable {}

extension Polymorphic: Codable {
  /// Decodes the value from a ``SteleDecoder``.
  ///
  /// - Throws: `DecodingError` if an object is of a class that is not allowed, or that does not conform.
  public init(from decoder: any Decoder) throws {
    guard decoder is any GraphCoder else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "Objects of any class are read by a SteleDecoder only."))
    }
    self = try decoder.singleValueContainer().decode(Self.self)
  }

  /// Encodes the value for a ``SteleEncoder``.
  ///
  /// - Throws: `EncodingError` if the value is not an object, or the object is not `Encodable`.
  public func encode(to encoder: any Encoder) throws {
    guard encoder is any GraphCoder else {
      throw EncodingError.invalidValue(
        wrappedValue,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "Objects of any class are written by a SteleEncoder only."))
    }
    var container = encoder.singleValueContainer()
    try container.encode(self)
  }
}

/// A type of values that consist of others, which may be objects of any class.
///
/// Its values are coded as values of a type of this library in which each part is ``Polymorphic`` by itself.
protocol PolymorphicContainer {
  associatedtype Parts: Codable
  var polymorphicParts: Parts { get }
  init(polymorphicParts: Parts)
  static func makePolymorphicDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder
}

extension PolymorphicContainer {
  static func makePolymorphicEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    try PolymorphicPartsEncoder<Self>(session)
  }

  static func makePolymorphicDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    try PolymorphicPartsDecoder<Self>(session)
  }
}

extension Array: PolymorphicContainer {
  var polymorphicParts: [Polymorphic<Element>] { map { Polymorphic(wrappedValue: $0) } }
  init(polymorphicParts: [Polymorphic<Element>]) { self = polymorphicParts.map(\.wrappedValue) }
}

extension Dictionary: PolymorphicContainer where Key: Codable {
  var polymorphicParts: [Key: Polymorphic<Value>] { mapValues { Polymorphic(wrappedValue: $0) } }
  init(polymorphicParts: [Key: Polymorphic<Value>]) {
    self = polymorphicParts.mapValues(\.wrappedValue)
  }
}

extension Optional: PolymorphicContainer {
  var polymorphicParts: Polymorphic<Wrapped>? { map { Polymorphic(wrappedValue: $0) } }
  init(polymorphicParts: Polymorphic<Wrapped>?) { self = polymorphicParts.map(\.wrappedValue) }

  static func makePolymorphicDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    guard Wrapped.self is any PolymorphicContainer.Type else {
      return PolymorphicDecoder<Self>(session, of: Wrapped.self, absent: .some(nil))
    }
    return try PolymorphicPartsDecoder<Self>(session, absent: .some(nil))
  }
}
