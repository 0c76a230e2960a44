import Stele
import TestSupport
import Testing

@Suite struct `Dictionary keys` {
  enum Suit: String, Codable, CaseIterable { case hearts, spades }
  enum Level: Int, Codable { case low = 1, high = 10 }
  enum Plain: Codable { case a, b }
  enum Loaded: Codable, Hashable { case none, number(Int), text(String, label: Bool) }
  struct Point: Codable, Hashable, SimplyNamed { var x: Int, y: Int }
  struct Nothing: Codable, Hashable {}
  struct Identifier: Codable, Hashable, RawRepresentable {
    var rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }
  }
  struct Word: Codable, Hashable, CodingKeyRepresentable {
    var text: String
    init(_ text: String) { self.text = text }
    var codingKey: any CodingKey { AnyKey(text) }
    init?<T: CodingKey>(codingKey: T) { text = codingKey.stringValue }
  }
  private func check<Key: Codable & Hashable>(_ keys: [Key]) throws {
    let map = Dictionary(uniqueKeysWithValues: zip(keys, 0...))
    #expect(try roundTrip(map, isOrdered: false) == map)
    #expect(try roundTrip(Holder(map), isOrdered: false).value == map)
    #expect(try roundTrip([[Key: Int](), map], isOrdered: false) == [[:], map])
    #expect(try roundTrip(map.mapValues { [$0] }, isOrdered: false) == map.mapValues { [$0] })
    #expect(try roundTrip(map.mapValues { Holder($0) }, isOrdered: false)[keys[0]]?.value == 0)
    #expect(try roundTrip(Set(keys), isOrdered: false) == Set(keys))
  }

  @Test func `strings and numbers are keys`() throws {
    try check(["a", "", "\0", "e\u{301}x"])
    try check([0, 1, -1, .min, .max])
    try check([UInt8(0), 255])
    try check([Int128.min, .max])
    try check([0.5, -0.0, .infinity])
    try check([Float(1), 2])
    try check([true, false])
  }

  @Test func `enums are keys`() throws {
    try check(Suit.allCases)
    try check([Level.low, .high])
    try check([Plain.b, .a])
    try check([Loaded.none, .number(1), .number(2), .text("a", label: true)])
  }

  @Test func `structs are keys`() throws {
    try check([Point(x: 0, y: 1), Point(x: 1, y: 0)])
    try check([Nothing()])
    try check([Identifier(rawValue: "a"), Identifier(rawValue: "b")])
    try check([Word("w"), Word("v")])
    try check([Disguised("a"), Disguised("b")])
  }

  @Test func `optionals and collections are keys`() throws {
    try check([nil, 1, 2] as [Int?])
    try check([nil, .some(nil), .some(1)] as [Int??])
    try check([[1], [], [1, 2]])
    try check([Set([1]), Set([1, 2])])
    try check([["a": 1], [:]])
  }

  @Test func `keys convert as values do`() throws {
    #expect(try convert(["hearts": 1], to: [Suit: Int].self) == [.hearts: 1])
    #expect(try convert([Suit.hearts: 1], to: [String: Int].self) == ["hearts": 1])
    #expect(try convert([Identifier(rawValue: "a"): 1], to: [String: Int].self) == ["a": 1])
    #expect(try failure(converting: ["clubs": 1], to: [Suit: Int].self)?.kind == .dataCorrupted)
    #expect(try failure(converting: ["a": 1], to: [Int: Int].self)?.kind == .typeMismatch)
  }
}
