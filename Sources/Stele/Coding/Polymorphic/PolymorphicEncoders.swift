extension Polymorphic: TypeEncoderMaking {
  static func makeTypeEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    guard let container = Value.self as? any PolymorphicContainer.Type else {
      return PolymorphicEncoder<Value>(exact: try session.tables.index(of: .ref, named: nil))
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

/// The encoder of references to objects of any class.
///
/// Spec §5.3.
private final class PolymorphicEncoder<Value>: TypeEncoder<Polymorphic<Value>> {
  override func encode(_ value: Polymorphic<Value>, in context: ValueContext) throws -> Encoded {
    try context.cell.write(reference: context.cell.object(value.wrappedValue))
    return Encoded(type: exactType)
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
