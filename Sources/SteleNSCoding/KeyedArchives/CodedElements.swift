internal import Stele

/// An unkeyed container over the elements of an array in a keyed archive.
struct CodedElements: UnkeyedDecodingContainer {
  private let list: CodedValue
  private let elements: [Any]
  private(set) var currentIndex = 0

  init(_ list: CodedValue, _ elements: [Any]) {
    self.list = list
    self.elements = elements
  }

  var codingPath: [any CodingKey] { list.codingPath }

  var count: Int? { elements.count }

  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try next(Any?.self).isNil else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try take(type) { try $0.decode(type) }
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try take([String: Any].self) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take([Any].self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try take(Any.self) { $0 } }

  /// Reads the next element, and moves on unless that fails.
  private mutating func take<Result>(
    _ type: Any.Type, _ read: (CodedValue) throws -> Result
  ) throws -> Result {
    let result = try read(next(type))
    currentIndex += 1
    return result
  }

  private func next(_ type: Any.Type) throws -> CodedValue {
    let path = codingPath + [PathKey(index: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, DecodingError.Context(codingPath: path, debugDescription: "There are no more."))
    }
    return CodedValue(list.unarchiver, .value(elements[currentIndex]), path)
  }
}
