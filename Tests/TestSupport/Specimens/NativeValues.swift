import Stele

/// The error of a scalar of the tests for a value that is none of its own.
package struct UnfitValue: Error, CustomStringConvertible {
  package init() {}
  package var description: String { "the value is not a whole number of 64 bits" }
}

/// A date of the format.
struct Instant: ArchiveScalarConvertible, Hashable {
  var seconds: Double = 0

  static var wireType: ArchiveTypeDescriptor { .date }
  var wireValue: ArchiveValue? { .date(seconds) }

  init(seconds: Double) { self.seconds = seconds }

  init(wireValue: ArchiveValue) throws {
    guard case .date(let seconds) = wireValue else { throw UnfitValue() }
    self.init(seconds: seconds)
  }
}

/// A uuid of the format.
struct Identifier: ArchiveScalarConvertible, Hashable {
  var bits: UInt128 = 0

  static var wireType: ArchiveTypeDescriptor { .uuid }
  var wireValue: ArchiveValue? { .uuid(bits) }

  init(bits: UInt128) { self.bits = bits }

  init(wireValue: ArchiveValue) throws {
    guard case .uuid(let bits) = wireValue else { throw UnfitValue() }
    self.init(bits: bits)
  }
}

/// Bytes of the format.
struct Blob: ArchiveScalarConvertible, Hashable {
  var bytes: [UInt8] = []

  static var wireType: ArchiveTypeDescriptor { .bytes }
  var wireValue: ArchiveValue? { .bytes(bytes) }

  init(bytes: [UInt8]) { self.bytes = bytes }

  init(wireValue: ArchiveValue) throws {
    guard case .bytes(let bytes) = wireValue else { throw UnfitValue() }
    self.init(bytes: bytes)
  }
}

/// A decimal number of the format, of which only whole numbers fit; others are coded as a struct.
struct Amount: ArchiveScalarConvertible, Hashable {
  var mantissa: UInt64 = 0
  var exponent: Int8 = 0

  static var wireType: ArchiveTypeDescriptor { .decimal }

  var wireValue: ArchiveValue? {
    guard exponent == 0 else { return nil }
    return .decimal(.number(isNegative: false, mantissa: UInt128(mantissa), exponent: 0))
  }

  init(mantissa: UInt64, exponent: Int8) {
    self.mantissa = mantissa
    self.exponent = exponent
  }

  init(wireValue: ArchiveValue) throws {
    guard case .decimal(.number(false, let mantissa, 0)) = wireValue,
      let mantissa = UInt64(exactly: mantissa)
    else { throw UnfitValue() }
    self.init(mantissa: mantissa, exponent: 0)
  }
}
