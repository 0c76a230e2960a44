import Stele

/// The words of the text notation for types, kinds and flags.
///
/// Spec annex C.2, C.3.
enum NotationNames {
  /// The type codes by their words.
  static let codes = Dictionary(uniqueKeysWithValues: TypeCode.allCases.map { (word($0), $0) })

  /// Returns the word for a type code, which is the name of the code in the specification.
  static func word(_ code: TypeCode) -> String { words[Int(code.rawValue)] }

  /// The word for each type code, and an empty text for other bytes; looking up the names of cases is expensive.
  private static let words = (0...UInt8.max).map { byte in
    TypeCode(rawValue: byte).map { "\($0)" } ?? ""
  }

  /// Returns the word for the kind of an entry or the presence of a key, which is the name of the case.
  static func word(_ meaning: some CaseIterable) -> String { "\(meaning)" }

  /// Returns the kind or the presence that a word means, or `nil` if there is none.
  static func meaning<Meaning: CaseIterable>(of word: String) -> Meaning? {
    Meaning.allCases.first { Self.word($0) == word }
  }
}
