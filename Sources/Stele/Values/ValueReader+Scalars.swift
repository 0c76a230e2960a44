extension ValueReader {
  /// Reads a value of a type that contains no other.
  ///
  /// Spec §3.1, §3.4.
  mutating func readScalar(_ type: TypeDescriptor) throws(ArchiveError) -> Value {
    switch type.code.scalarLayout {
    case .bool:
      return .bool(try input.readByte() == 1)
    case .signed(width: 8):
      return .integer(Int128(Int8(truncatingIfNeeded: try input.readByte())))
    case .signed(let width):
      return .integer(try input.readZigzag(width: width))
    case .unsigned(width: 8):
      return .unsigned(UInt128(try input.readByte()))
    case .unsigned(let width):
      return .unsigned(try input.readVarint(width: width))
    case .float, .uuid:
      return try readFixed(type, byteCount: type.code.scalarLayout?.byteCount ?? 0)
    case nil:
      break
    }
    let offset = input.offset
    switch type {
    case .string:
      let string = try input.readString()
      try budget.pay(MemoryBudget.string(byteCount: string.utf8.count), at: offset)
      return .string(string)
    case .bytes:
      let bytes = try input.readBytes(try input.readCount())
      try budget.pay(MemoryBudget.array(of: UInt8.self, count: bytes.count), at: offset)
      return .bytes(Array(bytes))
    default:
      try budget.pay(MemoryBudget.box(of: DecimalNumber.self), at: offset)
      return .decimal(try readDecimal())
    }
  }

  /// Reads a float, date or uuid, which have the same form alone and in packed lists.
  private mutating func readFixed(
    _ type: TypeDescriptor, byteCount: Int
  ) throws(ArchiveError) -> Value {
    switch type {
    case .float16:
      return .float16(bitPattern: try input.readInteger())
    case .float32:
      return .float32(Float(bitPattern: try input.readInteger()))
    case .float64:
      return .float64(Double(bitPattern: try input.readInteger()))
    case .date:
      return .date(Double(bitPattern: try input.readInteger()))
    default:
      return .uuid(try input.readInteger(UInt128.self, byteCount: byteCount).byteSwapped)
    }
  }

  private mutating func readDecimal() throws(ArchiveError) -> DecimalNumber {
    let sign = try input.readByte()
    guard sign < 2 else { return .notANumber }
    let exponent = Int8(truncatingIfNeeded: try input.readByte())
    let mantissa = try input.readVarint(width: 128)
    return .number(isNegative: sign == 1, mantissa: mantissa, exponent: exponent)
  }

  /// Reads a packed list.
  ///
  /// Spec §3.5.
  mutating func readPackedList(
    _ layout: ScalarLayout, of type: TypeDescriptor
  ) throws(ArchiveError) -> Value {
    let countOffset = input.offset
    let count = try input.readCount()
    guard count > 0 else { return .list([]) }
    let width = layout.hasPackedWidth ? Int(try input.readByte()) : layout.byteCount
    try budget.pay(MemoryBudget.array(of: Value.self, count: count), at: countOffset)
    var elements: [Value] = []
    elements.reserveCapacity(count)
    for _ in 0..<count {
      switch layout {
      case .bool:
        elements.append(.bool(try input.readByte() == 1))
      case .signed:
        elements.append(.integer(try input.readInteger(Int128.self, byteCount: width)))
      case .unsigned:
        elements.append(.unsigned(try input.readInteger(UInt128.self, byteCount: width)))
      case .float, .uuid:
        elements.append(try readFixed(type, byteCount: width))
      }
    }
    return .list(elements)
  }
}
