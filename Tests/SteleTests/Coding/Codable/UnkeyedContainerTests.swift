import Stele
import TestSupport
import Testing

@Suite struct `Unkeyed containers` {
  @Test func `count, index and end follow the elements`() throws {
    let bytes = try encoded { encoder throws in
      var container = encoder.unkeyedContainer()
      #expect(container.count == 0)
      try container.encode(1)
      #expect(container.count == 1)
      try container.encode("two")
      try container.encodeNil()
      #expect(container.count == 3)
      _ = container.nestedUnkeyedContainer()
      _ = container.nestedContainer(keyedBy: AnyKey.self)
      try 6.encode(to: container.superEncoder())
      #expect(container.count == 6)
      try container.encode(contentsOf: [7, 8])
      #expect(container.count == 8)
    }
    try decoding(archive: bytes) { decoder throws in
      var container = try decoder.unkeyedContainer()
      #expect((container.count, container.currentIndex) == (8, 0))
      #expect(!container.isAtEnd)
      #expect(try container.decode(Int.self) == 1)
      #expect(container.currentIndex == 1)
      #expect(try container.decode(String.self) == "two")
      #expect(try container.decodeNil())
      #expect(container.currentIndex == 3)
      #expect(try container.nestedUnkeyedContainer().count == 0)
      _ = try container.nestedContainer(keyedBy: AnyKey.self)
      #expect(try Int(from: container.superDecoder()) == 6)
      #expect(container.currentIndex == 6)
      #expect(try container.decode(Int.self) == 7)
      #expect(!container.isAtEnd)
      #expect(try container.decode(Int.self) == 8)
      #expect(container.isAtEnd)
      #expect(container.currentIndex == 8)
    }
  }

  @Test func `reading past the end is valueNotFound, with the index`() throws {
    try decoding(Holder([1])) { decoder throws in
      var container = try decoder.container(keyedBy: AnyKey.self)
        .nestedUnkeyedContainer(forKey: "value")
      _ = try container.decode(Int.self)
      let expected = CodingFailure(.valueNotFound, "value[1]")
      #expect(failure { try container.decode(Int.self) } == expected)
      #expect(failure { try container.decode(Holder<Int>.self) } == expected)
      #expect(failure { try container.decodeNil() } == expected)
      #expect(failure { try container.nestedUnkeyedContainer() } == expected)
      #expect(failure { try container.nestedContainer(keyedBy: AnyKey.self) } == expected)
      #expect(failure { try container.superDecoder() } == expected)
      #expect(container.currentIndex == 1)
    }
  }

  @Test func `sequences of every scalar are written as their elements`() throws {
    let bytes = try encoded { encoder throws in
      var container = encoder.unkeyedContainer()
      try container.encode(contentsOf: [true, false])
      try container.encode(contentsOf: ["a"])
      try container.encode(contentsOf: [1.5])
      try container.encode(contentsOf: [Float(2.5)])
      try container.encode(contentsOf: [1, 2])
      try container.encode(contentsOf: [UInt8(3)])
      try container.encode(contentsOf: [Int128(4)])
      try container.encode(contentsOf: [Holder(5)])
    }
    try decoding(archive: bytes) { decoder throws in
      var container = try decoder.unkeyedContainer()
      #expect(try container.decode(Bool.self) == true)
      #expect(try container.decode(Bool.self) == false)
      #expect(try container.decode(String.self) == "a")
      #expect(try container.decode(Double.self) == 1.5)
      #expect(try container.decode(Float.self) == 2.5)
      #expect(try container.decode(Int.self) == 1)
      #expect(try container.decode(Int.self) == 2)
      #expect(try container.decode(UInt8.self) == 3)
      #expect(try container.decode(Int128.self) == 4)
      #expect(try container.decode(Holder<Int>.self).value == 5)
      #expect(container.isAtEnd)
    }
  }

  @Test func `packed lists are read by a container, too`() throws {
    try decoding([UInt8](0...255)) { decoder throws in
      var container = try decoder.unkeyedContainer()
      #expect(container.count == 256)
      for index in 0..<256 {
        #expect(try !container.decodeNil())
        #expect(try container.decode(Int.self) == index)
      }
    }
    try decoding([1.5, 2.5]) { decoder throws in
      var container = try decoder.unkeyedContainer()
      #expect(try container.decode(Double.self) == 1.5)
      #expect(try container.decode(Float.self) == 2.5)
    }
    try decoding([true, false, true]) { decoder throws in
      var container = try decoder.unkeyedContainer()
      #expect(try container.decode(Bool.self))
      #expect(try !container.decode(Bool.self))
      #expect(try container.decode(Bool.self))
    }
  }

  @Test func `a set reads as a list of its elements`() throws {
    try decoding(Set([5])) { decoder throws in
      var container = try decoder.unkeyedContainer()
      #expect(container.count == 1)
      #expect(try container.decode(Int.self) == 5)
    }
  }
}
