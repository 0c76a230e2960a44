import Stele

/// The words of the text notation for types, kinds and flags.
///
/// Spec annex C.2, C.3.
enum NotationNames {
  /// The types without parts and class names, by their words.
  static let types: [String: ArchiveTypeDescriptor] = [
    "bool": .bool, "int8": .int8, "int16": .int16, "int32": .int32, "int64": .int64,
    "int128": .int128, "uint8": .uint8, "uint16": .uint16, "uint32": .uint32, "uint64": .uint64,
    "uint128": .uint128, "float16": .float16, "float32": .float32, "float64": .float64,
    "string": .string, "bytes": .bytes, "date": .date, "uuid": .uuid, "decimal": .decimal,
    "any": .any, "never": .never,
  ]

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
