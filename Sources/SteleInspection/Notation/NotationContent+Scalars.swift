import Stele

extension NotationContent {
  /// Writes a value without parts.
  mutating func scalar(_ value: ArchiveValue) {
    switch value {
    case .bool(let value): json.word(value ? "true" : "false")
    case .integer(let value): integer(value)
    case .unsigned(let value): integer(value)
    case .float16(let bits):
      float(Float16Bits.double(bits), bits: bits)
    case .float32(let value):
      float(Double(value), bits: value.bitPattern)
    case .float64(let value), .date(let value):
      float(value, bits: value.bitPattern)
    case .string(let value): json.string(value)
    case .bytes(let value): json.string(Hexadecimal.digits(value))
    case .uuid(let value): json.string(Hexadecimal.hyphenated(Hexadecimal.digits(value, count: 32)))
    case .decimal(let value): json.string(decimal(value))
    case .reference(let number): integer(number)
    default: json.word("null")
    }
  }

  private mutating func float(_ value: Double, bits: some FixedWidthInteger & UnsignedInteger) {
    if value.isNaN {
      json.string("nan:" + Hexadecimal.digits(bits, count: bits.bitWidth / 4))
    } else if value.isInfinite {
      json.string(value < 0 ? "-inf" : "inf")
    } else {
      // The description has the fewest digits that identify the number, and always a fraction or an exponent.
      json.word(value.description)
    }
  }

  private func decimal(_ value: ArchiveDecimal) -> String {
    switch value {
    case .notANumber: "nan"
    case .number(let isNegative, let mantissa, let exponent):
      "\(isNegative ? "-" : "")\(mantissa)e\(exponent)"
    }
  }
}
