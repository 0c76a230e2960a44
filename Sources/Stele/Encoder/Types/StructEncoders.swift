/// The encoder of values that write themselves in `encode(to:)`.
final class CodableEncoder<T: Encodable>: TypeEncoder<T> {
  private let observed: ObservedType

  init(_ session: EncodingSession) throws {
    observed = ObservedType(session.level(of: try session.declaration(of: T.self)), of: T.self)
    super.init(exact: nil)
  }

  override func encode(_ value: T, in context: ValueContext) throws -> Encoded {
    if observed.isEnum == nil { rememberKind(of: value) }
    return try context.cell.write(observed, in: context) { inner in
      inner.state.isShared = true
      try value.encode(to: inner.encoder)
    }
  }

  @inline(never)
  private func rememberKind(of value: T) {
    observed.isEnum = Mirror(reflecting: value).displayStyle == .enum
  }

  override func reset() {
    observed.reset()
    // Without its own mirror, the type alone decides.
    if T.self is any CustomReflectable.Type { observed.isEnum = nil }
  }
}

/// The encoder of values of a type that writes its keys by hand.
class FieldsEncoder<T: FieldEncodable>: TypeEncoder<T> {
  final let observed: ObservedType

  init(_ session: EncodingSession) throws {
    observed = ObservedType(session.level(of: try session.declaration(of: T.self)), of: T.self)
    observed.isEnum = false
    super.init(exact: nil)
  }

  override func knownType(_ types: inout ClassTableWriter) throws -> Int {
    try types.index(of: .struct, named: observed.level.name)
  }

  override func reset() { observed.reset() }

  override func encode(_ value: T, in context: ValueContext) throws -> Encoded {
    try context.cell.write(observed, in: context) { inner in
      var fields = try FieldEncoder(beginning: inner)
      try value.encode(to: &fields)
    }
  }
}

/// The encoder of values that become a scalar type of the format.
final class ScalarConvertibleEncoder<T: ArchiveScalarConvertible>: TypeEncoder<T> {
  private let type: Int
  private let code: TypeCode
  private let plain: CodableEncoder<T>

  init(_ session: EncodingSession) throws {
    type = try session.tables.index(of: T.wireType)
    code = T.wireType.code
    plain = try CodableEncoder(session)
    super.init(exact: nil)
  }

  override func encode(_ value: T, in context: ValueContext) throws -> Encoded {
    guard let wire = value.wireValue else { return try plain.encode(value, in: context) }
    switch (code, wire) {
    case (.date, .date(let seconds)): context.buffer.write(littleEndian: seconds.bitPattern)
    case (.uuid, .uuid(let bits)): context.buffer.write(littleEndian: bits.byteSwapped)
    case (.string, .string(let text)): context.buffer.write(string: text)
    case (.bytes, .bytes(let bytes)):
      context.buffer.write(number: bytes.count)
      context.buffer.write(contentsOf: bytes)
    default:
      var writer = ValueWriter()
      let index = try writer.tables.index(of: T.wireType)
      try writer.write(wire, index, at: ValueWriter.Place())
      context.buffer.write(contentsOf: writer.output.bytes)
    }
    return Encoded(type: type)
  }

  override func reset() { plain.reset() }
}
