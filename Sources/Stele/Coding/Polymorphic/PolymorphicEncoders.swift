extension Polymorphic: TypeEncoderMaking {
  static func makeTypeEncoder(_ graph: GraphEncoder) throws -> TypeEncoder<Self> {
    guard let container = Value.self as? any PolymorphicContainer.Type else {
      return try PolymorphicEncoder<Value>(graph)
    }
    // Safe: containers make encoders for themselves as the value.
    return unsafe unsafeDowncast(
      try container.makePolymorphicEncoder(graph), to: TypeEncoder<Self>.self)
  }
}

/// Encodes a value as another one, each part of which is polymorphic by itself.
final class PolymorphicPartsEncoder<Value, Parts: Encodable>: TypeEncoder<Polymorphic<Value>> {
  private let parts: TypeEncoder<Parts>
  private let convert: (Value) -> Parts

  init(_ graph: GraphEncoder, _ convert: @escaping (Value) -> Parts) throws {
    parts = try graph.encoder(of: Parts.self)
    self.convert = convert
    super.init(exact: parts.exact)
  }

  override func knownType(_ graph: GraphEncoder) throws -> Int { try parts.knownType(graph) }

  override func encode(_ value: Polymorphic<Value>, in context: ValueContext) throws -> Encoded {
    try parts.encode(convert(value.wrappedValue), in: context)
  }
}

/// Encodes a reference to an object of any class.
///
/// Spec §5.3.
private final class PolymorphicEncoder<Value>: TypeEncoder<Polymorphic<Value>> {
  private let type: Int

  init(_ graph: GraphEncoder) throws {
    type = try graph.number(of: .reference(to: nil))
    super.init(exact: type)
  }

  override func encode(_ value: Polymorphic<Value>, in context: ValueContext) throws -> Encoded {
    try context.cell.write(reference: context.cell.encoder.object(value.wrappedValue))
    return Encoded(type: type)
  }
}

/// Encodes a reference to an object of any class, or nil.
///
/// Spec §5.3.
final class PolymorphicOptionalEncoder<Wrapped>: TypeEncoder<Polymorphic<Wrapped?>> {
  private let type: Int

  init(_ graph: GraphEncoder) throws {
    type = try graph.optional(of: graph.number(of: .reference(to: nil)))
    super.init(exact: type)
  }

  override func encode(_ value: Polymorphic<Wrapped?>, in context: ValueContext) throws -> Encoded {
    if let wrapped = value.wrappedValue {
      try context.cell.write(reference: context.cell.encoder.object(wrapped))
    } else {
      context.buffer.write(byte: 0)
    }
    return Encoded(type: type)
  }
}

extension ValueEncoder {
  /// The object that a value of a protocol type is.
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
