// Numbers of one kind that the program asks for as another kind

extension DecodableScalar {
  static func convert(number: ArchiveValue) throws(ScalarMismatch) -> Self? {
    throw ScalarMismatch()
  }
}

extension DecodableInteger {
  static func convert(number: ArchiveValue) throws(ScalarMismatch) -> Self? {
    switch number {
    case .float16(let bits): Self(exactly: Float16Bits.double(bits))
    case .float32(let number): Self(exactly: number)
    case .float64(let number): Self(exactly: number)
    case .decimal(let number): Self(exactly: number)
    default: throw ScalarMismatch()
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

extension DecodableScalar where Self: BinaryFloatingPoint {
  static func convert(number: ArchiveValue) throws(ScalarMismatch) -> Self? {
    switch number {
    case .integer(let number): Self(exactly: number)
    case .unsigned(let number): Self(exactly: number)
    default: throw ScalarMismatch()
    }
  }
}

extension ArchiveDecimal {
  /// The same number as an integer, or nil for a value of another kind.
  init?(integer: ArchiveValue) {
    switch integer {
    case .integer(let number):
      self = .number(isNegative: number < 0, mantissa: number.magnitude, exponent: 0)
    case .unsigned(let number):
      self = .number(isNegative: false, mantissa: number, exponent: 0)
    default: return nil
    }
  }
}
