/// Reads the keys of one object or value.
public struct FieldDecoder {
  /// Begins the keys of a class of the hierarchy.
  ///
  /// Until the first call, keys are those of the topmost class that can be archived.
  public mutating func level<T: FieldEncodable & AnyObject>(_ type: T.Type) throws {
    throw GraphCodingError(.coderIsFinished)
  }

  /// Reads one key; for an optional type, a key that the archive does not have is nil.
  public mutating func decode<T: Decodable>(
    _ key: StaticString, as type: T.Type = T.self
  ) throws -> T {
    throw GraphCodingError(.coderIsFinished)
  }

  /// Whether there is a value for a key, or a default.
  public mutating func contains(_ key: StaticString) -> Bool { false }

  /// What the program said to its types when decoding began.
  public var userInfo: [CodingUserInfoKey: Any] { [:] }
}

extension FieldCodable {
  /// Decodes for ``SteleDecoder``; other decoders are refused.
  public init(from decoder: any Decoder) throws {
    throw GraphCodingError(.coderIsFinished)
  }
}

extension TwoPhaseCodable {
  /// Decodes for ``SteleDecoder``; other decoders are refused.
  public init(from decoder: any Decoder) throws {
    throw GraphCodingError(.coderIsFinished)
  }
}
