import Stele

/// The declarations of a program's animals and dogs.
protocol AnimalDeclarations {
  static var animal: ArchiveClass { get }
  static var dog: ArchiveClass { get }
}

/// An animal of a program that counts legs.
class LeggedAnimal<Program: AnimalDeclarations>: Codable, ArchiveDeclaring {
  class var archiveClass: ArchiveClass { Program.animal }
  var legs: Int
}

/// A dog that is such an animal.
final class LeggedDog<Program: AnimalDeclarations>: LeggedAnimal<Program> {
  override class var archiveClass: ArchiveClass { Program.dog }
  var name: String

  enum CodingKeys: CodingKey { case name }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
  }
}

/// An animal of a program in which only dogs have names.
class NamelessAnimal<Program: AnimalDeclarations>: Codable, ArchiveDeclaring {
  class var archiveClass: ArchiveClass { Program.animal }

  enum CodingKeys: CodingKey {}

  required init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: CodingKeys.self)
  }

  func encode(to encoder: any Encoder) throws {
    _ = encoder.container(keyedBy: CodingKeys.self)
  }
}

/// A dog that has a name, and is such an animal.
final class NamedDog<Program: AnimalDeclarations>: NamelessAnimal<Program> {
  override class var archiveClass: ArchiveClass { Program.dog }
  var name: String

  enum CodingKeys: CodingKey { case name }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
  }
}

/// An animal of a program in which every animal has a name.
class NamedAnimal<Program: AnimalDeclarations>: Codable, ArchiveDeclaring {
  class var archiveClass: ArchiveClass { Program.animal }
  var name: String
}

/// A dog that is such an animal, and has nothing of its own.
final class DogOfNamed<Program: AnimalDeclarations>: NamedAnimal<Program> {
  override class var archiveClass: ArchiveClass { Program.dog }
}
