import Stele
import TestSupport
import Testing

@Suite struct `Names in another spelling` {
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

  @Test func `an array whose elements are equal is read as a set, as from other formats`() throws {
    #expect(try convert([1, 2, 1, 3, 3], to: Set<Int>.self) == [1, 2, 3])
    #expect(try convert(["a": ["x", "x"]], to: [String: Set<String>].self) == ["a": ["x"]])
  }

  @Test func `the superclass encoder may be asked for twice`() throws {
    let bytes = try encoded { encoder throws in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(1, forKey: AnyKey("own"))
      var first = container.superEncoder().container(keyedBy: AnyKey.self)
      try first.encode(2, forKey: AnyKey("a"))
      var second = container.superEncoder().container(keyedBy: AnyKey.self)
      try second.encode(3, forKey: AnyKey("b"))
    }
    try decoding(archive: bytes) { decoder throws in
      let container = try decoder.container(keyedBy: AnyKey.self)
      let inner = try container.superDecoder().container(keyedBy: AnyKey.self)
      #expect(try inner.decode(Int.self, forKey: AnyKey("a")) == 2)
      #expect(try inner.decode(Int.self, forKey: AnyKey("b")) == 3)
    }
  }
}
