internal import Foundation

/// The fields of a `Decimal`, which only coders can see.
///
/// This is such a coder. The memory of a `Decimal` differs between platforms, and arithmetic does
/// not keep exponents, but its `Codable` has the same fields everywhere.
struct DecimalFields {
  var exponent: Int32 = 0
  var wordCount: UInt32 = 0
  var isNegative = false
  var isCompact = false
  /// The mantissa, least significant word first.
  var words: [UInt16] = []

  /// The error that ends coding at a field that is not known here.
  struct UnknownField: Error {}

  init() {}

  /// Reads the fields of a number; nil if it has others.
  init?(_ number: Decimal) {
    let coder = Coder()
    do { try number.encode(to: coder) } catch { return nil }
    self = coder.fields
    guard words.count == 8, wordCount <= 8 else { return nil }
  }

  /// Returns the number with the fields, or nil if it has others.
  func makeNumber() -> Decimal? {
    let coder = Coder()
    coder.fields = self
    return try? Decimal(from: coder)
  }
}

extension DecimalFields {
  /// Holds the fields while a number encodes or decodes them.
  fileprivate final class Coder: Encoder, Decoder {
    var fields = DecimalFields()
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      KeyedEncodingContainer(Fields(coder: self))
    }
    func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
      KeyedDecodingContainer(Fields(coder: self))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { WrittenWords(coder: self) }
    func unkeyedContainer() -> any UnkeyedDecodingContainer { ReadWords(coder: self) }
    func singleValueContainer() -> any SingleValueEncodingContainer { WrittenWords(coder: self) }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw UnknownField() }
  }

  fileprivate struct Fields<Key: CodingKey> {
    let coder: Coder
    let codingPath: [any CodingKey] = []
  }

  fileprivate struct WrittenWords {
    let coder: Coder
    let codingPath: [any CodingKey] = []
  }

  fileprivate struct ReadWords {
    let coder: Coder
    let codingPath: [any CodingKey] = []
    var currentIndex = 0
  }
}

extension DecimalFields.Fields: KeyedEncodingContainerProtocol {
  func encodeNil(forKey key: Key) throws { throw DecimalFields.UnknownField() }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    switch (key.stringValue, value) {
    case ("exponent", let value as Int32): coder.fields.exponent = value
    case ("length", let value as UInt32): coder.fields.wordCount = value
    case ("isNegative", let value as Bool): coder.fields.isNegative = value
    case ("isCompact", let value as Bool): coder.fields.isCompact = value
    default: throw DecimalFields.UnknownField()
    }
  }

  func nestedContainer<Nested>(
    keyedBy keyType: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { coder.container(keyedBy: keyType) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    coder.unkeyedContainer()
  }
  func superEncoder() -> any Encoder { coder }
  func superEncoder(forKey key: Key) -> any Encoder { coder }
}

extension DecimalFields.Fields: KeyedDecodingContainerProtocol {
  var allKeys: [Key] { [] }
  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let field: Any? =
      switch key.stringValue {
      case "exponent": coder.fields.exponent
      case "length": coder.fields.wordCount
      case "isNegative": coder.fields.isNegative
      case "isCompact": coder.fields.isCompact
      default: nil
      }
    guard let value = field as? T else { throw DecimalFields.UnknownField() }
    return value
  }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Nested> { coder.container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    coder.unkeyedContainer()
  }
  func superDecoder() -> any Decoder { coder }
  func superDecoder(forKey key: Key) -> any Decoder { coder }
}

extension DecimalFields.WrittenWords: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  var count: Int { coder.fields.words.count }
  func encodeNil() throws { throw DecimalFields.UnknownField() }

  func encode<T: Encodable>(_ value: T) throws {
    guard let word = value as? UInt16 else { throw DecimalFields.UnknownField() }
    coder.fields.words.append(word)
  }

  func nestedContainer<Nested>(
    keyedBy keyType: Nested.Type
  ) -> KeyedEncodingContainer<Nested> { coder.container(keyedBy: keyType) }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func superEncoder() -> any Encoder { coder }
}

extension DecimalFields.ReadWords: UnkeyedDecodingContainer {
  var count: Int? { coder.fields.words.count }
  var isAtEnd: Bool { currentIndex >= coder.fields.words.count }
  func decodeNil() -> Bool { false }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    guard !isAtEnd, let word = coder.fields.words[currentIndex] as? T else {
      throw DecimalFields.UnknownField()
    }
    currentIndex += 1
    return word
  }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type
  ) -> KeyedDecodingContainer<Nested> { coder.container(keyedBy: type) }
  func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { self }
  func superDecoder() -> any Decoder { coder }
}
