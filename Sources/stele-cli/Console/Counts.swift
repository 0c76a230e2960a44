internal import SteleInspection

extension Int {
  /// The number with a comma between thousands.
  var grouped: String {
    guard magnitude >= 1000 else { return "\(self)" }
    return (self / 1000).grouped + "," + String(magnitude % 1000 + 1000).dropFirst()
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
