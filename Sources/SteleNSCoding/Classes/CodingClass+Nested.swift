extension CodingClass {
  /// The class that has a name at run time and is nested in other types.
  ///
  /// The runtime finds such only by mangled names, which tell of each enclosing type what kind of type it is, so all kinds are
  /// tried.
  static func nested(_ name: String) -> AnyClass? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    // The number of names to try, of which an archive may have many, grows with each enclosing type.
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

  /// Whether an identifier stands in mangled names as it is.
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
