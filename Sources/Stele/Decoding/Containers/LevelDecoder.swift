/// The decoder of the superclass levels of a record: what ``LevelEncoder`` wrote.
struct LevelDecoder: Decoder {
  let decoder: ValueDecoder
  /// The lowest level that is read.
  let level: Int

  var codingPath: [any CodingKey] { decoder.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { decoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try decoder.container(keyedBy: type, atMost: level)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try decoder.unkeyedContainer(atMost: level)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try decoder.singleValueContainer(atMost: level)
  }
}
