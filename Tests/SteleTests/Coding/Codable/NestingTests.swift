import Stele
import TestSupport
import Testing

@Suite struct `Nested containers` {
  @Test func `containers that are written in turns come out whole`() throws {
    let bytes = try encoded { encoder throws in
      var root = encoder.container(keyedBy: AnyKey.self)
      var left = root.nestedUnkeyedContainer(forKey: "left")
      var right = root.nestedContainer(keyedBy: AnyKey.self, forKey: "right")
      try left.encode(1)
      try right.encode(10, forKey: "a")
      var inLeft = left.nestedUnkeyedContainer()
      try root.encode("between", forKey: "between")
      try left.encode(2)
      try right.encode(20, forKey: "b")
      try inLeft.encode("late")
      try left.encode(3)
      try inLeft.encode("later")
    }
    try decoding(archive: bytes) { decoder throws in
      let root = try decoder.container(keyedBy: AnyKey.self)
      #expect(root.allKeys.map(\.stringValue) == ["left", "right", "between"])
      var left = try root.nestedUnkeyedContainer(forKey: "left")
      #expect(try left.decode(Int.self) == 1)
      var inLeft = try left.nestedUnkeyedContainer()
      #expect(try left.decode(Int.self) == 2)
      #expect(try inLeft.decode(String.self) == "late")
      #expect(try left.decode(Int.self) == 3)
      #expect(try inLeft.decode(String.self) == "later")
      #expect(left.isAtEnd && inLeft.isAtEnd)
      #expect(try root.decode([String: Int].self, forKey: "right") == ["a": 10, "b": 20])
    }
  }

  @Test func `a nested keyed container reads as a struct, and a struct as a container`() throws {
    struct Inner: Codable, Equatable { var x: Int, y: String }
    struct Outer: Codable, Equatable { var inner: Inner }
    let bytes = try encoded { encoder throws in
      var root = encoder.container(keyedBy: AnyKey.self)
      var inner = root.nestedContainer(keyedBy: AnyKey.self, forKey: "inner")
      try inner.encode("text", forKey: "y")
      try inner.encode(5, forKey: "x")
    }
    let outer = Outer(inner: Inner(x: 5, y: "text"))
    #expect(try SteleDecoder().decode(Outer.self, from: bytes) == outer)
    try decoding(outer) { decoder throws in
      let root = try decoder.container(keyedBy: AnyKey.self)
      let inner = try root.nestedContainer(keyedBy: AnyKey.self, forKey: "inner")
      #expect(try inner.decode(Int.self, forKey: "x") == 5)
      #expect(try inner.decode(String.self, forKey: "y") == "text")
    }
  }

  @Test func `a nested unkeyed container reads as an array, and an array as a container`() throws {
    let bytes = try encoded { encoder throws in
      var root = encoder.unkeyedContainer()
      for row in 0..<3 {
        var list = root.nestedUnkeyedContainer()
        for column in 0..<row { try list.encode(column) }
      }
    }
    #expect(try SteleDecoder().decode([[Int]].self, from: bytes) == [[], [0], [0, 1]])
    try decoding([["a"], [], ["b", "c"]]) { decoder throws in
      var root = try decoder.unkeyedContainer()
      var texts: [[String]] = []
      while !root.isAtEnd {
        var list = try root.nestedUnkeyedContainer()
        var row: [String] = []
        while !list.isAtEnd { row.append(try list.decode(String.self)) }
        texts.append(row)
      }
      #expect(texts == [["a"], [], ["b", "c"]])
    }
  }

  @Test func `a container that is asked for twice takes the keys of both`() throws {
    enum First: String, CodingKey { case a, b }
    enum Second: String, CodingKey { case c, d }
    let bytes = try encoded { encoder throws in
      var first = encoder.container(keyedBy: First.self)
      try first.encode(1, forKey: .a)
      var second = encoder.container(keyedBy: Second.self)
      try second.encode(3, forKey: .c)
      try first.encode(2, forKey: .b)
      try second.encode(4, forKey: .d)
    }
    try decoding(archive: bytes) { decoder throws in
      let all = try decoder.container(keyedBy: AnyKey.self)
      #expect(all.allKeys.map(\.stringValue) == ["a", "c", "b", "d"])
      let first = try decoder.container(keyedBy: First.self)
      let second = try decoder.container(keyedBy: Second.self)
      #expect(try first.decode(Int.self, forKey: .a) == 1)
      #expect(try second.decode(Int.self, forKey: .d) == 4)
      #expect(try first.decode(Int.self, forKey: .b) == 2)
      #expect(try second.decode(Int.self, forKey: .c) == 3)
      #expect(first.allKeys == [.a, .b])
      #expect(second.allKeys == [.c, .d])
    }
  }

  @Test func `a nested container that is asked for twice takes the keys of both`() throws {
    let bytes = try encoded { encoder throws in
      var root = encoder.container(keyedBy: AnyKey.self)
      var first = root.nestedContainer(keyedBy: AnyKey.self, forKey: "nested")
      try first.encode(1, forKey: "a")
      var second = root.nestedContainer(keyedBy: AnyKey.self, forKey: "nested")
      try second.encode(2, forKey: "b")
    }
    #expect(
      try SteleDecoder().decode([String: [String: Int]].self, from: bytes)
        == ["nested": ["a": 1, "b": 2]])
  }

  @Test func `keys are read in any order`() throws {
    struct Shuffled: Codable {
      var values: [Int]
      init(values: [Int]) { self.values = values }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        var random = RandomSource(seed: 7)
        var values = [Int](repeating: -1, count: 40)
        for _ in 0..<3 {
          for index in values.indices.shuffled(using: &random) {
            values[index] = try container.decode(Int.self, forKey: AnyKey("key\(index)"))
          }
        }
        self.values = values
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for (index, value) in values.enumerated() {
          try container.encode(value, forKey: AnyKey("key\(index)"))
        }
      }
    }
    let values = (0..<40).map { $0 * $0 }
    #expect(try roundTrip(Shuffled(values: values)).values == values)
  }
}
