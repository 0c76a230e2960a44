internal import Stele

/// A keyed container over the keys of an object in a keyed archive, or of a dictionary in it.
struct CodedKeys<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let value: CodedValue
  /// The values by the names of their keys; nil for an object, since the unarchiver has its keys.
  private let values: [String: Any]?

  init(_ value: CodedValue, _ values: [String: Any]?) {
    self.value = value
    self.values = values
  }

  var codingPath: [any CodingKey] { value.codingPath }

  var allKeys: [Key] {
    let names: [String] =
      if let values { Array(values.keys) } else { (try? value.unarchiver.keyNames()) ?? [] }
    return names.compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool {
    if let values { return values[key.stringValue] != nil }
    return (try? value.unarchiver.contains(KeyName.escaped(key.stringValue))) ?? false
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    if values != nil { return try value(of: key, Any?.self).isNil }
    return try value.unarchiver.isNil(KeyName.escaped(key.stringValue))
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    if values != nil { return try value(of: key, type).decode(type) }
    if let late = type as? any LateDecodable.Type, let result = try decode(late, key) as? T {
      return result
    }
    let name = KeyName.escaped(key.stringValue)
    let unarchiver = value.unarchiver
    let path = codingPath + [key]
    guard let result = try unarchiver.keyedArchiveValue(type, forKey: name, at: path) else {
      throw missing(key, type)
    }
    return result
  }

  /// Returns a reference that is set when all objects have been made, so that it may be part of a cycle.
  private func decode<Reference: LateDecodable>(
    _ type: Reference.Type, _ key: Key
  ) throws -> Reference {
    let (reference, fill) = type.makeEmpty()
    let name = KeyName.escaped(key.stringValue)
    let path = codingPath + [key]
    try value.unarchiver.whenAllAreMade { unarchiver in
      let content = try unarchiver.keyedArchiveValue(Reference.Content.self, forKey: name, at: path)
      if let content { fill(content) }
    }
    return reference
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try value(of: key, [String: Any].self).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try value(of: key, [Any].self).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    // A superclass reads its keys from the same object as its subclass.
    value
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try value(of: key, Any.self) }

  private func value(of key: Key, _ type: Any.Type) throws -> CodedValue {
    let content =
      if let values { values[key.stringValue] } else {
        try value.unarchiver.keyedArchiveContent(
          KeyName.escaped(key.stringValue), for: Any?.self)
      }
    guard let content else { throw missing(key, type) }
    return CodedValue(value.unarchiver, .value(content), codingPath + [key])
  }

  private func missing(_ key: Key, _ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "There is no value for \(key.stringValue).")
    return contains(key) ? .valueNotFound(type, context) : .keyNotFound(key, context)
  }
}
