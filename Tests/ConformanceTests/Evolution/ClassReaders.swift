import Stele

/// `class-renamed`.
enum ClassRenamed {
  final class V1: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Human") }
    var name: String
    var friend: V1?
  }

  final class V2: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Person", version: 2, aliases: ["Human"])
    }
    var name: String
    var friend: V2?
  }
}

/// `class-retired`.
enum ClassRetired {
  class Animal: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Animal") }
    var name: String
  }

  final class Dog: Animal {
    override class var archiveClass: ArchiveClass { ArchiveClass("Dog") }
  }

  final class Dodo: Animal {
    override class var archiveClass: ArchiveClass { ArchiveClass("Dodo") }
  }

  final class Zoo: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Zoo", version: 2) }
    var animals: [Animal]
  }

  static var decoder: SteleDecoder {
    var decoder = SteleDecoder()
    decoder.allow(Dog.self)
    return decoder
  }

  static var decoderOfDodos: SteleDecoder {
    var decoder = decoder
    decoder.allow(Dodo.self)
    return decoder
  }
}

extension EvolutionReader {
  static let classes = [
    EvolutionReader("class-renamed/1", ClassRenamed.V1.self),
    EvolutionReader("class-renamed/2", ClassRenamed.V2.self),
    EvolutionReader(
      "class-retired/1", ClassRetired.Zoo.self,
      decoder: ClassRetired.decoderOfDodos),
    EvolutionReader(
      "class-retired/2", ClassRetired.Zoo.self,
      decoder: ClassRetired.decoder),
  ]
}
