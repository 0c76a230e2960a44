import Stele
import SteleModel
import TestSupport
import Testing

@Suite struct `Inheritance` {
  class Animal: Codable {
    var name: String
    init(name: String) { self.name = name }
  }

  /// Shares the encoder with its superclass.
  class Dog: Animal {
    private enum CodingKeys: CodingKey { case breed, name }
    var breed: String
    /// A key of the name that the superclass has, too.
    var nickname: String
    init(name: String, breed: String, nickname: String) {
      self.breed = breed
      self.nickname = nickname
      super.init(name: name)
    }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      breed = try container.decode(String.self, forKey: .breed)
      nickname = try container.decode(String.self, forKey: .name)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(breed, forKey: .breed)
      try container.encode(nickname, forKey: .name)
    }
  }

  /// Has a super encoder for its superclass.
  final class Puppy: Dog {
    private enum CodingKeys: CodingKey { case weeks }
    var weeks: Int
    init(name: String, breed: String, nickname: String, weeks: Int) {
      self.weeks = weeks
      super.init(name: name, breed: breed, nickname: nickname)
    }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      weeks = try container.decode(Int.self, forKey: .weeks)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(weeks, forKey: .weeks)
      try super.encode(to: container.superEncoder())
    }
  }

  @Test func `an object is one record with a level for each class`() throws {
    let puppy = Puppy(name: "Bo", breed: "Pug", nickname: "B", weeks: 9)
    let graph = try graph(of: [puppy, Animal(name: "plain")])
    #expect(graph.roots[0].type == .list(.reference(to: "Inheritance.Animal")))
    #expect(graph.objects.count == 2)
    let (object, animal) = (graph.objects[0], graph.objects[1])
    let names = graph.classes.chain(of: object.entry).map { graph.classes[$0]?.name }
    #expect(Set(names) == ["Inheritance.Animal", "Inheritance.Dog", "Inheritance.Puppy"])
    #expect(graph.classes.chain(of: object.entry).contains(animal.entry))
    #expect(
      graph.classes[animal.entry]
        == .class("Inheritance.Animal", keys: [ArchiveKey("name", .string)]))
    let keys = graph.classes.storedKeys(of: object.entry).map(\.name)
    #expect(keys == ["name", "breed", "name", "weeks"])
    #expect(object.values == [.string("Bo"), .string("Pug"), .string("B"), .integer(9)])
  }

  class Plain {
    var ignored = 1
  }

  final class Derived: Plain, Codable, SimplyNamed {
    var kept: Int
    init(kept: Int) { self.kept = kept }
    private enum CodingKeys: CodingKey { case kept }
    init(from decoder: any Decoder) throws {
      kept = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .kept)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(kept, forKey: .kept)
    }
  }

  @Test func `a superclass that cannot be archived is no level`() throws {
    #expect(try roundTrip(Derived(kept: 5)).kept == 5)
    let archive = try ArchiveReader(opening: encoded(Derived(kept: 5)))
    #expect(archive.classes.entries.map(\.name) == ["Derived"])
  }
}
