import Stele

// Classes with which the gallery of errors makes its mistakes.

class Animal: Codable {}

final class Dog: Animal {}

final class Cat: Animal {}

final class Beast: Animal, ArchiveDeclaring {
  static var archiveClass: ArchiveClass { ArchiveClass("Wolf") }
}

final class OtherDog: Codable, ArchiveDeclaring {
  static var archiveClass: ArchiveClass { ArchiveClass("Dog") }
}

final class Owner: Codable {
  var pet: Animal
  init(pet: Animal) { self.pet = pet }
}

final class Holder: Codable, ArchiveDeclaring {
  static var archiveClass: ArchiveClass { ArchiveClass("Holder") }
  var pet: Animal
  init(pet: Animal) { self.pet = pet }
}

final class DogHolder: Codable, ArchiveDeclaring {
  static var archiveClass: ArchiveClass { ArchiveClass("Kennel", aliases: ["Holder"]) }
  var pet: Dog
  init(pet: Dog) { self.pet = pet }
}

private final class Secret: Codable {}

struct Hidden: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Secret())
  }
}

final class Note1: Codable, ArchiveDeclaring {
  static var archiveClass: ArchiveClass { ArchiveClass("Note") }
  var title: String
  init(title: String) { self.title = title }
}

final class Note2: Codable, ArchiveDeclaring {
  static var archiveClass: ArchiveClass {
    ArchiveClass("Note", version: 2, keys: [.key("author", since: 2)])
  }
  var title: String
  var author: String
  init(title: String, author: String) {
    self.title = title
    self.author = author
  }
}

final class Twice: Encodable {
  private enum Key: CodingKey { case name }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode("Ann", forKey: .name)
    try container.encode("Bob", forKey: .name)
  }
}

final class Retired: Codable, ArchiveDeclaring {
  static var archiveClass: ArchiveClass {
    ArchiveClass("Retired", keys: [.retired("fax", .string)])
  }
  var fax = 1
}

enum Colour: Codable { case red(Int) }

enum NewColour: Codable, ArchiveDeclaring {
  static var archiveClass: ArchiveClass { ArchiveClass("Colour") }
  case red(Int)
  case violet(Int)
}

final class Spouse: Codable { var spouse: Spouse? }

class Hound: Codable {
  var name = "Rex"
  init() {}
}

final class Poodle: Hound { var colour = "white" }

final class Beagle: Hound {
  private enum CodingKeys: CodingKey { case age }
  var age = 3

  override init() { super.init() }

  required init(from decoder: any Decoder) throws { try super.init(from: decoder) }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(age, forKey: .age)
  }
}

final class Album: Codable {
  var stamps: Set<Stamp>
  init(stamps: Set<Stamp>) { self.stamps = stamps }
}

final class Stamp: Codable, Hashable {
  static func == (left: Stamp, right: Stamp) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

class Car: Codable, ArchiveDeclaring {
  class var archiveClass: ArchiveClass { ArchiveClass("Car") }
}

final class Van: Car {}

final class TooNew: Codable, ArchiveDeclaring {
  static var archiveClass: ArchiveClass {
    ArchiveClass("TooNew", keys: [.key("name", since: 2)])
  }
  var name = "x"
}
