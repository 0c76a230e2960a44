import Stele

/// A person with dogs that others may share, and references of all kinds; everything is synthesised.
final class Person: Tracked, Codable {
  var name = ""
  var age: Int?
  var dog: Dog?
  var dogs: [Dog] = []
  var dogsByName: [String: Dog] = [:]
  var fleeting: Dog??
  @BackReference var boss: Person?
  @LateReference var friends: [Person] = []
  @LateReference var spouse: Person?
  @LateReference var neighbours: Set<Tag> = []

  private enum CodingKeys: CodingKey {
    case name, age, dog, dogs, dogsByName, fleeting, boss, friends, spouse, neighbours
  }

  override func unlink() {
    dog = nil
    dogs = []
    dogsByName = [:]
    fleeting = nil
    boss = nil
    friends = []
    spouse = nil
    neighbours = []
  }
}

/// The top of a hierarchy that is not sealed.
class Animal: Tracked, Codable {
  var name = ""
  var weight: Double?
  var friend: Animal?

  private enum CodingKeys: CodingKey { case name, weight, friend }

  override init() { super.init() }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    weight = try container.decodeIfPresent(Double.self, forKey: .weight)
    friend = try container.decodeIfPresent(Animal.self, forKey: .friend)
    super.init()
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(weight, forKey: .weight)
    try container.encodeIfPresent(friend, forKey: .friend)
  }

  override func unlink() { friend = nil }
}

/// A subclass that gives its decoder to its superclass.
class Dog: Animal {
  var breed = ""
  var ticks: [Int] = []

  private enum CodingKeys: CodingKey { case name, ticks }

  override init() { super.init() }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    // The key has the name of one of the superclass.
    breed = try container.decode(String.self, forKey: .name)
    ticks = try container.decodeIfPresent([Int].self, forKey: .ticks) ?? []
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(breed, forKey: .name)
    if !ticks.isEmpty { try container.encode(ticks, forKey: .ticks) }
  }
}

/// A subclass that asks for a decoder for its superclass, and has been renamed.
final class Cat: Animal, ArchiveDeclaring {
  static var archiveClass: ArchiveClass {
    ArchiveClass("Cat", version: 2, aliases: ["Kitten"], keys: [.key("lives", default: 9)])
  }

  var lives = 9
  var prey: [Animal] = []

  private enum CodingKeys: CodingKey { case lives, prey }

  override init() { super.init() }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    lives = try container.decode(Int.self, forKey: .lives)
    prey = try container.decode([Animal].self, forKey: .prey)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(lives, forKey: .lives)
    try container.encode(prey, forKey: .prey)
    try super.encode(to: container.superEncoder())
  }

  override func unlink() {
    super.unlink()
    prey = []
  }
}

/// A subclass of a subclass, without keys of its own.
final class Puppy: Dog {}

/// A subclass that nothing leads to, and that no trial allows.
final class Wolf: Animal {}
