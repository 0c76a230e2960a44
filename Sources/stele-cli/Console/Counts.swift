internal import SteleInspection

extension Int {
  /// The number with a comma between thousands.
  var grouped: String {
    var digits = String(magnitude)
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = String(digits.dropLast(3))
    }
    groups.insert(digits[...], at: 0)
    return (self < 0 ? "-" : "") + groups.joined(separator: ",")
  }

  /// Returns the number with its noun, such as `1 file` or `2 files`.
  func of(_ noun: String, plural: String? = nil) -> String {
    self == 1 ? "1 \(noun)" : "\(grouped) \(plural ?? noun + "s")"
  }
}

extension UInt64 {
  /// The sixteen hexadecimal digits of the number.
  var hexadecimal: String { Hexadecimal.digits(self, count: 16) }
}
