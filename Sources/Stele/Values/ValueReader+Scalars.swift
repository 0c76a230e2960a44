extension ValueReader {
  /// Reads a value of a type that contains no other.
  ///
  /// Spec §3.1, §3.4.
  mutating func readScalar(_ type: TypeDescriptor) throws(ArchiveError) -> Value {
    switch type.code.scalarLayout {
    case .bool:
      return .bool(try readFlag())
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
      if makesValues { try budget.pay(string.utf8.count, at: offset) }
      return .string(string)
    case .bytes:
      let bytes = try input.readBytes(try input.readCount())
      guard makesValues else { return .nil }
      try budget.pay(bytes.count, at: offset)
      return .bytes(Array(bytes))
    default:
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

  /// Reads a decimal: V13.
  private mutating func readDecimal() throws(ArchiveError) -> DecimalNumber {
    let offset = input.offset
    let sign = try input.readByte()
    guard sign <= 2 else { throw ArchiveError(.decimal, at: offset) }
    guard sign < 2 else { return .notANumber }
    let exponent = Int8(truncatingIfNeeded: try input.readByte())
    let mantissa = try input.readVarint(width: 128)
    guard sign == 0 || mantissa > 0 else { throw ArchiveError(.decimal, at: offset) }
    return .number(isNegative: sign == 1, mantissa: mantissa, exponent: exponent)
  }

  /// Reads a packed list: P4, V2, V3, V1.
  ///
  /// Spec §3.5.
  mutating func readPackedList(
    _ layout: ScalarLayout, of type: TypeDescriptor
  ) throws(ArchiveError) -> Value {
    let countOffset = input.offset
    let count = try input.readCount()
    guard count > 0 else { return .list([]) }
    var width = layout.byteCount
    let widthOffset = input.offset
    if layout.hasPackedWidth {
      width = Int(try input.readByte())
      guard [1, 2, 4, 8, 16].contains(width), width <= layout.byteCount else {
        throw ArchiveError(.packedWidth, at: widthOffset)
      }
    }
    guard count <= input.remaining / width else {
      throw ArchiveError(.countTooLarge, at: countOffset)
    }
    if makesValues {
      let (byteCount, overflow) = count.multipliedReportingOverflow(
        by: MemoryBudget.valueByteCount)
      try budget.pay(overflow ? .max : byteCount, at: countOffset)
    }
    var elements: [Value] = []
    if makesValues { elements.reserveCapacity(count) }
    var needsWidth = !layout.hasPackedWidth || width == 1
    for _ in 0..<count {
      var element: Value
      switch layout {
      case .bool:
        element = .bool(try readFlag())
      case .signed:
        let value = try input.readInteger(Int128.self, byteCount: width)
        needsWidth = needsWidth || !Self.fits(value, byteCount: width / 2)
        element = .integer(value)
      case .unsigned:
        let value = try input.readInteger(UInt128.self, byteCount: width)
        needsWidth = needsWidth || value >> UInt128(width * 4) != 0
        element = .unsigned(value)
      case .float, .uuid:
        element = try readFixed(type, byteCount: width)
      }
      if makesValues { elements.append(element) }
    }
    guard needsWidth else { throw ArchiveError(.widthNotNarrowest, at: widthOffset) }
    return .list(elements)
  }

  private static func fits(_ value: Int128, byteCount: Int) -> Bool {
    let spare = 128 - Int128(byteCount * 8)
    return (value << spare) >> spare == value
  }
}
