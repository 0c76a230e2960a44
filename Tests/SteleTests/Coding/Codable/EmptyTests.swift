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

  @Test func `an encoder that is asked for nothing gives a value without keys`() throws {
    let bytes = try encoded { _ in }
    try decoding(archive: bytes) { decoder throws in
      #expect(try decoder.container(keyedBy: AnyKey.self).allKeys.isEmpty)
    }
    _ = try SteleDecoder().decode(Nothing.self, from: bytes)
  }

  @Test func `a class that is asked for nothing gives an object without keys`() throws {
    final class Silent: Codable, SimplyNamed {
      init() {}
      init(from decoder: any Decoder) {}
      func encode(to encoder: any Encoder) {}
    }
    #expect(try roundTrip([Silent(), Silent()]).count == 2)
  }

  @Test func `empty containers come back`() throws {
    let bytes = try encoded { encoder throws in
      var keyed = encoder.container(keyedBy: AnyKey.self)
      _ = keyed.nestedContainer(keyedBy: AnyKey.self, forKey: "keyed")
      _ = keyed.nestedUnkeyedContainer(forKey: "unkeyed")
      var list = keyed.nestedUnkeyedContainer(forKey: "list")
      _ = list.nestedContainer(keyedBy: AnyKey.self)
      _ = list.nestedUnkeyedContainer()
    }
    try decoding(archive: bytes) { decoder throws in
      let keyed = try decoder.container(keyedBy: AnyKey.self)
      let empty = try keyed.nestedContainer(keyedBy: AnyKey.self, forKey: "keyed")
      #expect(empty.allKeys.isEmpty)
      let unkeyed = try keyed.nestedUnkeyedContainer(forKey: "unkeyed")
      #expect(unkeyed.count == 0)
      #expect(unkeyed.isAtEnd)
      var list = try keyed.nestedUnkeyedContainer(forKey: "list")
      #expect(list.count == 2)
      #expect(try list.nestedContainer(keyedBy: AnyKey.self).allKeys.isEmpty)
      #expect(try list.nestedUnkeyedContainer().isAtEnd)
      #expect(list.isAtEnd)
    }
  }

  @Test func `a root container that stays empty is empty when decoded`() throws {
    let keyed = try encoded { _ = $0.container(keyedBy: AnyKey.self) }
    try decoding(archive: keyed) { decoder throws in
      #expect(try decoder.container(keyedBy: AnyKey.self).allKeys.isEmpty)
    }
    let unkeyed = try encoded { _ = $0.unkeyedContainer() }
    try decoding(archive: unkeyed) { decoder throws in
      #expect(try decoder.unkeyedContainer().count == 0)
    }
    #expect(try SteleDecoder().decode([Int].self, from: unkeyed) == [])
  }
}
