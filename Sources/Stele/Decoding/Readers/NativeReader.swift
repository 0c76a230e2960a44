/// Reads values of types that have a wire type of their own.
///
/// Spec §3.1.
final class NativeReader<Value: NativeValue>: TypeReader<Value> {
  private let other: CodableReader<Value>
  private let code: TypeCode

  init(in graph: GraphDecoder) throws {
    other = try CodableReader(in: graph)
    code = Value.wireType.code
  }

  override func forget() { other.forget() }

  override func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> Value {
    let start = input
    let graph = site.decoder.graph
    guard let inner = plan.isWrapped ? try graph.unwrap(plan, &input) : plan else {
      throw site.noValue(Value.self, at: start.offset)
    }
    guard inner.code == code, let wire = try graph.readScalar(inner, &input) else {
      input = start
      return try other.read(plan, &input, at: site)
    }
    guard let value = Value(wireValue: wire) else {
      throw site.doesNotFit(Value.self, at: start.offset)
    }
    return value
  }
}

extension GraphDecoder {
  /// Reads a value of a scalar type, or gives nil when the type is not one.
  func readScalar(
    _ plan: ReadingPlan, _ input: inout CheckedBytes
  ) throws(ArchiveError) -> Value? {
    switch plan.code {
    case .optional, .list, .set, .map, .ref, .weak, .struct, .enum, .any: return nil
    default: break
    }
    if plan.isPlain, let value = try readCommon(plan.code, &input) { return value }
    if case .width(let width) = plan.fixed {
      switch plan.code.scalarLayout {
      case .signed: return .integer(try input.readInteger(Int128.self, byteCount: width))
      case .unsigned: return .unsigned(try input.readInteger(UInt128.self, byteCount: width))
      default: break
      }
    }
    var values = ValueReader(
      store.reader(at: input), context: store.context,
      budget: MemoryBudget(byteCount: .max))
    let value = try values.readValue(plan.type)
    try input.move(to: values.input.offset)
    return value
  }

  /// Reads a value of one of the common types, or gives nil, and reads nothing, when the type is another one.
  private func readCommon(
    _ code: TypeCode, _ input: inout CheckedBytes
  ) throws(ArchiveError) -> Value? {
    switch code {
    case .bool: .bool(try Bool.readPlain(&input))
    case .int8: .integer(Int128(try Int8.readPlain(&input)))
    case .int16, .int32, .int64: .integer(Int128(try Int64.readPlain(&input)))
    case .uint8: .unsigned(UInt128(try UInt8.readPlain(&input)))
    case .uint16, .uint32, .uint64: .unsigned(UInt128(try UInt64.readPlain(&input)))
    case .float32: .float32(try Float.readPlain(&input))
    case .float64: .float64(try Double.readPlain(&input))
    case .string: .string(try input.readString())
    default: nil
    }
  }
}
