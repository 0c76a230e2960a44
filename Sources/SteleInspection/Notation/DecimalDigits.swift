import Stele

/// Integers in decimal digits, without needless zeros and signs.
///
/// Spec annex C.5.
enum DecimalDigits {
  /// The number that digits write, or nil when there are other characters or needless zeros.
  static func unsigned(_ digits: some Collection<UInt8>) -> UInt128? {
    guard let first = digits.first, digits.count == 1 || first != UInt8(ascii: "0") else {
      return nil
    }
    var number: UInt128 = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      let (product, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt128(digit & 0xF))
      guard !overflow, !carry else { return nil }
      number = sum
    }
    return number
  }

  /// The number that digits and a minus sign before a negative one write, or nil.
  static func signed(_ text: ArraySlice<UInt8>) -> Int128? {
    guard text.first == UInt8(ascii: "-") else {
      return unsigned(text).flatMap(Int128.init(exactly:))
    }
    guard let magnitude = unsigned(text.dropFirst()), magnitude > 0 else { return nil }
    // The magnitude of the least number is one above that of the largest.
    guard magnitude - 1 <= UInt128(Int128.max) else { return nil }
    return -1 - Int128(magnitude - 1)
  }
}
