import Stele
import SteleModel
import TestSupport
import Testing

struct EncodingFailureTests {
  private struct Stop: Error, Equatable {}

  private struct Failing: Encodable {
    private enum Key: CodingKey { case a }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode("some bytes", forKey: .a)
      throw Stop()
    }
  }

  private struct Tolerant: Encodable {
    private enum Key: CodingKey { case list, bad, good }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(1)
      try? list.encode(Failing())
      try list.encode(2)
      try container.encode("before", forKey: .good)
      try? container.encode([Failing()], forKey: .bad)
    }
  }

  @Test func `a program may go on without a value that failed`() throws {
    let graph = try graph(of: [Tolerant(), Tolerant()])
    let value = ArchiveValue.struct(
      1, values: .list([.integer(1), .integer(2)]), .string("before"))
    #expect(graph.roots[0].value == .list([value, value]))
  }

  private enum Letter: CodingKey { case a, b, c }

  @Test func `a list keeps no entry number of an element that failed after its content`() throws {
    let content = Scripted { encoder in
      var container = encoder.container(keyedBy: Letter.self)
      try container.encode(1, forKey: .a)
    }
    func bytes(withFailure: Bool) throws -> [UInt8] {
      try SteleEncoder().encode(
        Scripted { encoder in
          var list = encoder.unkeyedContainer()
          try list.encode(content)
          if withFailure {
            try? list.encode(
              Scripted { encoder in
                var container = encoder.singleValueContainer()
                try container.encode(content)
                throw Stop()
              })
          }
          try list.encode(content)
        })
    }
    #expect(try bytes(withFailure: true) == bytes(withFailure: false))
  }

  @Test func `a list that is written to from inside of an element is refused`() throws {
    for fails in [false, true] {
      for value in ["x", 7 as Int?] as [any Encodable] {
        let list = Scripted { encoder in
          var list = encoder.unkeyedContainer()
          var outer = list
          try list.encode(1)
          try? list.encode(
            Scripted { encoder in
              var inner = encoder.unkeyedContainer()
              try inner.encode("inside")
              try outer.encode(value)
              try outer.encode(300)
              if fails { throw Stop() }
            })
        }
        #expect(failure(encoding: list)?.reason == .coderIsFinished)
      }
    }
  }

  @Test func `a list that is written to before the first key of an element is refused`() throws {
    let list = Scripted { encoder in
      var list = encoder.unkeyedContainer()
      var outer = list
      for isInside in [false, false, true] {
        try list.encode(
          Scripted { encoder in
            var container = encoder.container(keyedBy: Letter.self)
            if isInside { try outer.encode(300) }
            try container.encode(1, forKey: .a)
          })
      }
    }
    #expect(failure(encoding: list)?.reason == .coderIsFinished)
  }

  @Test func `an object that is written to from inside of a key is refused`() throws {
    let value = Scripted { encoder in
      var container = encoder.container(keyedBy: Letter.self)
      var outer = container
      try container.encode(1, forKey: .b)
      try container.encode(
        Scripted { encoder in
          var inner = encoder.unkeyedContainer()
          try inner.encode("inside")
          try outer.encode("x", forKey: .a)
        }, forKey: .c)
    }
    for roots in [[value], [value, value]] {
      #expect(failure(encoding: roots)?.reason == .coderIsFinished)
    }
  }

  /// A struct in another one whose encoding is a closure.
  private struct Nested: Encodable {
    let body: (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try body(encoder) }
  }

  @Test func `an element that is written to from inside of a struct in it is refused`() throws {
    let list = Scripted { encoder in
      var list = encoder.unkeyedContainer()
      for isInside in [false, false, true] {
        try list.encode(
          Scripted { encoder in
            var container = encoder.container(keyedBy: Letter.self)
            var outer = container
            let nested = Nested { encoder in
              var inner = encoder.container(keyedBy: Letter.self)
              if isInside { try outer.encode("x", forKey: .c) }
              try inner.encode(1, forKey: isInside ? .b : .a)
            }
            try container.encode(nested, forKey: .a)
          })
      }
    }
    #expect(failure(encoding: list)?.reason == .coderIsFinished)
  }

  private struct Retired: Encodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Retired", version: 3,
        keys: [.key("a", since: 2), .retired("b", .string), .retired("c", .int64, since: 2)])
    }
    var a = 1
    var c: Int?
  }

  @Test func `since and retired keys stand in the entry`() throws {
    let graph = try graph(of: Retired())
    #expect(
      graph.classes.entries == [
        .struct(
          "Retired", version: 3,
          keys: [
            ArchiveKey("a", .int64, since: 2),
            ArchiveKey("c", .int64, since: 2, presence: .optional),
            ArchiveKey("b", .string, presence: .retired),
          ])
      ])
  }

  private struct Reused: Encodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Reused", keys: [.retired("b", .string)])
    }
    var b = 1
  }

  @Test func `a retired key with another type is refused`() {
    #expect(
      failure(encoding: [Reused()]) == CodingFailure(.invalidValue, "[0].b", .retiredKey("b")))
  }

  private struct Tree: Encodable { var children: [Tree] }

  @Test func `no archive nests deeper than the format has it`() throws {
    var value = Tree(children: [])
    for _ in 0..<250 { value = Tree(children: [value]) }
    _ = try verified(SteleEncoder().encode(value))
    for _ in 0..<10 { value = Tree(children: [value]) }
    #expect(failure(encoding: value)?.reason == .nestingTooDeep(limit: 512))
  }
}
