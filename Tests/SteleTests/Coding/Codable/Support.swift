import Stele
import TestSupport
import Testing

/// A value under a key.
struct Holder<Value: Codable>: Codable {
  var value: Value

  init(_ value: Value) { self.value = value }
}

extension Holder: Equatable where Value: Equatable {}
extension Holder: Hashable where Value: Hashable {}
extension Holder: Sendable where Value: Sendable {}

/// A coding key of any text.
struct AnyKey: CodingKey, Hashable, ExpressibleByStringLiteral {
  let stringValue: String
  let intValue: Int?

  init(_ stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(stringValue: String) { self.init(stringValue) }

  init(stringLiteral text: String) { self.init(text) }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}

/// A coding key of any text, of a type that may belong to a class.
protocol NamedKey: CodingKey {
  var name: String { get }
  init(name: String)
}

extension NamedKey {
  var stringValue: String { name }
  var intValue: Int? { nil }
  init?(stringValue: String) { self.init(name: stringValue) }
  init?(intValue: Int) { nil }
}

extension CodingUserInfoKey {
  static func named(_ text: String) -> CodingUserInfoKey {
    guard let key = Self(rawValue: text) else { preconditionFailure("a text makes a key") }
    return key
  }
}

/// A value whose coding is a pair of functions of a test.
struct Scripted: Encodable {
  let script: (any Encoder) throws -> Void

  init(_ script: @escaping (any Encoder) throws -> Void) { self.script = script }

  func encode(to encoder: any Encoder) throws { try script(encoder) }
}

/// A value that writes the key `k` twice.
struct WritingTwice: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(1, forKey: "k")
    try container.encode(1, forKey: "k")
  }
}

/// Hands the decoder of the root to a test.
struct DecoderTaker: Decodable {
  static let key = CodingUserInfoKey.named("script")

  struct Script: Sendable { let run: @Sendable (any Decoder) throws -> Void }

  init(from decoder: any Decoder) throws {
    let script = try #require(decoder.userInfo[Self.key] as? Script)
    try script.run(decoder)
  }
}

/// Encodes a value, and hands the decoder of its archive to a function.
func decoding(
  _ value: some Encodable, _ script: @escaping @Sendable (any Decoder) throws -> Void
) throws {
  let bytes = try encoded(value)
  try decoding(archive: bytes, script)
}

/// Hands the decoder of an archive to a function.
func decoding(
  archive bytes: [UInt8], _ script: @escaping @Sendable (any Decoder) throws -> Void
) throws {
  var decoder = SteleDecoder()
  decoder.userInfo[DecoderTaker.key] = DecoderTaker.Script(run: script)
  _ = try decoder.decode(DecoderTaker.self, from: bytes)
}

/// Encodes a value, and checks the archive.
func encoded(_ value: some Encodable) throws -> [UInt8] {
  try verified(SteleEncoder().encode(value))
}

/// Encodes what a function writes, and checks the archive.
func encoded(_ script: @escaping (any Encoder) throws -> Void) throws -> [UInt8] {
  try encoded(Scripted(script))
}

/// Expects that a value comes back equal, alone, under a key, in a list, and as an optional.
func expectRoundTrip<Value: Codable & Equatable>(
  _ value: Value, isOrdered: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let trip = RoundTrip(isOrdered: isOrdered)
  #expect(try trip(value) == value, sourceLocation: sourceLocation)
  #expect(try trip(Holder(value)).value == value, sourceLocation: sourceLocation)
  #expect(try trip([value, value]) == [value, value], sourceLocation: sourceLocation)
  #expect(try trip(Holder(Optional(value))).value == value, sourceLocation: sourceLocation)
  #expect(try trip(["key": value]) == ["key": value], sourceLocation: sourceLocation)
}

/// Returns the error of encoding a value, or nil if there is none.
func failure(encoding value: some Encodable) -> CodingFailure? {
  failure { try SteleEncoder().encode(value) }
}

/// Returns the error of decoding an archive as a type, or nil if there is none.
func failure<Value: Decodable>(decoding type: Value.Type, from bytes: [UInt8]) -> CodingFailure? {
  failure { try SteleDecoder().decode(type, from: bytes) }
}

/// Expects that a value comes back equal from every form of its archive.
func expectEveryForm<Value: Codable & Equatable>(
  of value: Value, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for form in try OutputForm.all(of: value) {
    do {
      let copy = try SteleDecoder().decode(Value.self, from: form.bytes)
      #expect(copy == value, "\(form.name)", sourceLocation: sourceLocation)
    } catch {
      Issue.record("\(form.name): \(error)", sourceLocation: sourceLocation)
    }
  }
}

/// Returns how the error that a piece of code throws is explained, or nil if it throws none.
func explanation<Result>(of body: () throws -> Result) -> String? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? DecodingError)?.explanation ?? (error as? EncodingError)?.explanation
      ?? "\(error)"
  }
}

/// Expects that the text of an error contains another text.
func expectText(
  _ text: String, of failure: CodingFailure?, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    failure?.description.contains(text) == true, "\(failure as Any)",
    sourceLocation: sourceLocation)
}

/// A type whose values are written as another one, in a container for a single value.
protocol SingleValueCodable: Codable {
  associatedtype Value: Codable
  var value: Value { get }
  init(_ value: Value)
}

extension SingleValueCodable {
  init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Value.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// A value that is written as its content, so that a nil, or an empty list, does not determine the type.
struct Disguised<Value: Codable>: SingleValueCodable {
  var value: Value

  init(_ value: Value) { self.value = value }
}

extension Disguised: Equatable where Value: Equatable {}
extension Disguised: Hashable where Value: Hashable {}
