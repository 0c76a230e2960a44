/// Encodes values whose own `encode(to:)` writes them.
final class CodableEncoder<T: Encodable>: TypeEncoder<T> {
  private let observed: ObservedType

  init(_ graph: GraphEncoder) throws {
    observed = ObservedType(graph.level(of: try graph.declaration(of: T.self)))
    super.init(exact: nil)
  }

  override func encode(_ value: T, in context: ValueContext) throws -> Encoded {
    if observed.isEnum == nil { noteKind(of: value) }
    return try context.cell.write(observed, at: context) { inner in
      inner.state.isShared = true
      try value.encode(to: inner.encoder)
    }
  }

  @inline(never)
  private func noteKind(of value: T) {
    observed.isEnum = Mirror(reflecting: value).displayStyle == .enum
  }
}

/// Encodes values of a type that writes its keys by hand.
class FieldsEncoder<T: FieldEncodable>: TypeEncoder<T> {
  final let observed: ObservedType

  init(_ graph: GraphEncoder) throws {
    observed = ObservedType(graph.level(of: try graph.declaration(of: T.self)))
    observed.isEnum = false
    super.init(exact: nil)
  }

  override func knownType(_ graph: GraphEncoder) throws -> Int {
    try graph.number(of: .structure(observed.level.name))
  }

  override func encode(_ value: T, in context: ValueContext) throws -> Encoded {
    try context.cell.write(observed, at: context) { inner in
      var fields = try FieldEncoder(beginning: inner)
      try value.encode(to: &fields)
    }
  }
}

/// Encodes values of a type that has a type of its own in archives.
final class NativeEncoder<T: ArchiveScalarConvertible>: TypeEncoder<T> {
  private let type: Int
  private let code: TypeCode
  private let plain: CodableEncoder<T>

  init(_ graph: GraphEncoder) throws {
    type = try graph.number(of: T.wireType)
    code = T.wireType.code
    plain = try CodableEncoder(graph)
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
      let index = try writer.tables.types.index(of: T.wireType)
      try writer.write(wire, index, at: ValueWriter.Place())
      context.buffer.write(contentsOf: writer.output.bytes)
    }
    return Encoded(type: type)
  }
}
