// Numbers of one type that are decoded as another type

extension DecodableScalar {
  static func convert(_ number: ArchiveValue) -> Self?? { nil }
}

extension DecodableScalar where Self: FixedWidthInteger & BitwiseCopyable {
  static func convert(_ number: ArchiveValue) -> Self?? {
    switch number {
    case .integer(let number): Self(exactly: number)
    case .unsigned(let number): Self(exactly: number)
    case .float16(let bits): Self(exactly: Float16Bits.double(bits))
    case .float32(let number): Self(exactly: number)
    case .float64(let number): Self(exactly: number)
    case .decimal(let number): Self(exactly: number)
    default: nil
    }
  }

  /// The same number, or nil if the type does not have it.
  private init?(exactly decimal: ArchiveDecimal) {
    guard case .number(let isNegative, var mantissa, var exponent) = decimal else { return nil }
    while exponent != 0, mantissa != 0 {
      if exponent > 0 {
        let product = mantissa.multipliedReportingOverflow(by: 10)
        guard !product.overflow else { return nil }
        (mantissa, exponent) = (product.partialValue, exponent - 1)
      } else {
        let (quotient, remainder) = mantissa.quotientAndRemainder(dividingBy: 10)
        guard remainder == 0 else { return nil }
        (mantissa, exponent) = (quotient, exponent + 1)
      }
    }
    guard isNegative else {
      self.init(exactly: mantissa)
      return
    }
    guard mantissa <= Int128.min.magnitude else { return nil }
    self.init(exactly: Int128(truncatingIfNeeded: 0 &- mantissa))
  }
}

extension DecodableFloat {
  static func convert(_ number: ArchiveValue) -> Self?? {
    switch number {
    case .integer(let number): Self(exactly: number)
    case .unsigned(let number): Self(exactly: number)
    case .float16(let bits):
      Self(
        Float16Bits.double(bits), bits >> 15 == 0 ? .plus : .minus,
        fraction: UInt64(bits & 0x3FF) << 42)
    case .float32(let number):
      Self(Double(number), number.sign, fraction: UInt64(number.significandBitPattern) << 29)
    case .float64(let number): Self(number, number.sign, fraction: number.significandBitPattern)
    default: nil
    }
  }

  /// Makes the same number, or returns nil if the type does not have it.
  ///
  /// A NaN of another width is made of its sign and its fraction, which is aligned to the left of 52 bits: conversions of the
  /// processor make signalling NaNs quiet.
  ///
  /// Spec §10.4, line 10.
  private init?(_ number: Double, _ sign: FloatingPointSign, fraction: UInt64) {
    guard number.isNaN else {
      self.init(number: number)
      return
    }
    let alignment = 52 - UInt64(Self.significandBitCount)
    let kept = fraction >> alignment
    guard kept != 0, kept << alignment == fraction else { return nil }
    self.init(
      sign: sign, exponentBitPattern: Self.infinity.exponentBitPattern,
      significandBitPattern: RawSignificand(truncatingIfNeeded: kept))
  }
}

extension TypeCode {
  /// Returns whether the values of this type and of another one are integers, or both are floats.
  func isOfKind(of other: TypeCode) -> Bool {
    switch (scalarLayout, other.scalarLayout) {
    case (.signed, .signed), (.signed, .unsigned), (.unsigned, .signed), (.unsigned, .unsigned),
      (.float, .float):
      true
    default: false
    }
  }
}

extension DecodingSession {
  /// Remembers that a type with its own wire type reads a value of another type by its `Codable` conformance: a uuid a string,
  /// a date a float64, data a list of uint8.
  ///
  /// Programs without the module that gives the type its wire type, for example `SteleFoundation`, write these values, and
  /// nothing in their archives distinguishes a date from another number. Elements of lists and types of other modules have no
  /// declaration that could convert them, so these archives would become unreadable as soon as a program links the module. No
  /// archive needs the opposite direction, from a uuid to a string, which takes a declared conversion.
  ///
  /// Spec §10.7.
  ///
  /// - Throws: `DecodingError` if no program without the module writes the value, if the key has its own conversions, or if it
  ///   is a key of an enum that reads its keys by hand.
  func rememberUnconverted(
    _ expected: Any.Type, of code: TypeCode, _ found: ArchivedType, at offset: Int
  ) throws {
    switch found.code {
    case .float16 where code == .date, .float32 where code == .date:
      throw wrongType(expected, found, at: offset)
    case .list where code == .bytes, .set where code == .bytes:
      guard found.code == .list, [.uint8, .never].contains(types.first(of: found).code) else {
        throw wrongType(expected, found, at: offset)
      }
    case .optional, .list, .set, .map, .ref, .weak, .struct, .enum, .any, .never: return
    default: try rememberConversion(to: expected, from: found, at: offset)
    }
  }

  /// Reads a value of a scalar type, or returns nil if the type is not one.
  func readScalar(_ type: ArchivedType, _ input: inout ValidCursor) -> ArchiveValue? {
    if type.form == .packed {
      switch type.code.scalarLayout {
      case .signed: return .integer(input.readInteger(Int128.self, byteCount: type.width))
      case .unsigned: return .unsigned(input.readInteger(UInt128.self, byteCount: type.width))
      default: break
      }
    }
    switch type.code {
    case .bool: return .bool(Bool.decodePlain(&input))
    case .int8: return .integer(Int128(Int8.decodePlain(&input)))
    case .int16, .int32, .int64: return .integer(Int128(input.readZigzag()))
    case .int128: return .integer(Int128.decodePlain(&input))
    case .uint8: return .unsigned(UInt128(input.readByte()))
    case .uint16, .uint32, .uint64: return .unsigned(UInt128(input.readVarint()))
    case .uint128: return .unsigned(UInt128.decodePlain(&input))
    case .float16: return .float16(bitPattern: input.readInteger())
    case .float32: return .float32(Float.decodePlain(&input))
    case .float64: return .float64(Double.decodePlain(&input))
    case .string: return .string(input.readString())
    case .bytes: return .bytes(input.readByteString())
    case .date: return .date(Double.decodePlain(&input))
    case .uuid: return .uuid(input.readInteger(UInt128.self).byteSwapped)
    case .decimal: return .decimal(input.readDecimal())
    case .optional, .list, .set, .map, .ref, .weak, .struct, .enum, .any, .never: return nil
    }
  }
}

extension ValidCursor {
  /// Reads bytes after their count.
  ///
  /// Spec §3.1.
  fileprivate mutating func readByteString() -> [UInt8] {
    let byteCount = readCount()
    // Safe: an array holds its own copy.
    return unsafe readBytes(byteCount) { unsafe Array($0) }
  }

  /// Reads a decimal number.
  ///
  /// Spec §3.1.
  fileprivate mutating func readDecimal() -> ArchiveDecimal {
    let sign = readByte()
    guard sign < 2 else { return .notANumber }
    let exponent = Int32(truncatingIfNeeded: readZigzag())
    return .number(isNegative: sign == 1, mantissa: readLongVarint(), exponent: exponent)
  }
}
