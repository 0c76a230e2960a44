/// Writes the keys of one object or value.
public struct FieldEncoder {
  /// Begins the keys of a class of the hierarchy.
  ///
  /// Until the first call, keys are those of the topmost class that can be archived.
  public mutating func level<T: FieldEncodable & AnyObject>(_ type: T.Type) throws {
    throw GraphCodingError(.coderIsFinished)
  }

  /// Writes one key.
  public mutating func encode<T: Encodable>(_ value: T, _ key: StaticString) throws {
    throw GraphCodingError(.coderIsFinished)
  }

  /// What the program said to its types when encoding began.
  public var userInfo: [CodingUserInfoKey: Any] { [:] }
}

extension FieldEncodable {
  /// Encodes for ``SteleEncoder``; other encoders are refused.
  public func encode(to encoder: any Encoder) throws {
    throw GraphCodingError(.coderIsFinished)
  }
}
