import Stele
import SteleInspection
import SteleModel
import Testing
import TestSupport

struct EncodingContainerTests {
  /// A value whose encoding is a closure.
  private struct Person: Encodable {
    let body: (any Encoder) throws -> Void
    init(_ body: @escaping (any Encoder) throws -> Void) { self.body = body }
    func encode(to encoder: any Encoder) throws { try body(encoder) }
  }

  private func notation(_ value: some Encodable) throws -> [String: ArchiveValue] {
    let graph = try graph(of: value)
    guard case .struct(let root) = graph.roots[0].value else { return [:] }
    let keys = graph.classes.storedKeys(of: root.entry).map(\.name)
    return Dictionary(
      uniqueKeysWithValues: zip(keys, root.values).compactMap { key, value in
        value.map { (key, $0) }
      })
  }

  @Test func `nested containers that are filled in turns keep apart`() throws {
    let person = Person { encoder in
      var top = encoder.container(keyedBy: AnyKey.self)
      var address = top.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("address"))
      try top.encode(1, forKey: AnyKey("first"))
      try address.encode("Main Street", forKey: AnyKey("street"))
      var numbers = top.nestedUnkeyedContainer(forKey: AnyKey("numbers"))
      try numbers.encode(5)
      try top.encode(2, forKey: AnyKey("second"))
      try address.encode(12, forKey: AnyKey("house"))
      try numbers.encode(300)
    }
    let graph = try graph(of: person)
    #expect(graph.classes.entries.map(\.name) == ["Person.address", "Person"])
    #expect(
      graph.classes[2]?.keys == [
        ArchiveKey("address", .struct("Person.address")), ArchiveKey("first", .int64),
        ArchiveKey("numbers", .list(.int64)), ArchiveKey("second", .int64),
      ])
    #expect(
      graph.roots[0].value
        == .struct(
          ArchiveStructValue(
            entry: 2,
            values: [
              .struct(
                ArchiveStructValue(entry: 1, values: [.string("Main Street"), .integer(12)])),
              .integer(1), .list([.integer(5), .integer(300)]), .integer(2),
            ])))
  }

  @Test func `containers in lists are structs named for their place, and uniform`() throws {
    let person = Person { encoder in
      var list = encoder.unkeyedContainer()
      for number in 0..<3 {
        var item = list.nestedContainer(keyedBy: AnyKey.self)
        try item.encode(number, forKey: AnyKey("n"))
      }
    }
    let graph = try graph(of: person)
    #expect(graph.roots[0].type == .list(.struct("Person.element")))
    #expect(
      graph.roots[0].value
        == .list((0..<3).map { .struct(ArchiveStructValue(entry: 1, values: [.integer($0)])) }))
  }

  @Test func `lists of values and containers are lists of any`() throws {
    let person = Person { encoder in
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
          .any(
            .struct("Point"),
            .struct(ArchiveStructValue(entry: 1, values: [.integer(1), .integer(2)]))),
          .any(
            .struct("Point"),
            .struct(ArchiveStructValue(entry: 1, values: [.integer(3), .integer(4)]))),
        ]))
  }

  private struct Point: Codable, Hashable {
    var x: Int
    var y: Int
  }

  @Test func `structs in lists leave their entry out`() throws {
    let graph = try graph(of: [Point(x: 1, y: 2), Point(x: 3, y: 4)])
    #expect(graph.classes.count == 1)
    #expect(
      graph.roots[0].value
        == .list([
          .struct(ArchiveStructValue(entry: 1, values: [.integer(1), .integer(2)])),
          .struct(ArchiveStructValue(entry: 1, values: [.integer(3), .integer(4)])),
        ]))
  }

  @Test func `structs are keys and elements like all values`() throws {
    let graph = try graph(of: [Point(x: 1, y: 2): Set([Point(x: 3, y: 4)])])
    #expect(graph.roots[0].type == .map(key: .struct("Point"), value: .set(.struct("Point"))))
  }

  @Test func `a nil among elements makes them optional`() throws {
    let person = Person { encoder in
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
    let graph = try graph(of: [Person { _ in }, Person { _ in }])
    #expect(graph.classes[1] == .struct("Person"))
    #expect(
      graph.roots[0].value
        == .list([
          .struct(ArchiveStructValue(entry: 1, values: [])),
          .struct(ArchiveStructValue(entry: 1, values: [])),
        ]))
  }

  @Test func `super encoders of values stand under their keys`() throws {
    let person = Person { encoder in
      var top = encoder.container(keyedBy: AnyKey.self)
      var first = top.superEncoder().singleValueContainer()
      try first.encode(1)
      var second = top.superEncoder(forKey: AnyKey("other")).unkeyedContainer()
      try second.encode("x")
    }
    #expect(try notation(person) == ["super": .integer(1), "other": .list([.string("x")])])
  }

  @Test func `a key that is written twice is an error`() throws {
    let person = Person { encoder in
      var top = encoder.container(keyedBy: AnyKey.self)
      try top.encode(1, forKey: AnyKey("a"))
      try top.encode(2, forKey: AnyKey("a"))
    }
    let error = #expect(throws: EncodingError.self) { try SteleEncoder().encode(person) }
    #expect(error?.reason == .duplicateKey("a"))
  }

  @Test func `two kinds of containers are an error`() throws {
    let person = Person { encoder in
      var top = encoder.container(keyedBy: AnyKey.self)
      try top.encode(1, forKey: AnyKey("a"))
      var list = encoder.unkeyedContainer()
      try list.encode(1)
    }
    #expect(throws: EncodingError.self) { try SteleEncoder().encode(person) }
  }

  @Test func `the coding path leads to the value from its record`() throws {
    struct Stop: Error, Equatable { let path: [String] }
    let inner = Person { encoder in throw Stop(path: encoder.codingPath.map(\.stringValue)) }
    let outer = Person { encoder in
      var top = encoder.container(keyedBy: AnyKey.self)
      try top.encode(["k": [inner]], forKey: AnyKey("list"))
    }
    #expect(throws: Stop(path: ["list", "k", "Index 0"])) { try SteleEncoder().encode(outer) }
  }

  @Test func `user info reaches all values`() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "answer"))
    var encoder = SteleEncoder()
    encoder.userInfo[key] = 42
    let person = Person { encoder in
      var top = encoder.singleValueContainer()
      try top.encode([encoder.userInfo[key] as? Int ?? 0])
    }
    #expect(try graph(of: [person], encoder).roots[0].value == .list([.list([.integer(42)])]))
  }

  private struct Deep: Encodable { var inner: [Deep] }

  @Test func `values that nest too deep are an error`() throws {
    var value = Deep(inner: [])
    for _ in 0..<600 { value = Deep(inner: [value]) }
    let error = #expect(throws: EncodingError.self) { try SteleEncoder().encode(value) }
    #expect(error?.reason == .nestingTooDeep(limit: 512))
  }

  private struct Endless: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(self)
    }
  }

  @Test func `a value that consists of itself is an error`() throws {
    let error = #expect(throws: EncodingError.self) { try SteleEncoder().encode(Endless()) }
    guard case .stackTooSmall? = error?.reason else {
      Issue.record("\(error as Any)")
      return
    }
  }
}
