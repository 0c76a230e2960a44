extension ValueWriter {
  /// Writes a value of a type without parts.
  ///
  /// Spec §3.1, §3.4.
  mutating func writeScalar(_ value: ArchiveValue, _ code: TypeCode) throws(ArchiveWritingError) {
    switch (code, value) {
    case (.bool, .bool(let value)):
      output.write(byte: value ? 1 : 0)
    case (.int8, .integer(let value)):
      guard let byte = Int8(exactly: value) else { throw outOfRange(code) }
      output.write(byte: UInt8(bitPattern: byte))
    case (.int16, .integer(let value)):
      guard Int16(exactly: value) != nil else { throw outOfRange(code) }
      output.write(zigzag: Int64(truncatingIfNeeded: value))
    case (.int32, .integer(let value)):
      guard Int32(exactly: value) != nil else { throw outOfRange(code) }
      output.write(zigzag: Int64(truncatingIfNeeded: value))
    case (.int64, .integer(let value)):
      guard let value = Int64(exactly: value) else { throw outOfRange(code) }
      output.write(zigzag: value)
    case (.int128, .integer(let value)):
      output.write(zigzag: value)
    case (.uint8, .unsigned(let value)):
      guard let byte = UInt8(exactly: value) else { throw outOfRange(code) }
      output.write(byte: byte)
    case (.uint16, .unsigned(let value)):
      guard let value = UInt16(exactly: value) else { throw outOfRange(code) }
      output.write(varint: UInt64(value))
    case (.uint32, .unsigned(let value)):
      guard let value = UInt32(exactly: value) else { throw outOfRange(code) }
      output.write(varint: UInt64(value))
    case (.uint64, .unsigned(let value)):
      guard let value = UInt64(exactly: value) else { throw outOfRange(code) }
      output.write(varint: value)
    case (.uint128, .unsigned(let value)):
      output.write(varint: value)
    case (.float16, .float16(let bits)):
      output.write(littleEndian: bits)
    case (.float32, .float32(let value)):
      output.write(littleEndian: value.bitPattern)
    case (.float64, .float64(let value)), (.date, .date(let value)):
      output.write(littleEndian: value.bitPattern)
    case (.string, .string(let value)):
      output.write(string: value)
    case (.bytes, .bytes(let value)):
      output.write(number: value.count)
      output.write(contentsOf: value)
    case (.uuid, .uuid(let value)):
      output.write(littleEndian: value.byteSwapped)
    case (.decimal, .decimal(let value)):
      try write(value)
    default:
      throw fail(.valueDoesNotMatch(descriptor(code)))
    }
  }

  private mutating func write(_ decimal: ArchiveDecimal) throws(ArchiveWritingError) {
    switch decimal {
    case .notANumber:
      output.write(byte: 2)
    case .number(let isNegative, let mantissa, let exponent):
      guard !isNegative || mantissa != 0 else { throw fail(.breaks(.decimal)) }
      output.write(byte: isNegative ? 1 : 0)
      output.write(zigzag: Int64(exponent))
      output.write(varint: mantissa)
    }
  }

  private func outOfRange(_ code: TypeCode) -> ArchiveWritingError {
    fail(.integerOutOfRange(descriptor(code)))
  }

  func descriptor(_ code: TypeCode) -> ArchiveTypeDescriptor {
    ArchiveTypeDescriptor(CompiledType(code))
  }
}
