extension BackReference: Codable {
  /// Decodes a reference, which is empty until decoding is complete.
  ///
  /// - Throws: What the value container throws.
  public init(from decoder: any Decoder) throws {
    guard decoder is ValueDecoder else {
      self.init()
      return
    }
    self = try decoder.singleValueContainer().decode(Self.self)
  }

  /// Encodes a reference; other encoders than those of this library are given a nil.
  ///
  /// - Throws: What the value container throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard encoder is ValueEncoder || encoder is LevelEncoder else {
      return try container.encodeNil()
    }
    try container.encode(self)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a back reference, which is empty when there is none.
  ///
  /// Synthesised conformances call it.
  ///
  /// - Throws: What the container throws.
  public func decode<Target>(
    _ type: BackReference<Target>.Type, forKey key: Key
  ) throws -> BackReference<Target> {
    try decodeIfPresent(type, forKey: key) ?? BackReference()
  }
}
