internal import Stele
internal import SteleModel
internal import SteleInspection

/// A value without parts, as queries compare it.
struct QueryScalar {
  let text: String
  /// The value rounded to a double; nil if it is not a number.
  let number: Double?

  /// Makes a scalar from a text, which becomes a number if allowed and possible.
  init(_ text: String, mayBeNumber: Bool) {
    self.text = text
    let isNumber = ["inf", "-inf", "nan"].contains(text) || ExactNumber(text) != nil
    number = mayBeNumber && isNumber ? Double(text) : nil
  }

  /// Makes a scalar from a value; nil if the value is nil or has parts.
  init?(_ value: ArchiveValue, _ classes: ArchiveClassTable) {
    let value = value.innermost
    let plainText: String?
    switch value {
    case .nil: return nil
    case .enum(let body):
      // Only the case is compared, not the payload.
      plainText = classes.caseName(of: body.entry, body.caseIndex)
    default: plainText = value.plainText(classes)
    }
    guard let text = plainText else { return nil }
    self.text = text
    switch value {
    case .integer, .unsigned, .float16, .float32, .float64, .date, .decimal:
      number = text.hasPrefix("nan") ? .nan : Double(text)
    default: number = nil
    }
  }

  /// Returns a negative number if the scalar is below another one, 0 if they are equal; nil if only one of them is a number.
  func order(_ other: QueryScalar) -> Int? {
    guard let left = number else {
      // The order of UTF-8 is that of code points.
      return text.utf8.elementsEqual(other.text.utf8)
        ? 0 : text.utf8.lexicographicallyPrecedes(other.text.utf8) ? -1 : 1
    }
    guard let right = other.number else { return nil }
    if left.isNaN || right.isNaN { return left.isNaN && right.isNaN ? 0 : nil }
    // Rounding keeps the order, but may make different numbers equal.
    if left != right { return left < right ? -1 : 1 }
    return switch (ExactNumber(text), ExactNumber(other.text)) {
    case (let left?, let right?): left == right ? 0 : left < right ? -1 : 1
    case (nil, nil): 0
    // An infinity, and a number that is too large for a double.
    case (nil, _): left > 0 ? 1 : -1
    case (_, nil): left > 0 ? -1 : 1
    }
  }
}

/// A decimal number of any length: 41, 41.0 and 4.1e1 are equal.
struct ExactNumber: Comparable {
  private let isNegative: Bool
  /// The digits without leading and trailing zeros; empty for zero.
  private let digits: [UInt8]
  /// The power of ten of the last digit.
  private let exponent: Int

  /// Parses a text; nil if it is not a number.
  init?(_ text: String) {
    guard
      let parts = text.wholeMatch(
        of:
          /(?<sign>[+-]?)(?<whole>[0-9]+)(?:\.(?<part>[0-9]*))?(?:[eE](?<power>[+-]?[0-9]{1,18}))?/
      )
    else { return nil }
    let part = parts.part ?? ""
    var digits = Array((parts.whole + part).utf8.drop { $0 == UInt8(ascii: "0") })
    let zeros = digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeLast(zeros)
    self.digits = digits
    exponent = digits.isEmpty ? 0 : (parts.power.flatMap { Int($0) } ?? 0) - part.utf8.count + zeros
    isNegative = !digits.isEmpty && parts.sign == "-"
  }

  /// Whether the number has no fraction.
  var isInteger: Bool { exponent >= 0 }

  static func < (left: ExactNumber, right: ExactNumber) -> Bool {
    guard left.isNegative == right.isNegative else { return left.isNegative }
    let (small, large) = left.isNegative ? (right, left) : (left, right)
    guard !small.digits.isEmpty, !large.digits.isEmpty else { return !large.digits.isEmpty }
    let places = (small.exponent + small.digits.count, large.exponent + large.digits.count)
    return places.0 == places.1
      ? small.digits.lexicographicallyPrecedes(large.digits) : places.0 < places.1
  }
}
