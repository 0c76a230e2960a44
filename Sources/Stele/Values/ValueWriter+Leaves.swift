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
    ArchiveTypeDescriptor(code)
  }
}

extension ValueWriter {
  /// Writes a strong reference.
  ///
  /// Spec §5.3.
  mutating func writeReference(
    _ value: ArchiveValue, _ type: CompiledType
  ) throws(ArchiveWritingError) {
    let isOptional = type.code == .optional
    switch value {
    case .nil where isOptional:
      output.write(byte: 0)
    case .nil:
      throw fail(.breaks(.nilReference))
    case .reference(let number):
      guard number > 0 else { throw fail(.breaks(.nilReference)) }
      try remember(number, type)
      output.write(number: number)
    default:
      let descriptor = ArchiveTypeDescriptor.reference(to: tables.schema.name(type.operand))
      throw fail(.valueDoesNotMatch(isOptional ? .optional(descriptor) : descriptor))
    }
  }

  /// Writes a weak reference, outside set elements and map keys: 0, an even number, or through a slot an odd one.
  ///
  /// Spec §5.4.
  mutating func writeWeakReference(_ value: ArchiveValue, _ type: CompiledType)
    throws(ArchiveWritingError)
  {
    guard !place.isHashed, !frames.contains(where: \.isInKey) else {
      throw fail(.breaks(.weakInKey))
    }
    switch value {
    case .nil:
      output.write(byte: 0)
    case .reference(let number) where number > 0:
      try remember(number, type)
      output.write(varint: UInt64(number) << 1)
    case .reference(let number) where number < 0:
      let slot = -(number + 1)
      guard references.remember(slot: slot, reference(type)) else { throw fail(.breaks(.weakSlot)) }
      output.write(varint: UInt64(slot) << 1 | 1)
    case .reference:
      throw fail(.breaks(.danglingReference))
    default:
      throw fail(.valueDoesNotMatch(.weakReference(to: tables.schema.name(type.operand))))
    }
  }

  private func reference(_ type: CompiledType) -> ReferenceLedger.PendingReference {
    ReferenceLedger.PendingReference(
      name: Int(type.operand), object: place.object,
      key: place.object > 0 ? recordKey : place.root)
  }

  private mutating func remember(_ number: Int, _ type: CompiledType) throws(ArchiveWritingError) {
    let entry: Int?
    do throws(ArchiveWritingError) {
      entry = try references.remember(number, reference(type))
    } catch {
      throw fail(error.reason)
    }
    guard type.operand != 0, let entry else { return }
    guard tables.schema.entry(entry, isA: type.operand) else {
      throw fail(.breaks(.wrongClass))
    }
  }
}
