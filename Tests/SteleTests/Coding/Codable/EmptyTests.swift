import Stele
import TestSupport
import Testing

@Suite struct `Empty values` {
  struct Nothing: Codable, Hashable {}
  struct Holders: Codable, Equatable {
    var list: [Int] = []
    var strings: [String] = []
    var nothings: [Nothing] = []
    var set: Set<String> = []
    var map: [String: Int] = [:]
    var nested: [[[Int]]] = [[], [[]], [[], []]]
    var maps: [[String: [Int]]] = [[:], ["": []]]
    var nothing = Nothing()
    var text = ""
    var missing: Nothing?
    var present: Nothing? = Nothing()
  }
  final class Blank: Codable {}

  @Test func `empty collections come back`() throws {
    try expectRoundTrip([Int]())
    try expectRoundTrip([String]())
    try expectRoundTrip([Nothing]())
    try expectRoundTrip(Set<Int>())
    try expectRoundTrip([String: String]())
    try expectRoundTrip([Int: [Int]]())
    try expectRoundTrip([[[Int]]]())
    try expectRoundTrip([[Int]](repeating: [], count: 3))
  }

  @Test func `structs without keys come back`() throws {
    try expectRoundTrip(Nothing())
    try expectRoundTrip([Nothing](repeating: Nothing(), count: 1000))
    try expectRoundTrip([Nothing?](arrayLiteral: nil, Nothing(), nil))
    try expectRoundTrip([Nothing(): Nothing()])
    try expectRoundTrip(Holders())
  }

  @Test func `classes without keys come back with their identity`() throws {
    let blank = Blank()
    let copy = try roundTrip([blank, Blank(), blank])
    #expect(copy[0] === copy[2])
    #expect(copy[0] !== copy[1])
  }
}
