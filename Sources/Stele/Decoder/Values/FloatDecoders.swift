/// A floating-point type of the format.
protocol DecodableFloat: DecodableScalar, BinaryFloatingPoint {
  /// Makes the same number, or returns nil if the type does not have it.
  init?(_ bits: FloatBits)
}

extension DecodableFloat {
  /// Copies the elements of a packed list, on machines that have the least significant byte first.
  static func decodePacked(count: Int, width: Int, _ input: inout ValidCursor) -> [Self] {
    guard UInt16(littleEndian: 1) == 1 else { return decodeWhole(count: count, &input) }
    // The storage of empty arrays is shared by all threads, and is not to be written to.
    guard count > 0 else { return [] }
    // Safe: there are as many bytes as the elements take, and any bits are a float.
    return unsafe input.readBytes(count * MemoryLayout<Self>.stride) { bytes in
      unsafe [Self](unsafeUninitializedCapacity: count) { elements, initializedCount in
        unsafe UnsafeMutableRawBufferPointer(elements).copyMemory(from: bytes)
        initializedCount = count
      }
    }
  }
}

extension Double: DecodableFloat {
  static var code: TypeCode { .float64 }

  @inline(__always)
  static func decodePlain(_ input: inout ValidCursor) -> Double {
    Double(bitPattern: input.readInteger())
  }

  init?(_ bits: FloatBits) { self = bits.float64 }
}

extension Float: DecodableFloat {
  static var code: TypeCode { .float32 }

  @inline(__always)
  static func decodePlain(_ input: inout ValidCursor) -> Float {
    Float(bitPattern: input.readInteger())
  }

  init?(_ bits: FloatBits) {
    guard let number = bits.float32 else { return nil }
    self = number
  }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: DecodableFloat {
    static var code: TypeCode { .float16 }

    @inline(__always)
    static func decodePlain(_ input: inout ValidCursor) -> Float16 {
      Float16(bitPattern: input.readInteger())
    }

    init?(_ bits: FloatBits) {
      guard let bits = bits.float16 else { return nil }
      self.init(bitPattern: bits)
    }
  }
#endif

/// The bits of an IEEE 754 number of any of the three widths, taken apart.
///
/// Spec §10.4, line 10.
struct FloatBits {
  let isNegative: Bool
  /// The number, unless it is a NaN.
  let value: Double
  /// The fraction of a NaN, aligned to the left of 52 bits.
  let fraction: UInt64
  var isNaN: Bool { value.isNaN }

  init(_ bits: UInt16) {
    isNegative = bits >> 15 == 1
    value = Float16Bits.double(bits)
    fraction = UInt64(bits & 0x3FF) << 42
  }

  init(_ bits: UInt32) {
    isNegative = bits >> 31 == 1
    // A signalling NaN would be made quiet by the conversion, but its value is not used.
    value = Double(Float(bitPattern: bits))
    fraction = UInt64(bits & 0x7F_FFFF) << 29
  }

  init(_ bits: UInt64) {
    isNegative = bits >> 63 == 1
    value = Double(bitPattern: bits)
    fraction = bits & 0xF_FFFF_FFFF_FFFF
  }

  /// Returns the fraction of a NaN in a number of bits, or nil if it does not fit.
  private func fraction(bitCount: Int) -> UInt64? {
    let kept = fraction >> UInt64(52 - bitCount)
    return kept != 0 && kept << UInt64(52 - bitCount) == fraction ? kept : nil
  }

  /// The bits of the float16 of the same value, or nil.
  var float16: UInt16? {
    guard isNaN else { return Float16Bits.bits(exactly: value) }
    return fraction(bitCount: 10).map { (isNegative ? 0x8000 : 0) | 0x7C00 | UInt16($0) }
  }

  /// The float32 of the same value, or nil.
  var float32: Float? {
    guard isNaN else { return Float(exactly: value) }
    return fraction(bitCount: 23).map {
      Float(bitPattern: (isNegative ? 0x8000_0000 : 0) | 0x7F80_0000 | UInt32($0))
    }
  }

  /// The float64 of the same value.
  var float64: Double {
    guard isNaN else { return value }
    return Double(bitPattern: (isNegative ? 1 << 63 : 0) | 0x7FF0_0000_0000_0000 | fraction)
  }
}
