/// What reads the values of one Swift type.
class AnyTypeReader {
  /// Lets go of what it remembers of the archive.
  ///
  /// The keys of a type remember who read them, which in a type that nests in itself is who remembers the keys.
  func forget() {}
}

/// What reads the values of a Swift type.
///
/// There is one reader for each type, made when the type is first met.
class TypeReader<Value>: AnyTypeReader {
  /// The value for a key that is not there, for types that have one.
  var absent: Value? { nil }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - plan: The type in the archive.
  ///   - input: Where the value stands; afterwards, the end of it.
  ///   - site: The place, for errors.
  /// - Returns: The value.
  /// - Throws: `DecodingError`, or what an initialiser throws.
  func read(_ plan: ReadingPlan, _ input: inout ByteReader, at site: Site) throws -> Value {
    throw site.wrongType(Value.self, plan, at: input.offset)
  }
}

/// A type that has a reader of its own, instead of its `Decodable`.
protocol SelfReading {
  /// Makes the reader.
  static func makeReader(in graph: GraphDecoder) throws -> AnyTypeReader
}
