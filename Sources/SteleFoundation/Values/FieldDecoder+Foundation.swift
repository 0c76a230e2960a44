internal import Stele

extension FieldDecoder {
  /// Returns the error for keys that no value can be made from.
  func refusal(_ description: String) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: codingPath, debugDescription: description))
  }

  /// Lets Foundation's own initialiser read the keys, after they were found not to end the process.
  mutating func withDecoder<Value>(_ make: (any Decoder) throws -> Value) rethrows -> Value {
    // The keys live only as long as their decoder.
    let decoder = decoder
    return try withExtendedLifetime(decoder) { try make(decoder) }
  }
}
