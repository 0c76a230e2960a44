import Stele
import TestSupport
import Testing

@Suite struct `Single value containers` {
  @Test func `a wrapper of one value adds nothing to the archive`() throws {
    #expect(try SteleEncoder().encode(Disguised(5)) == SteleEncoder().encode(5))
    #expect(try SteleEncoder().encode(Disguised("a")) == SteleEncoder().encode("a"))
    #expect(try SteleEncoder().encode(Disguised(Disguised([1]))) == SteleEncoder().encode([1]))
    #expect(try roundTrip(Holder(Disguised(2.5))).value.value == 2.5)
    #expect(try roundTrip([Disguised(1), Disguised(2)]).map(\.value) == [1, 2])
    #expect(try convert([Disguised(1), Disguised(2)], to: [Int].self) == [1, 2])
    #expect(try convert([1, 2], to: [Disguised<Int>].self).map(\.value) == [1, 2])
  }

  @Test func `a single value may be anything`() throws {
    #expect(try roundTrip(Disguised([1, 2])).value == [1, 2])
    #expect(try roundTrip(Disguised(["a": [1]])).value == ["a": [1]])
    #expect(try roundTrip(Disguised(Holder("x"))).value.value == "x")
    #expect(try roundTrip(Disguised(Int?.none)).value == nil)
    #expect(try roundTrip(Disguised(Int?.some(1))).value == 1)
    #expect(try roundTrip(Holder(Disguised(Int?.none))).value.value == nil)
    #expect(try roundTrip([Disguised(Int?.none), Disguised(3)]).map(\.value) == [nil, 3])
    #expect(try roundTrip(Disguised(Disguised(Disguised(true)))).value.value.value)
  }

  @Test func `a single nil is nil`() throws {
    let bytes = try encoded { encoder throws in
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
    try decoding(archive: bytes) { decoder throws in
      let container = try decoder.singleValueContainer()
      #expect(container.decodeNil())
      #expect(try container.decode(Int?.self) == nil)
      #expect(failure { try container.decode(Int.self) }?.kind == .valueNotFound)
      #expect(failure { try container.decode(String.self) }?.kind == .valueNotFound)
      #expect(failure { try container.decode([Int].self) }?.kind == .valueNotFound)
    }
    #expect(try SteleDecoder().decode(String?.self, from: bytes) == nil)
  }

  @Test func `decodeNil is false for anything else`() throws {
    try decoding(0) { decoder throws in #expect(try !decoder.singleValueContainer().decodeNil()) }
    try decoding("") { decoder throws in #expect(try !decoder.singleValueContainer().decodeNil()) }
    try decoding([Int]()) { decoder throws in
      #expect(try !decoder.singleValueContainer().decodeNil())
    }
    try decoding(Holder(1)) { decoder throws in
      #expect(try !decoder.singleValueContainer().decodeNil())
    }
    try decoding(Int?.some(1)) { decoder throws in
      #expect(try !decoder.singleValueContainer().decodeNil())
    }
  }

  @Test func `each scalar has its own call`() throws {
    func expect<T: Codable & Equatable & Sendable>(_ value: T) throws {
      let bytes = try encoded { encoder throws in
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
      try decoding(archive: bytes) { decoder throws in
        #expect(try decoder.singleValueContainer().decode(T.self) == value)
      }
    }
    try expect(true)
    try expect("s")
    try expect(1.5)
    try expect(Float(1.5))
    try expect(1)
    try expect(Int8(1))
    try expect(Int16(1))
    try expect(Int32(1))
    try expect(Int64(1))
    try expect(Int128(1))
    try expect(UInt(1))
    try expect(UInt8(1))
    try expect(UInt16(1))
    try expect(UInt32(1))
    try expect(UInt64(1))
    try expect(UInt128(1))
  }

  @Test func `a failed attempt leaves the value to the next`() throws {
    struct Either: Codable, Equatable {
      var text: String?
      var number: Int?
      var list: [String]?
      init(text: String? = nil, number: Int? = nil, list: [String]? = nil) {
        (self.text, self.number, self.list) = (text, number, list)
      }
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
          self.number = number
        } else if let list = try? container.decode([String].self) {
          self.list = list
        } else {
          text = try container.decode(String.self)
        }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let number { try container.encode(number) }
        if let text { try container.encode(text) }
        if let list { try container.encode(list) }
      }
    }
    let values = [
      Either(number: 1), Either(text: "a"), Either(list: ["x", "y"]), Either(number: 2),
      Either(list: []), Either(text: ""),
    ]
    #expect(try convert(values, to: [Either].self) == values)
    for value in values { #expect(try roundTrip(value) == value) }
    for value in values { #expect(try roundTrip(Holder(value)).value == value) }
  }

  @Test func `a value that hands its encoder to another is that other`() throws {
    try expectRoundTrip(InPlace.Through(Holder([1, 2])))
    #expect(try convert(InPlace.Through(Holder([3])), to: Holder<[Int]>.self).value == [3])
  }
}
