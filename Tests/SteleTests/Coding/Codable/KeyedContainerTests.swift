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
}
