import Stele
import TestSupport

/// Programs in which a place is a struct, a class or an enum; `struct-made-class`, `struct-made-enum`
/// and `struct-renamed`.
enum Places {
  /// A person of the version that the place has.
  final class Person<Place: Codable & ArchiveDeclaring>: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Person", version: Place.archiveClass.version)
    }
    var place: Place
  }

  struct Structure: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Place") }
    var x: Int
  }

  final class Class: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Place", version: 2) }
    var x: Int

    init(x: Int) { self.x = x }
  }

  enum Enumeration: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Place", version: 2) }
    case home
    case at(x: Int)
  }

  /// The old form of a place; it is read by its structure, and has no archive name of its own.
  struct OldPlace: Codable { var x: Int }

  final class ClassMigrating: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Person", version: 2) { old in
        guard let place = try old.decode("place", as: OldPlace.self) else { return }
        old.set(Class(x: place.x), for: "place")
      }
    }
    var place: Class
  }

  final class EnumerationMigrating: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Person", version: 2) { old in
        guard let place = try old.decode("place", as: OldPlace.self) else { return }
        old.set(Enumeration.at(x: place.x), for: "place")
      }
    }
    var place: Enumeration
  }

  struct Spot: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Spot") }
    var x: Int
  }

  struct FormerSpot: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Place", version: 2, aliases: ["Spot"]) }
    var x: Int
  }
}

/// `meaning-changed`.
enum MeaningChanged {
  final class V1: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Tower") }
    var height: Double
  }

  final class V2: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Tower", version: 2) { old in
        guard old.version < 2, let metres = try old.decode("height", as: Double.self) else {
          return
        }
        old.set(metres * 100, for: "height")
      }
    }
    var height: Double
  }
}

extension EvolutionReader {
  static let kinds = [
    EvolutionReader("struct-made-class/1", Places.Person<Places.Structure>.self),
    EvolutionReader("struct-made-class/2", Places.Person<Places.Class>.self),
    EvolutionReader("struct-made-class/2-migrating", Places.ClassMigrating.self),
    EvolutionReader("struct-made-enum/1", Places.Person<Places.Structure>.self),
    EvolutionReader("struct-made-enum/2", Places.Person<Places.Enumeration>.self),
    EvolutionReader("struct-made-enum/2-migrating", Places.EnumerationMigrating.self),
    EvolutionReader("struct-renamed/1", Places.Person<Places.Spot>.self),
    EvolutionReader("struct-renamed/2", Places.Person<Places.FormerSpot>.self),
    EvolutionReader("meaning-changed/1", MeaningChanged.V1.self),
    EvolutionReader("meaning-changed/2", MeaningChanged.V2.self),
  ]

  static let roots = [
    rootReader("root-renamed/1", ["first"]), rootReader("root-renamed/2", ["first", "second"]),
    rootReader("root-renamed/3", ["second"]),
  ]

  /// A program that reads integers, each a root.
  private static func rootReader(_ name: String, _ roots: [String]) -> EvolutionReader {
    EvolutionReader(name) { unarchiver in
      var values: [String: JSONValue] = [:]
      for root in roots {
        values[root] = .number(Double(try unarchiver.decode(Int.self, root: root)))
      }
      return .object(values)
    }
  }
}
