import Stele
import TestSupport
import Testing

@Suite struct `Super encoders and decoders` {
  struct Part: Codable, Equatable {
    var x: Int
    var names: [String]
  }

  @Test func `a value stands under the key super`() throws {
    let part = Part(x: 1, names: ["a"])
    let bytes = try encoded { encoder throws in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode("own", forKey: "own")
      try part.encode(to: container.superEncoder())
    }
    try decoding(archive: bytes) { decoder throws in
      let container = try decoder.container(keyedBy: AnyKey.self)
      #expect(container.allKeys.map(\.stringValue) == ["own", "super"])
      #expect(try Part(from: container.superDecoder()) == part)
      #expect(try container.decode(Part.self, forKey: "super") == part)
      #expect(try container.decode(String.self, forKey: "own") == "own")
    }
  }

  @Test func `a value stands in an unkeyed container`() throws {
    let part = Part(x: 2, names: [])
    let bytes = try encoded { encoder throws in
      var container = encoder.unkeyedContainer()
      try container.encode(1)
      try part.encode(to: container.superEncoder())
      try 3.encode(to: container.superEncoder())
      let late = container.superEncoder()
      try container.encode("end")
      try [true].encode(to: late)
    }
    try decoding(archive: bytes) { decoder throws in
      var container = try decoder.unkeyedContainer()
      #expect(container.count == 5)
      #expect(try container.decode(Int.self) == 1)
      #expect(try Part(from: container.superDecoder()) == part)
      #expect(container.currentIndex == 2)
      #expect(try Int(from: container.superDecoder()) == 3)
      #expect(try [Bool](from: container.superDecoder()) == [true])
      #expect(try container.decode(String.self) == "end")
      #expect(container.isAtEnd)
    }
  }

  @Test func `an encoder may be stored and used later`() throws {
    final class Store { var encoders: [any Encoder] = [] }
    let bytes = try encoded { encoder throws in
      let store = Store()
      var container = encoder.container(keyedBy: AnyKey.self)
      for index in 0..<3 {
        store.encoders.append(container.superEncoder(forKey: AnyKey("key\(index)")))
      }
      var list = container.nestedUnkeyedContainer(forKey: "list")
      store.encoders.append(list.superEncoder())
      for (index, encoder) in store.encoders.enumerated().reversed() {
        var inner = encoder.container(keyedBy: AnyKey.self)
        try inner.encode(index, forKey: "index")
      }
    }
    try decoding(archive: bytes) { decoder throws in
      let container = try decoder.container(keyedBy: AnyKey.self)
      for index in 0..<3 {
        let value = try container.decode([String: Int].self, forKey: AnyKey("key\(index)"))
        #expect(value == ["index": index])
      }
      let list = try container.decode([[String: Int]].self, forKey: "list")
      #expect(list == [["index": 3]])
    }
  }

  @Test func `a super encoder that is not used gives a value without keys`() throws {
    let bytes = try encoded { encoder throws in
      var container = encoder.container(keyedBy: AnyKey.self)
      _ = container.superEncoder()
    }
    try decoding(archive: bytes) { decoder throws in
      let inner = try decoder.container(keyedBy: AnyKey.self).superDecoder()
      #expect(try inner.container(keyedBy: AnyKey.self).allKeys.isEmpty)
    }
  }

  @Test func `a decoder may be stored and used for several containers`() throws {
    try decoding(Holder([1, 2])) { decoder throws in
      let keyed = try decoder.container(keyedBy: AnyKey.self)
      let inner = try keyed.superDecoder(forKey: "value")
      for _ in 0..<2 {
        var unkeyed = try inner.unkeyedContainer()
        #expect(unkeyed.count == 2)
        #expect(try unkeyed.decode(Int.self) == 1)
        let single = try inner.singleValueContainer()
        #expect(try single.decode([Int].self) == [1, 2])
      }
    }
  }

  @Test func `the superclass encoder may be asked for twice`() throws {
    let bytes = try encoded { encoder throws in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(1, forKey: "own")
      var first = container.superEncoder().container(keyedBy: AnyKey.self)
      try first.encode(2, forKey: "a")
      var second = container.superEncoder().container(keyedBy: AnyKey.self)
      try second.encode(3, forKey: "b")
    }
    try decoding(archive: bytes) { decoder throws in
      let container = try decoder.container(keyedBy: AnyKey.self)
      let inner = try container.superDecoder().container(keyedBy: AnyKey.self)
      #expect(try inner.decode(Int.self, forKey: "a") == 2)
      #expect(try inner.decode(Int.self, forKey: "b") == 3)
    }
  }
}
