import Stele
import TestSupport
import Testing

@Suite struct `Keyed containers` {
  enum Key: String, CodingKey { case present, null, absent, text }
  struct Sample: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .present)
      try container.encodeNil(forKey: .null)
      try container.encodeIfPresent(Int?.none, forKey: .absent)
      try container.encode("t", forKey: .text)
    }
  }

  @Test func `allKeys lists what the key type has, in the written order`() throws {
    enum Some: String, CodingKey { case text, other }
    struct Picky: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init?(stringValue: String) {
        guard stringValue.hasPrefix("p") else { return nil }
        self.stringValue = stringValue
      }
      init?(intValue: Int) { nil }
    }
    try decoding(Sample()) { decoder throws in
      let keys = try decoder.container(keyedBy: Key.self).allKeys
      #expect(keys == [.present, .null, .text])
      #expect(try decoder.container(keyedBy: Some.self).allKeys == [.text])
      #expect(try decoder.container(keyedBy: Picky.self).allKeys.map(\.stringValue) == ["present"])
    }
  }

  @Test func `every way of encodeIfPresent leaves out nil alone`() throws {
    struct Everything: Codable, Equatable {
      var bool: Bool?
      var string: String?
      var double: Double?
      var float: Float?
      var int: Int?
      var int8: Int8?
      var int16: Int16?
      var int32: Int32?
      var int64: Int64?
      var int128: Int128?
      var uint: UInt?
      var uint8: UInt8?
      var uint16: UInt16?
      var uint32: UInt32?
      var uint64: UInt64?
      var uint128: UInt128?
      var list: [Int]?
      var map: [String: Int]?
      var holder: Holder<String>?
      static let keyCount = 19
    }
    let full = Everything(
      bool: false, string: "", double: 0, float: 0, int: 0, int8: -1, int16: 0, int32: 0, int64: 0,
      int128: 0, uint: 0, uint8: 255, uint16: 0, uint32: 0, uint64: 0, uint128: 0, list: [],
      map: [:], holder: Holder(""))
    try expectRoundTrip(Everything())
    try expectRoundTrip(full)
    #expect(
      try roundTrip([Everything(), full, Everything()]) == [Everything(), full, Everything()])
    #expect(try roundTrip([full, Everything(), full]) == [full, Everything(), full])
    try decoding(Everything()) { decoder throws in
      #expect(try decoder.container(keyedBy: AnyKey.self).allKeys.isEmpty)
    }
    try decoding(full) { decoder throws in
      #expect(try decoder.container(keyedBy: AnyKey.self).allKeys.count == Everything.keyCount)
    }
  }

  @Test func `instances with keys in changing numbers come back`() throws {
    let seed = try #require(Seeds.forTest(count: 1).first)
    var random = RandomSource(seed: seed)
    struct Loose: Codable, Equatable {
      var values: [String: Int]
      init(values: [String: Int]) { self.values = values }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        values = [:]
        for key in container.allKeys {
          #expect(container.contains(key))
          values[key.stringValue] = try container.decode(Int.self, forKey: key)
        }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
          try container.encode(value, forKey: AnyKey(name))
        }
      }
    }
    let all = (0..<300).map { _ in
      Loose(
        values: Dictionary(
          (0..<random.count(upTo: 12)).map { _ in
            ("k\(Int.random(in: 0..<40, using: &random))", Int.random(in: -5...5, using: &random))
          }, uniquingKeysWith: { $1 }))
    }
    #expect(try convert(all, to: [Loose].self) == all, "seed \(seed)")
    #expect(try roundTrip(all, isOrdered: false, hasCanonicalForm: false) == all, "seed \(seed)")
  }

  @Test func `one key may have a value of another type in each instance`() throws {
    struct Either: Codable, Equatable {
      enum CodingKeys: CodingKey { case value }
      var text: String?
      var number: Int?
      init(text: String? = nil, number: Int? = nil) { (self.text, self.number) = (text, number) }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard try !container.decodeNil(forKey: .value) else { return }
        do {
          number = try container.decode(Int.self, forKey: .value)
        } catch DecodingError.typeMismatch {
          text = try container.decode(String.self, forKey: .value)
        }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if let text { try container.encode(text, forKey: .value) }
        if let number { try container.encode(number, forKey: .value) }
        if text == nil, number == nil { try container.encodeNil(forKey: .value) }
      }
    }
    let values = [
      Either(number: 1), Either(text: "a"), Either(), Either(number: 2), Either(),
      Either(text: "b"),
    ]
    #expect(try convert(values, to: [Either].self) == values)
    #expect(try convert(Array(values.reversed()), to: [Either].self) == values.reversed())
    for value in values { try expectRoundTrip(value) }
  }
}
