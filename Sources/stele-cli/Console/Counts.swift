extension String {
  /// The text with its control characters written out, so that no file can steer the terminal.
  var printable: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isControl {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether it moves the cursor, begins an escape sequence or changes the direction of the text.
  fileprivate var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

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

  /// The number and what it counts, such as `1 file` or `2 files`.
  func of(_ noun: String, plural: String? = nil) -> String {
    self == 1 ? "1 \(noun)" : "\(grouped) \(plural ?? noun + "s")"
  }
}
