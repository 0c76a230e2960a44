extension FieldCodable {
  /// Decodes for ``SteleDecoder``; other decoders are refused.
  ///
  /// - Throws: `DecodingError` for other decoders, or what the reading of the keys throws.
  public init(from decoder: any Decoder) throws {
    // Fields do not keep their decoder, and this may be the only one who has it.
    defer { withExtendedLifetime(decoder) {} }
    var fields = try FieldDecoder.begin(of: Self.self, from: decoder)
    try self.init(from: &fields)
  }
}

extension TwoPhaseCodable {
  /// Decodes for ``SteleDecoder``; other decoders are refused.
  ///
  /// - Throws: `DecodingError` for other decoders, or what the reading of the keys throws.
  public init(from decoder: any Decoder) throws {
    // Fields do not keep their decoder, and this may be the only one who has it.
    defer { withExtendedLifetime(decoder) {} }
    var fields = try FieldDecoder.begin(of: Self.self, from: decoder)
    self.init()
    try decode(from: &fields)
  }
}

extension FieldDecoder {
  /// Takes the decoder of a value whose type reads its keys by hand.
  fileprivate static func begin(
    of type: Any.Type, from decoder: any Decoder
  ) throws -> FieldDecoder {
    guard let values = decoder as? ValueDecoder ?? (decoder as? LevelDecoder)?.decoder else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "\(type) reads its keys by hand, which takes a SteleDecoder."))
    }
    return try begin(values)
  }
}
