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
