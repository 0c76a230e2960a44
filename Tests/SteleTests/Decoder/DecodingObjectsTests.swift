import Stele
import TestSupport
import Testing

struct DecodingObjectsTests {
  struct Point: Codable, Equatable {
    var x: Int
    var y: Double?
    var name = "p"
  }

  static let point = ArchiveClassEntry.struct(
    "Point",
    keys: [
      ArchiveKey("x", .int64), ArchiveKey("y", .float64, presence: .optional),
      ArchiveKey("name", .string),
    ])

  @Test func `a struct is decoded by its keys`() throws {
    let bytes = try archive(
      [Self.point], root: .struct("Point"),
      .struct(
        ArchiveStructValue(entry: 1, values: [.integer(-7), .float64(2.5), .string("origin")])))
    let point = try SteleDecoder().decode(Point.self, from: bytes)
    #expect(point == Point(x: -7, y: 2.5, name: "origin"))
  }

  @Test func `a list of structs is decoded element by element`() throws {
    let values = (0..<5).map { index in
      ArchiveValue.struct(
        ArchiveStructValue(
          entry: 1,
          values: [.integer(Int128(index)), index == 2 ? nil : .float64(0.5), .string("\(index)")]))
    }
    let bytes = try archive([Self.point], root: .list(.struct("Point")), .list(values))
    let points = try SteleDecoder().decode([Point].self, from: bytes)
    #expect(points.map(\.x) == [0, 1, 2, 3, 4])
    #expect(points.map(\.y) == [0.5, 0.5, nil, 0.5, 0.5])
    #expect(points.map(\.name) == ["0", "1", "2", "3", "4"])
  }

  final class Node: Codable, SimplyNamed {
    var value: Int
    var next: Node?
    deinit {
      var rest = next
      next = nil
      while let node = rest {
        rest = node.next
        node.next = nil
      }
    }
  }

  static let node = ArchiveClassEntry.class(
    "Node",
    keys: [ArchiveKey("value", .int64), ArchiveKey("next", .optional(.reference(to: "Node")))])

  @Test func `an object that is referred to twice is one object`() throws {
    let bytes = try archive(
      [Self.node], [ArchiveObject(entry: 1, values: [.integer(1), .nil])],
      root: .list(.reference(to: "Node")), .list([.reference(1), .reference(1)]))
    let nodes = try SteleDecoder().decode([Node].self, from: bytes)
    #expect(nodes.count == 2)
    #expect(nodes[0] === nodes[1])
    #expect(nodes[0].value == 1)
  }

  class Animal: Codable, SimplyNamed { var name: String }

  final class Dog: Animal {
    var breed: String

    enum CodingKeys: CodingKey { case breed }

    required init(from decoder: any Decoder) throws {
      breed = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .breed)
      try super.init(from: decoder)
    }
  }

  static let animals = [
    ArchiveClassEntry.class("Animal", keys: [ArchiveKey("name", .string)]),
    ArchiveClassEntry.class("Dog", superclass: 1, keys: [ArchiveKey("breed", .string)]),
  ]

  @Test func `an object comes back with its own class when that is allowed`() throws {
    let bytes = try archive(
      Self.animals,
      [
        ArchiveObject(entry: 2, values: [.string("Rex"), .string("Pug")]),
        ArchiveObject(entry: 1, values: [.string("Tom")]),
      ],
      root: .list(.reference(to: "Animal")), .list([.reference(1), .reference(2)]))
    var decoder = SteleDecoder()
    decoder.allow(Dog.self)
    let animals = try decoder.decode([Animal].self, from: bytes)
    #expect((animals[0] as? Dog)?.breed == "Pug")
    #expect(animals.map(\.name) == ["Rex", "Tom"])
    #expect(type(of: animals[1]) == Animal.self)

    let error = #expect(throws: DecodingError.self) {
      try SteleDecoder().decode([Animal].self, from: bytes)
    }
    #expect(codingError(error)?.reason == .unknownClass("Dog"))
  }

  static func list(_ count: Int) throws -> [UInt8] {
    let objects = (1...count).map { number in
      ArchiveObject(
        entry: 1,
        values: [.integer(Int128(number)), number == count ? .nil : .reference(number + 1)])
    }
    return try archive([node], objects, root: .reference(to: "Node"), .reference(1))
  }

  @Test func `a list of many nodes is decoded without recursion`() throws {
    let bytes = try Self.list(deepCount)
    let values = try onStack {
      let first = try SteleDecoder().decode(Node.self, from: bytes)
      // Its deinitialiser takes the list apart, so it has to stay.
      defer { withExtendedLifetime(first) {} }
      return sequence(first: first, next: \.next).map(\.value)
    }
    #expect(values == Array(1...deepCount))
  }

  @Test func `a cycle of strong references is named by its keys`() throws {
    let bytes = try archive(
      [Self.node],
      [
        ArchiveObject(entry: 1, values: [.integer(1), .reference(2)]),
        ArchiveObject(entry: 1, values: [.integer(2), .reference(1)]),
      ], root: .reference(to: "Node"), .reference(1))
    let error = #expect(throws: DecodingError.self) {
      try SteleDecoder().decode(Node.self, from: bytes)
    }
    #expect(codingError(error)?.reason == .strongCycle(["Node.next", "Node.next"]))
  }

  @Test func `optionals, sets and dictionaries are decoded`() throws {
    let bytes = try archive(
      [], root: .map(key: .int64, value: .optional(.set(.string))),
      .map([
        ArchiveMapPair(key: .integer(1), value: .some(.set([.string("a"), .string("b")]))),
        ArchiveMapPair(key: .integer(2), value: .nil),
      ]))
    let value = try SteleDecoder().decode([Int: Set<String>?].self, from: bytes)
    #expect(value == [1: ["a", "b"], 2: nil])
  }
}
