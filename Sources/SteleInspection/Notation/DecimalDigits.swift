import Stele

/// Integers in decimal digits, without redundant zeros and signs.
///
/// Spec annex C.5.
enum DecimalDigits {
  /// Returns the number that digits represent, or `nil` if there are other characters or redundant zeros.
  static func unsigned(_ digits: some Collection<UInt8>) -> UInt128? {
    guard digits.count == 1 || digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return UInt128(String(decoding: digits, as: UTF8.self))
  }

  /// Returns the number that digits represent, after a minus sign if it is negative, or `nil` if the text is not a
  /// number.
  static func signed(_ text: ArraySlice<UInt8>) -> Int128? {
    guard text.first == UInt8(ascii: "-") else {
      return unsigned(text).flatMap(Int128.init(exactly:))
    }
    guard let magnitude = unsigned(text.dropFirst()), magnitude > 0 else { return nil }
    // The magnitude of the smallest number exceeds the largest number by one.
    guard magnitude - 1 <= UInt128(Int128.max) else { return nil }
    return -1 - Int128(magnitude - 1)
  }
}
