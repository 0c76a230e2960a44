extension CodingClass {
  /// Returns the class with a runtime name that is nested in other types.
  ///
  /// The runtime finds nested classes only by mangled names, which state the kind of each enclosing
  /// type, so all kinds are tried.
  static func nested(_ name: String) -> AnyClass? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    // The number of names to try grows with each enclosing type, and an archive may have many of these names.
    guard (3...5).contains(parts.count), parts.allSatisfy(isPlain), let last = parts.last else {
      return nil
    }
    var enclosing = [mangled(parts[0])]
    for part in parts.dropFirst().dropLast() {
      enclosing = enclosing.flatMap { outer in
        ["V", "O", "C"].map { kind in outer + mangled(part) + kind }
      }
    }
    for outer in enclosing {
      if let type = _typeByName(outer + mangled(last) + "C") as? AnyClass { return type }
    }
    return nil
  }

  private static func mangled(_ part: Substring) -> String { "\(part.utf8.count)\(part)" }

  /// Returns whether an identifier appears unchanged in mangled names.
  private static func isPlain(_ part: Substring) -> Bool {
    guard let first = part.first, !first.isNumber else { return false }
    return part.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || Character(UnicodeScalar(byte)).isASCIIWordPart
    }
  }
}

extension Character {
  fileprivate var isASCIIWordPart: Bool { isASCII && (isLetter || isNumber) }
}
