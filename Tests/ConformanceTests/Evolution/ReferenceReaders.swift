import Stele
import TestSupport

/// `reference-widened`.
enum ReferenceWidened {
  class Animal: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Animal") }
    var name: String
  }

  final class Dog: Animal {
    override class var archiveClass: ArchiveClass { ArchiveClass("Dog") }
    var breed: String

    enum CodingKeys: CodingKey { case breed }

    required init(from decoder: any Decoder) throws {
      breed = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .breed)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(breed, forKey: .breed)
    }
  }

  final class Cat: Animal {
    override class var archiveClass: ArchiveClass { ArchiveClass("Cat") }
  }

  final class V1: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Owner") }
    var pet: Dog
  }

  final class V2: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Owner", version: 2) }
    var pet: Animal
  }

  static var decoder: SteleDecoder {
    var decoder = SteleDecoder()
    decoder.allow(Animal.self, Dog.self, Cat.self)
    return decoder
  }
}

/// `reference-made-weak`.
enum ReferenceMadeWeak {
  final class Person: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Person") }
    var name: String
  }

  final class V1: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Team") }
    var members: [Person]
    var chief: Person
  }

  final class V2: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Team", version: 2) }
    var members: [Person]
    @BackReference var chief: Person?
  }

  static func values(_ members: [Person], _ chief: Person?) -> JSONValue {
    // The chief has to be one of the members, not a copy.
    let chief = members.first { $0 === chief }
    var values = ["members": JSONValue.array(members.map { .string($0.name) })]
    values["chief"] = chief.map { .string($0.name) }
    return .object(values)
  }
}

extension EvolutionReader {
  static let references = [
    EvolutionReader(
      "reference-widened/1", ReferenceWidened.V1.self, decoder: ReferenceWidened.decoder),
    EvolutionReader(
      "reference-widened/2", ReferenceWidened.V2.self, decoder: ReferenceWidened.decoder),
    EvolutionReader("reference-made-weak/1") { unarchiver in
      let team = try unarchiver.decode(ReferenceMadeWeak.V1.self)
      return ReferenceMadeWeak.values(team.members, team.chief)
    },
    EvolutionReader("reference-made-weak/2") { unarchiver in
      let team = try unarchiver.decode(ReferenceMadeWeak.V2.self)
      return ReferenceMadeWeak.values(team.members, team.chief)
    },
  ]
}
