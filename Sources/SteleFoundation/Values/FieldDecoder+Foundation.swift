internal import Stele

extension FieldDecoder {
  /// The error for keys of which no value can be made.
  func refusal(_ description: String) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: codingPath, debugDescription: description))
  }

  /// Has Foundation's own initialiser read the keys, once they have been found to be such that it survives.
  func withDecoder<Value>(_ make: (any Decoder) throws -> Value) rethrows -> Value {
    // The keys are only there as long as their decoder.
    let decoder = decoder
    return try withExtendedLifetime(decoder) { try make(decoder) }
  }
}
