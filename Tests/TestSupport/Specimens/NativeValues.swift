import Stele

/// A date of the format.
struct Instant: NativeValue, Hashable {
  var seconds: Double = 0

  static var wireType: TypeDescriptor { .date }
  var wireValue: Value? { .date(seconds) }

  init(seconds: Double) { self.seconds = seconds }

  init?(wireValue: Value) {
    guard case .date(let seconds) = wireValue else { return nil }
    self.init(seconds: seconds)
  }
}

/// A uuid of the format.
struct Identifier: NativeValue, Hashable {
  var bits: UInt128 = 0

  static var wireType: TypeDescriptor { .uuid }
  var wireValue: Value? { .uuid(bits) }

  init(bits: UInt128) { self.bits = bits }

  init?(wireValue: Value) {
    guard case .uuid(let bits) = wireValue else { return nil }
    self.init(bits: bits)
  }
}

/// Bytes of the format.
struct Blob: NativeValue, Hashable {
  var bytes: [UInt8] = []

  static var wireType: TypeDescriptor { .bytes }
  var wireValue: Value? { .bytes(bytes) }

  init(bytes: [UInt8]) { self.bytes = bytes }

  init?(wireValue: Value) {
    guard case .bytes(let bytes) = wireValue else { return nil }
    self.init(bytes: bytes)
  }
}

/// A decimal number of the format, of which only whole numbers fit; others are coded as a struct.
struct Amount: NativeValue, Hashable {
  var mantissa: UInt64 = 0
  var exponent: Int8 = 0

  static var wireType: TypeDescriptor { .decimal }

  var wireValue: Value? {
    guard exponent == 0 else { return nil }
    return .decimal(.number(isNegative: false, mantissa: UInt128(mantissa), exponent: 0))
  }

  init(mantissa: UInt64, exponent: Int8) {
    self.mantissa = mantissa
    self.exponent = exponent
  }

  init?(wireValue: Value) {
    guard case .decimal(.number(false, let mantissa, 0)) = wireValue,
      let mantissa = UInt64(exactly: mantissa)
    else { return nil }
    self.init(mantissa: mantissa, exponent: 0)
  }
}
