import Stele
import SteleModel
import TestSupport
import Testing

struct EncodingContainerTests {
  @Test func `nested containers that are filled in turns keep apart`() throws {
    let person = Scripted { encoder in
      var top = encoder.container(keyedBy: AnyKey.self)
      var address = top.nestedContainer(keyedBy: AnyKey.self, forKey: "address")
      try top.encode(1, forKey: "first")
      try address.encode("Main Street", forKey: "street")
      var numbers = top.nestedUnkeyedContainer(forKey: "numbers")
      try numbers.encode(5)
      try top.encode(2, forKey: "second")
      try address.encode(12, forKey: "house")
      try numbers.encode(300)
    }
    let graph = try graph(of: person)
    #expect(graph.classes.entries.map(\.name) == ["Scripted.address", "Scripted"])
    #expect(
      graph.classes[2]?.keys == [
        ArchiveKey("address", .struct("Scripted.address")), ArchiveKey("first", .int64),
        ArchiveKey("numbers", .list(.int64)), ArchiveKey("second", .int64),
      ])
    #expect(
      graph.roots[0].value
        == .struct(
          2, values: .struct(1, values: .string("Main Street"), .integer(12)), .integer(1),
          .list([.integer(5), .integer(300)]), .integer(2)))
  }

  @Test func `containers in lists are structs named for their place, and uniform`() throws {
    let person = Scripted { encoder in
      var list = encoder.unkeyedContainer()
      for number in 0..<3 {
        var item = list.nestedContainer(keyedBy: AnyKey.self)
        try item.encode(number, forKey: "n")
      }
    }
    let graph = try graph(of: person)
    #expect(graph.roots[0].type == .list(.struct("Scripted.element")))
    #expect(graph.roots[0].value == .list((0..<3).map { .struct(1, values: .integer($0)) }))
  }

  @Test func `lists of values and containers are lists of any`() throws {
    let person = Scripted { encoder in
      var list = encoder.unkeyedContainer()
      try list.encode(1)
      var inner = list.nestedUnkeyedContainer()
      try inner.encode("a")
      try list.encode("b")
      try list.encodeNil()
      try inner.encode("c")
      try list.encode(Point(x: 1, y: 2))
      try list.encode(Point(x: 3, y: 4))
    }
    let graph = try graph(of: person)
    #expect(graph.roots[0].type == .list(.any))
    #expect(
      graph.roots[0].value
        == .list([
          .any(.int64, .integer(1)), .any(.list(.string), .list([.string("a"), .string("c")])),
          .any(.string, .string("b")), .any(.optional(.never), .nil),
          .any(.struct("Point"), .struct(1, values: .integer(1), .integer(2))),
          .any(.struct("Point"), .struct(1, values: .integer(3), .integer(4))),
        ]))
  }

  private struct Point: Codable, Hashable {
    var x: Int
    var y: Int
  }

  @Test func `structs are keys and elements like all values`() throws {
    let graph = try graph(of: [Point(x: 1, y: 2): Set([Point(x: 3, y: 4)])])
    #expect(graph.roots[0].type == .map(key: .struct("Point"), value: .set(.struct("Point"))))
  }

  @Test func `a nil among elements makes them optional`() throws {
    let person = Scripted { encoder in
      var list = encoder.unkeyedContainer()
      try list.encodeNil()
      try list.encode(5)
      try list.encode(6)
    }
    #expect(
      try root(of: person)
        == ArchiveNamedValue(
          "root", .list(.optional(.int64)), .list([.nil, .some(.integer(5)), .some(.integer(6))])))
  }

  @Test func `what has no container is a struct without keys`() throws {
    let graph = try graph(of: [Scripted { _ in }, Scripted { _ in }])
    #expect(graph.classes[1] == .struct("Scripted"))
    let empty = ArchiveValue.struct(ArchiveStructValue(entry: 1, values: []))
    #expect(graph.roots[0].value == .list([empty, empty]))
  }

  @Test func `two kinds of containers are an error`() throws {
    let person = Scripted { encoder in
      var top = encoder.container(keyedBy: AnyKey.self)
      try top.encode(1, forKey: "a")
      var list = encoder.unkeyedContainer()
      try list.encode(1)
    }
    #expect(throws: EncodingError.self) { try SteleEncoder().encode(person) }
  }

  private struct Endless: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(self)
    }
  }

  @Test func `a value that consists of itself is an error`() throws {
    let failure = failure(encoding: Endless())
    guard case .stackTooSmall? = failure?.reason else {
      Issue.record("\(failure as Any)")
      return
    }
  }
}
