package import Stele

extension FieldDecoder {
  /// Returns the error for keys that no value can be made from.
  package func refusal(_ description: String) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: codingPath, debugDescription: description))
  }

  /// Returns the error for a value of a part of Foundation that the program does not have.
  func lacksFoundation(_ value: String) -> DecodingError {
    refusal(
      "The program has no \(value), but only a part of Foundation; import SteleWholeFoundation.")
  }

  /// Lets Foundation's own initialiser read the keys, after they were found not to end the process.
  mutating func withDecoder<Value>(_ make: (any Decoder) throws -> Value) rethrows -> Value {
    // The keys live only as long as their decoder.
    let decoder = decoder
    return try withExtendedLifetime(decoder) { try make(decoder) }
  }
}
