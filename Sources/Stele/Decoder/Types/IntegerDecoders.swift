/// An integer type of the format.
protocol DecodableInteger: DecodableScalar, FixedWidthInteger {}

extension DecodableInteger {
  @inline(__always)
  static func decodePlain(_ input: inout ValidCursor) -> Self {
    if bitWidth == 8 { return Self(truncatingIfNeeded: input.readByte()) }
    if bitWidth == 128 {
      let value = input.readLongVarint()
      return isSigned
        ? Self(truncatingIfNeeded: Int128(zigzag: value)) : Self(truncatingIfNeeded: value)
    }
    return isSigned
      ? Self(truncatingIfNeeded: input.readZigzag()) : Self(truncatingIfNeeded: input.readVarint())
  }

  static func convert(
    _ type: ArchivedType, _ input: inout ValidCursor
  ) throws(ScalarMismatch) -> Self? {
    switch type.code {
    case .int8, .int16, .int32, .int64, .int128:
      if type.form == .packed {
        return Self(exactly: input.readInteger(Int128.self, byteCount: type.width))
      }
      if type.code == .int8 { return Self(exactly: Int8(bitPattern: input.readByte())) }
      return Self(exactly: Int128(zigzag: input.readLongVarint()))
    case .uint8, .uint16, .uint32, .uint64, .uint128:
      if type.form == .packed {
        return Self(exactly: input.readInteger(UInt128.self, byteCount: type.width))
      }
      if type.code == .uint8 { return Self(exactly: input.readByte()) }
      return Self(exactly: input.readLongVarint())
    default:
      throw ScalarMismatch()
    }
  }

  static func decodePacked(
    count: Int, width: Int, _ input: inout ValidCursor
  ) -> [Self]? {
    switch (width, isSigned) {
    case (1, true): widen(Int8.self, count, &input)
    case (2, true): widen(Int16.self, count, &input)
    case (4, true): widen(Int32.self, count, &input)
    case (8, true): widen(Int64.self, count, &input)
    case (1, false): widen(UInt8.self, count, &input)
    case (2, false): widen(UInt16.self, count, &input)
    case (4, false): widen(UInt32.self, count, &input)
    case (8, false): widen(UInt64.self, count, &input)
    default: nil
    }
  }

  @inline(__always)
  private static func widen<Source: FixedWidthInteger & BitwiseCopyable>(
    _ source: Source.Type, _ count: Int, _ input: inout ValidCursor
  ) -> [Self] {
    // The storage of empty arrays is shared by all threads, and is not to be written to.
    guard count > 0 else { return [] }
    // Safe: there are `count` integers of the source type in the bytes, and as many places.
    return unsafe input.readBytes(count * (Source.bitWidth / 8)) { bytes in
      unsafe [Self](unsafeUninitializedCapacity: count) { elements, initializedCount in
        guard let base = elements.baseAddress else { return }
        for index in 0..<count {
          let value = unsafe bytes.loadUnaligned(
            fromByteOffset: index &* (Source.bitWidth / 8), as: Source.self)
          unsafe (base + index).initialize(
            to: Self(truncatingIfNeeded: Source(littleEndian: value)))
        }
        initializedCount = count
      }
    }
  }
}

extension Int: DecodableInteger { static var code: TypeCode { .int64 } }
extension Int8: DecodableInteger { static var code: TypeCode { .int8 } }
extension Int16: DecodableInteger { static var code: TypeCode { .int16 } }
extension Int32: DecodableInteger { static var code: TypeCode { .int32 } }
extension Int64: DecodableInteger { static var code: TypeCode { .int64 } }
extension Int128: DecodableInteger { static var code: TypeCode { .int128 } }
extension UInt: DecodableInteger { static var code: TypeCode { .uint64 } }
extension UInt8: DecodableInteger { static var code: TypeCode { .uint8 } }
extension UInt16: DecodableInteger { static var code: TypeCode { .uint16 } }
extension UInt32: DecodableInteger { static var code: TypeCode { .uint32 } }
extension UInt64: DecodableInteger { static var code: TypeCode { .uint64 } }
extension UInt128: DecodableInteger { static var code: TypeCode { .uint128 } }
