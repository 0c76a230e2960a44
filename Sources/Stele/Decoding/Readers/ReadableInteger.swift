/// An integer type of the format.
protocol ReadableInteger: ReadableScalar, FixedWidthInteger {}

extension ReadableInteger {
  static func readPlain(_ input: inout CheckedBytes) throws(ArchiveError) -> Self {
    if bitWidth == 8 { return Self(truncatingIfNeeded: try input.readByte()) }
    if bitWidth == 128 {
      let value = try input.readVarint()
      return isSigned ? Self(truncatingIfNeeded: value.zigzag) : Self(truncatingIfNeeded: value)
    }
    let value = try input.readShortVarint()
    guard isSigned else { return Self(truncatingIfNeeded: value) }
    return Self(
      truncatingIfNeeded: Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
  }

  static func convert(_ plan: ReadingPlan, _ input: inout CheckedBytes) throws -> Self? {
    let width: Int? = if case .width(let width) = plan.fixed { width } else { nil }
    switch plan.code {
    case .int8, .int16, .int32, .int64, .int128:
      if let width {
        return Self(exactly: try input.readInteger(Int128.self, byteCount: width))
      }
      if plan.code == .int8 { return Self(exactly: Int8(bitPattern: try input.readByte())) }
      return Self(exactly: try input.readVarint().zigzag)
    case .uint8, .uint16, .uint32, .uint64, .uint128:
      if let width {
        return Self(exactly: try input.readInteger(UInt128.self, byteCount: width))
      }
      if plan.code == .uint8 { return Self(exactly: try input.readByte()) }
      return Self(exactly: try input.readVarint())
    default:
      throw ScalarMismatch()
    }
  }

  static func readPacked(
    count: Int, width: Int, _ input: inout CheckedBytes
  ) throws(ArchiveError) -> [Self]? {
    switch (width, isSigned) {
    case (1, true): try widen(Int8.self, count, &input)
    case (2, true): try widen(Int16.self, count, &input)
    case (4, true): try widen(Int32.self, count, &input)
    case (8, true): try widen(Int64.self, count, &input)
    case (1, false): try widen(UInt8.self, count, &input)
    case (2, false): try widen(UInt16.self, count, &input)
    case (4, false): try widen(UInt32.self, count, &input)
    case (8, false): try widen(UInt64.self, count, &input)
    default: nil
    }
  }

  @inline(__always)
  private static func widen<Source: FixedWidthInteger & BitwiseCopyable>(
    _ source: Source.Type, _ count: Int, _ input: inout CheckedBytes
  ) throws(ArchiveError) -> [Self] {
    // Safe: there are `count` integers of the source type in the bytes, and as many places.
    try unsafe input.readBytes(count * (Source.bitWidth / 8)) { bytes in
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

extension UInt128 {
  /// The signed integer that a zig-zag varint stands for.
  fileprivate var zigzag: Int128 {
    Int128(truncatingIfNeeded: self >> 1) ^ -Int128(truncatingIfNeeded: self & 1)
  }
}

extension Int: ReadableInteger { static var code: TypeCode { .int64 } }
extension Int8: ReadableInteger { static var code: TypeCode { .int8 } }
extension Int16: ReadableInteger { static var code: TypeCode { .int16 } }
extension Int32: ReadableInteger { static var code: TypeCode { .int32 } }
extension Int64: ReadableInteger { static var code: TypeCode { .int64 } }
extension Int128: ReadableInteger { static var code: TypeCode { .int128 } }
extension UInt: ReadableInteger { static var code: TypeCode { .uint64 } }
extension UInt8: ReadableInteger { static var code: TypeCode { .uint8 } }
extension UInt16: ReadableInteger { static var code: TypeCode { .uint16 } }
extension UInt32: ReadableInteger { static var code: TypeCode { .uint32 } }
extension UInt64: ReadableInteger { static var code: TypeCode { .uint64 } }
extension UInt128: ReadableInteger { static var code: TypeCode { .uint128 } }
