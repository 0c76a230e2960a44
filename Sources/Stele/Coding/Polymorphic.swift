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

// MARK: Encoding

extension Polymorphic: TypeEncoderMaking {
  static func makeTypeEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    guard let container = Value.self as? any PolymorphicContainer.Type else {
      // A reference to an object of any class (§5.3).
      return LeafEncoder<Self>(type: try session.tables.index(of: .ref, named: nil)) {
        value, cell in
        try cell.write(reference: cell.object(value.wrappedValue))
      }
    }
    return try container.makePolymorphicEncoder(session)
  }
}

/// The encoder of a value as another one, each part of which is polymorphic by itself.
final class PolymorphicPartsEncoder<Value: PolymorphicContainer>: TypeEncoder<Polymorphic<Value>> {
  private let parts: TypeEncoder<Value.Parts>

  init(_ session: EncodingSession) throws {
    parts = try session.encoder(of: Value.Parts.self)
    super.init(exact: parts.exact)
  }

  override func knownType(_ types: inout ClassTableWriter) throws -> Int {
    try parts.knownType(&types)
  }

  override func encode(_ value: Polymorphic<Value>, in context: ValueContext) throws -> Encoded {
    try parts.encode(value.wrappedValue.polymorphicParts, in: context)
  }
}

extension ValueCell {
  /// Returns the object that a value of a protocol type is.
  fileprivate func object<Value>(_ value: Value) throws -> AnyObject {
    let type = Swift.type(of: value as Any)
    guard type is AnyClass else {
      throw error(
        .unknownClass(TypeName.inArchives(type)),
        "\(TypeName.inSource(type)) is not a class, and @Polymorphic has objects only",
        value: value,
        hint: "Make it a class, or an enum with a case for each type.")
    }
    return value as AnyObject
  }
}

// MARK: Decoding

extension Polymorphic: DirectlyDecodable {
  static func makeTypeDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    guard let container = Value.self as? any PolymorphicContainer.Type else {
      return PolymorphicDecoder<Value>(session, of: Value.self)
    }
    return try container.makePolymorphicDecoder(session)
  }
}

/// Decodes a value from another one, each part of which is polymorphic by itself.
final class PolymorphicPartsDecoder<Value: PolymorphicContainer>: TypeDecoder<Polymorphic<Value>> {
  private let parts: TypeDecoder<Value.Parts>
  private let absentValue: Value?

  init(_ session: DecodingSession, absent: Value? = nil) throws {
    parts = try session.typeDecoder(of: Value.Parts.self)
    absentValue = absent
    super.init()
  }

  override var absent: Polymorphic<Value>? { absentValue.map { Polymorphic(wrappedValue: $0) } }

  override var nilDepth: Int { Value.self is any OptionalType.Type ? .max : 0 }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Polymorphic<Value> {
    Polymorphic(wrappedValue: Value(polymorphicParts: try parts.decode(type, &input, session)))
  }
}

/// Decodes a reference to an object of any class that is allowed, as a value that is the object or an optional one.
///
/// Spec §5.3.
final class PolymorphicDecoder<Value>: TypeDecoder<Polymorphic<Value>> {
  private let target: TargetClass
  private let absentValue: Value?

  init(_ session: DecodingSession, of object: Any.Type, absent: Value? = nil) {
    target = TargetClass(object, entryCount: session.classes.entryCount) { $0 is AnyClass }
    absentValue = absent
    super.init()
  }

  override var absent: Polymorphic<Value>? { absentValue.map { Polymorphic(wrappedValue: $0) } }

  override var nilDepth: Int { Value.self is any OptionalType.Type ? .max : 0 }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Polymorphic<Value> {
    let start = input.offset
    guard let object = try session.reference(type, &input, target) else {
      guard let absent else { throw session.noValue(Value.self, at: start) }
      return absent
    }
    return Polymorphic(wrappedValue: try session.conforming(object, at: start))
  }
}

extension DecodingSession {
  /// Returns the object as a value of a protocol type.
  fileprivate func conforming<Value>(_ object: AnyObject, at offset: Int) throws -> Value {
    if let value = object as? Value { return value }
    let found = (try? classes.declaration(of: type(of: object)))?.archiveClass.name
    throw wrongType(Value.self, .reference(to: found), at: offset)
  }
}
