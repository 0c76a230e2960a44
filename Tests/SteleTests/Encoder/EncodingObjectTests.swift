import Stele
import SteleModel
import TestSupport
import Testing

class EncodedAnimal: Codable {
  var name: String
  init(_ name: String) { self.name = name }
}

final class EncodedDog: EncodedAnimal {
  var breed: String
  private enum CodingKeys: String, CodingKey { case breed }

  init(_ name: String, _ breed: String) {
    self.breed = breed
    super.init(name)
  }

  required init(from decoder: any Decoder) throws {
    breed = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .breed)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(breed, forKey: .breed)
    try super.encode(to: encoder)
  }
}

final class EncodedCat: EncodedAnimal {
  var lives = 9
  private enum CodingKeys: String, CodingKey { case lives }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try super.encode(to: container.superEncoder())
    try container.encode(lives, forKey: .lives)
  }
}

struct EncodingObjectTests {
  @Test func `an object that is shared is written once`() throws {
    let shared = Link(7)
    let graph = try graph(of: [shared, Link(7), shared])
    #expect(graph.roots[0].type == .list(.reference(to: "Link")))
    #expect(graph.roots[0].value == .list([.reference(1), .reference(2), .reference(1)]))
    #expect(graph.objects.count == 2)
    #expect(values(graph, of: 1) == [.integer(7), nil])
  }

  @Test func `a key that is nil at first is optional and knows its class`() throws {
    let graph = try graph(of: Link(1, next: Link(2)))
    #expect(graph.classes.count == 1)
    #expect(
      graph.classes[1]
        == .class(
          "Link",
          keys: [
            ArchiveKey("value", .int64),
            ArchiveKey("next", .reference(to: "Link"), presence: .optional),
          ]))
    #expect(values(graph, of: 1) == [.integer(1), .reference(2)])
    #expect(values(graph, of: 2) == [.integer(2), nil])
  }

  @Test func `objects are numbered breadth first`() throws {
    let leaf = Link(3)
    let graph = try graph(of: [Link(1, next: leaf), Link(2, next: leaf)])
    #expect(values(graph, of: 1) == [.integer(1), .reference(3)])
    #expect(values(graph, of: 2) == [.integer(2), .reference(3)])
    #expect(values(graph, of: 3) == [.integer(3), nil])
  }

  @Test func `each class of the hierarchy has the keys of its coding keys`() throws {
    let graph = try graph(of: [
      EncodedDog("Rex", "Collie"), EncodedAnimal("Any"), EncodedCat("Tom"),
    ])
    #expect(graph.roots[0].type == .list(.reference(to: "EncodedAnimal")))
    let dog = graph.objects[0].entry
    let animal = try #require(graph.classes[dog]?.superclass)
    #expect(graph.classes[dog]?.keys.map(\.name) == ["breed"])
    #expect(graph.classes[animal] == .class("EncodedAnimal", keys: [ArchiveKey("name", .string)]))
    #expect(values(graph, of: 1) == [.string("Rex"), .string("Collie")])
    #expect(graph.objects[1].entry == animal)
    #expect(keys(graph, of: 3) == ["name", "lives"])
    #expect(values(graph, of: 3) == [.string("Tom"), .integer(9)])
    #expect(graph.classes[graph.objects[2].entry]?.superclass == animal)
  }
}
