package import Stele

extension FieldDecoder {
  /// Returns the error for keys from which no value can be made.
  package func refusal(_ description: String) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: codingPath, debugDescription: description))
  }

  /// Returns the error for a value that needs a missing part of Foundation.
  func lacksFoundation(_ value: String) -> DecodingError {
    refusal(
      "The program has no \(value), but only a part of Foundation; import SteleWholeFoundation.")
  }

  /// Passes the keys to Foundation's initialiser, after a check that they do not end the process.
  mutating func withDecoder<Value>(_ make: (any Decoder) throws -> Value) rethrows -> Value {
    // The keys live only as long as their decoder.
    let decoder = decoder
    return try withExtendedLifetime(decoder) { try make(decoder) }
  }
}
