#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The fields of a `Decimal`, which are visible only through `Codable`.
///
/// The memory of a `Decimal` differs between platforms, and arithmetic does
/// not keep exponents, but its `Codable` has the same fields everywhere.
struct DecimalFields {
  var exponent: Int32 = 0
  var wordCount: UInt32 = 0
  var isNegative = false
  var isCompact = false
  /// The mantissa, least significant word first.
  var words: [UInt16] = []

  /// The error that ends coding at an unknown field.
  struct UnknownField: Error {}

  init() {}

  /// Reads the fields of a number; nil if it has different fields.
  init?(_ number: Decimal) {
    let coder = Coder()
    do { try number.encode(to: coder) } catch { return nil }
    self = coder.fields
    guard words.count == 8, wordCount <= 8 else { return nil }
  }

  /// Returns the number with the fields, or nil if `Decimal` expects different fields.
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

  func encode(_ value: Int32, forKey key: Key) throws {
    guard key.stringValue == "exponent" else { throw DecimalFields.UnknownField() }
    coder.fields.exponent = value
  }

  func encode(_ value: UInt32, forKey key: Key) throws {
    guard key.stringValue == "length" else { throw DecimalFields.UnknownField() }
    coder.fields.wordCount = value
  }

  func encode(_ value: Bool, forKey key: Key) throws {
    switch key.stringValue {
    case "isNegative": coder.fields.isNegative = value
    case "isCompact": coder.fields.isCompact = value
    default: throw DecimalFields.UnknownField()
    }
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    throw DecimalFields.UnknownField()
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

  // One function for each field type, because dynamic casts would take most of the time.

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    guard key.stringValue == "exponent" else { throw DecimalFields.UnknownField() }
    return coder.fields.exponent
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    guard key.stringValue == "length" else { throw DecimalFields.UnknownField() }
    return coder.fields.wordCount
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    switch key.stringValue {
    case "isNegative": return coder.fields.isNegative
    case "isCompact": return coder.fields.isCompact
    default: throw DecimalFields.UnknownField()
    }
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    throw DecimalFields.UnknownField()
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

  func encode(_ value: UInt16) throws { coder.fields.words.append(value) }

  func encode<T: Encodable>(_ value: T) throws { throw DecimalFields.UnknownField() }

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

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    guard !isAtEnd else { throw DecimalFields.UnknownField() }
    let word = coder.fields.words[currentIndex]
    currentIndex += 1
    return word
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    throw DecimalFields.UnknownField()
  }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type
  ) -> KeyedDecodingContainer<Nested> { coder.container(keyedBy: type) }
  func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { self }
  func superDecoder() -> any Decoder { coder }
}
