/// Decodes values of types that have a wire type of their own.
///
/// Spec §3.1.
final class NativeDecoder<Value: ArchiveScalarConvertible>: TypeDecoder<Value> {
  private let other: CodableDecoder<Value>
  private let code: TypeCode

  init(_ session: DecodingSession) throws {
    other = try CodableDecoder(session)
    code = Value.wireType.code
  }

  override func close() { other.close() }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    let start = input
    guard let inner = session.unwrap(type, &input) else {
      throw session.noValue(Value.self, at: start.offset)
    }
    if inner.isReference, session.isSingle(inner, input) {
      return try session.decodeSingle(self, inner, &input)
    }
    guard var wire = try session.readScalar(inner, &input),
      inner.code == code || convert(&wire)
    else {
      try session.noteUnconverted(Value.self, inner, at: start.offset)
      input = start
      return try other.decode(type, &input, session)
    }
    guard let value = Value(wireValue: wire) else {
      throw session.doesNotFit(Value.self, inner, at: start.offset)
    }
    return value
  }

  /// Makes a decimal number of an integer; returns false for other values.
  private func convert(_ wire: inout ArchiveValue) -> Bool {
    guard code == .decimal, let number = ArchiveDecimal(integer: wire) else { return false }
    wire = .decimal(number)
    return true
  }
}

extension DecodingSession {
  /// Notes that a type with a wire type of its own reads a value of another one by its `Codable`: a uuid a string, a date a number.
  ///
  /// Programs without the module that gives the type its wire type, such as `SteleFoundation`, write exactly that, and nothing in their
  /// archives tells a date from another number. Elements of lists and types of other modules have no declaration that could convert
  /// them, so such archives would be lost as soon as a program links the module. The other way, from a uuid to a string, no
  /// archive needs, and it takes a declared conversion.
  ///
  /// - Throws: `DecodingError` if the key has conversions of its own, which may say otherwise, or is one of an enum by hand.
  fileprivate func noteUnconverted(
    _ wanted: Any.Type, _ found: ArchivedType, at offset: Int
  ) throws {
    switch found.code {
    case .optional, .list, .set, .map, .ref, .weak, .struct, .enum, .any, .never: return
    default: try noteConversion(to: wanted, from: found, at: offset)
    }
  }

  /// Reads a value of a scalar type, or returns nil if the type is not one.
  func readScalar(
    _ type: ArchivedType, _ input: inout ValidCursor
  ) throws(ArchiveError) -> ArchiveValue? {
    switch type.code {
    case .optional, .list, .set, .map, .ref, .weak, .struct, .enum, .any, .never: return nil
    default: break
    }
    if type.isWhole, let value = readCommon(type.code, &input) { return value }
    if type.form == .packed {
      switch type.code.scalarLayout {
      case .signed: return .integer(input.readInteger(Int128.self, byteCount: type.width))
      case .unsigned: return .unsigned(input.readInteger(UInt128.self, byteCount: type.width))
      default: break
      }
    }
    var values = ValueReader(
      store.reader(at: input), context: store.context,
      budget: MemoryBudget(byteCount: .max))
    let value = try values.readValue(types.descriptor(of: type))
    input.move(to: values.input.offset)
    return value
  }

  /// Reads a value of one of the common types, or returns nil without reading.
  private func readCommon(_ code: TypeCode, _ input: inout ValidCursor) -> ArchiveValue? {
    switch code {
    case .bool: .bool(Bool.decodePlain(&input))
    case .int8: .integer(Int128(Int8.decodePlain(&input)))
    case .int16, .int32, .int64: .integer(Int128(input.readZigzag()))
    case .uint8: .unsigned(UInt128(input.readByte()))
    case .uint16, .uint32, .uint64: .unsigned(UInt128(input.readVarint()))
    case .float32: .float32(Float.decodePlain(&input))
    case .float64: .float64(Double.decodePlain(&input))
    case .string: .string(input.readString())
    default: nil
    }
  }
}
