import Stele

/// Integers, types and values without parts in the form of the notation.
///
/// Spec annex C.3, C.5.
extension JSONWriter {
  /// Writes a value without parts.
  mutating func scalar(_ value: ArchiveValue) {
    switch value {
    case .bool(let value): word(value ? "true" : "false")
    case .integer(let value): integer(value)
    case .unsigned(let value): integer(value)
    case .float16(let bits):
      float(Float16Bits.double(bits), bits: bits)
    case .float32(let value):
      float(Double(value), bits: value.bitPattern)
    case .float64(let value), .date(let value):
      float(value, bits: value.bitPattern)
    case .string(let value): string(value)
    case .bytes(let value): string(Hexadecimal.digits(value))
    case .uuid(let value): string(Hexadecimal.hyphenated(Hexadecimal.digits(value, count: 32)))
    case .decimal(let value): string(decimal(value))
    case .reference(let number): integer(number)
    default: word("null")
    }
  }

  private mutating func float(_ value: Double, bits: some FixedWidthInteger & UnsignedInteger) {
    if value.isNaN {
      string("nan:" + Hexadecimal.digits(bits, count: bits.bitWidth / 4))
    } else if value.isInfinite {
      string(value < 0 ? "-inf" : "inf")
    } else {
      // The description has the fewest digits that identify the number, and always a fraction or an exponent.
      word(value.description)
    }
  }

  private func decimal(_ value: ArchiveDecimal) -> String {
    switch value {
    case .notANumber: "nan"
    case .number(let isNegative, let mantissa, let exponent):
      "\(isNegative ? "-" : "")\(mantissa)e\(exponent)"
    }
  }

  mutating func member(_ name: String, integer value: some BinaryInteger) {
    self.name(name)
    integer(value)
  }

  /// Writes an integer as a number if every JSON reader can represent it exactly, and otherwise as a string.
  mutating func integer(_ value: some BinaryInteger) {
    let digits = String(value)
    if value.magnitude < 1 << 53 {
      word(digits)
    } else {
      string(digits)
    }
  }

  /// Writes a type.
  mutating func type(_ type: ArchiveTypeDescriptor) {
    var rest: [ArchiveTypeDescriptor?] = [type]
    while let next = rest.popLast() {
      guard let type = next else {
        end()
        continue
      }
      let word = NotationNames.word(type.code)
      switch type {
      case .optional, .list, .set, .map:
        beginArray(.inline)
        string(word)
        rest.append(nil)
        rest += type.parts.reversed().map(Optional.some)
      case .reference, .weakReference, .struct, .enum:
        beginArray(.inline)
        string(word)
        if let name = type.className { string(name) }
        end()
      default: string(word)
      }
    }
  }
}
