import Stele
import TestSupport
import Testing

@Suite struct `Names of keys` {
  static let names = [
    "", " ", "a.b", "a/b", "0", "-1", "ключ", "鍵", "🔑", "\0", "\n", "**", "super", "e\u{301}",
    "\u{E9}", "Å", "\u{212B}", String(repeating: "k", count: 1000),
  ]

  struct Named: Codable {
    var values: [(String, Int)]
    init(_ names: [String]) { values = names.enumerated().map { ($1, $0) } }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      values = try container.allKeys.map {
        ($0.stringValue, try container.decode(Int.self, forKey: $0))
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      for (name, value) in values { try container.encode(value, forKey: AnyKey(name)) }
    }
    var scalars: [[Unicode.Scalar]] { values.map { Array($0.0.unicodeScalars) } }
  }

  @Test func `any text is a key, and canonically equivalent ones differ`() throws {
    let named = Named(Self.names)
    let copy = try roundTrip(named)
    #expect(copy.scalars == named.scalars)
    #expect(copy.values.map(\.1) == named.values.map(\.1))
  }

  final class Starred: Codable, SimplyNamed {
    var star = 1
    enum CodingKeys: String, CodingKey { case star = "*" }
  }

  @Test func `the name that the format reserves is refused`() throws {
    struct Fields: FieldEncodable {
      func encode(to fields: inout FieldEncoder) throws { try fields.encode(1, "*") }
    }
    let refused = CodingFailure(.invalidValue, "", .reservedKey("*"))
    #expect(failure(encoding: Named(["a", "*"])) == refused)
    #expect(failure(encoding: Fields()) == refused)
    #expect(
      failure(encoding: [Starred(), Starred()])
        == CodingFailure(.invalidValue, "[0]", .reservedKey("*")))
    #expect(try convert(["*": 1], to: [String: Int].self) == ["*": 1])
  }

  @Test func `a key is found by its exact scalars`() throws {
    try decoding(Named(["e\u{301}"])) { decoder throws in
      let container = try decoder.container(keyedBy: AnyKey.self)
      #expect(container.contains("e\u{301}"))
      #expect(!container.contains("\u{E9}"))
      #expect(failure { try container.decode(Int.self, forKey: "\u{E9}") }?.kind == .keyNotFound)
    }
  }

  @Test func `keys are matched by name, whatever their order and number`() throws {
    struct Old: Codable { var a = 1, b = "b", c = 2.5, d = [1] }
    struct New: Codable, Equatable { var d: [Int], a: Int, c: Double }
    #expect(try convert([Old(), Old()], to: [New].self)[1] == New(d: [1], a: 1, c: 2.5))
  }

  @Test func `keys with numbers have their text in the archive`() throws {
    enum Numbers: Int, CodingKey { case one = 1, ten = 10, minus = -3 }
    let bytes = try encoded { encoder throws in
      var container = encoder.container(keyedBy: Numbers.self)
      try container.encode("a", forKey: .ten)
      try container.encode("b", forKey: .minus)
    }
    try decoding(archive: bytes) { decoder throws in
      let container = try decoder.container(keyedBy: Numbers.self)
      #expect(container.allKeys == [.ten, .minus])
      #expect(try container.decode(String.self, forKey: .ten) == "a")
      #expect(try container.decode(String.self, forKey: .minus) == "b")
      #expect(!container.contains(.one))
      let texts = try decoder.container(keyedBy: AnyKey.self)
      #expect(texts.allKeys.map(\.stringValue) == ["ten", "minus"])
    }
  }

  private struct Composed: Codable {
    var value = 1
    enum CodingKeys: String, CodingKey { case value = "caf\u{E9}" }
  }
  private struct Decomposed: Codable {
    var value = 1
    enum CodingKeys: String, CodingKey { case value = "cafe\u{301}" }
  }

  @Test func `a key that looks the same and has other code points is named by the error`() throws {
    let failure = try failure(converting: Composed(), to: Decomposed.self)
    #expect(failure?.reason == .missingKey("cafe\u{301}"))
    expectText(
      #"with other code points ("caf\u{E9}", not "cafe\u{301}"); names are compared by their bytes"#,
      of: failure)
  }

  @Test func `a root that looks the same and has other code points is named by the error`() throws {
    let archiver = Archiver()
    try archiver.encode(1, root: "caf\u{E9}")
    try archiver.encode(2, root: "other")
    let unarchiver = try Unarchiver(archiver.finish())
    let failure = failure { try unarchiver.decode(Int.self, root: "cafe\u{301}") }
    #expect(failure?.reason == .noRoot("cafe\u{301}"))
    expectText("with other code points", of: failure)
  }
}
