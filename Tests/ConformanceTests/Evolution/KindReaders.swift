import Stele
import TestSupport

/// Programs in which a place is a struct, a class or an enum; `struct-made-class`, `struct-made-enum`
/// and `struct-renamed`.
enum Places {
  enum Structure {
    struct Place: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Place") }
      var x: Int
    }

    final class Person: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Person") }
      var place: Place
    }
  }

  enum Class {
    final class Place: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Place", version: 2) }
      var x: Int

      init(x: Int) { self.x = x }
    }

    final class Person: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Person", version: 2) }
      var place: Place
    }
  }

  /// The old form of a place; it is read by its structure, and has no archive name of its own.
  struct OldPlace: Codable { var x: Int }

  enum ClassMigrating {
    final class Person: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass("Person", version: 2) { old in
          guard let place = try old.decode("place", as: OldPlace.self) else { return }
          old.set(Class.Place(x: place.x), for: "place")
        }
      }
      var place: Class.Place
    }
  }

  enum Enumeration {
    enum Place: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Place", version: 2) }
      case home
      case at(x: Int)
    }

    final class Person: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Person", version: 2) }
      var place: Place
    }
  }

  enum EnumerationMigrating {
    final class Person: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass("Person", version: 2) { old in
          guard let place = try old.decode("place", as: OldPlace.self) else { return }
          old.set(Enumeration.Place.at(x: place.x), for: "place")
        }
      }
      var place: Enumeration.Place
    }
  }

  enum Renamed {
    struct Spot: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Spot") }
      var x: Int
    }

    enum V1 {
      final class Person: Codable, ArchiveDeclaring {
        static var archiveClass: ArchiveClass { ArchiveClass("Person") }
        var place: Spot
      }
    }

    struct Place: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Place", version: 2, aliases: ["Spot"]) }
      var x: Int
    }

    enum V2 {
      final class Person: Codable, ArchiveDeclaring {
        static var archiveClass: ArchiveClass { ArchiveClass("Person", version: 2) }
        var place: Place
      }
    }
  }
}

/// `meaning-changed`.
enum MeaningChanged {
  enum V1 {
    final class Tower: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Tower") }
      var height: Double
    }
  }

  enum V2 {
    final class Tower: Codable, ArchiveDeclaring {
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
}

extension EvolutionReader {
  static let kinds = [
    EvolutionReader("struct-made-class/1", Places.Structure.Person.self),
    EvolutionReader("struct-made-class/2", Places.Class.Person.self),
    EvolutionReader("struct-made-class/2-migrating", Places.ClassMigrating.Person.self),
    EvolutionReader("struct-made-enum/1", Places.Structure.Person.self),
    EvolutionReader("struct-made-enum/2", Places.Enumeration.Person.self),
    EvolutionReader("struct-made-enum/2-migrating", Places.EnumerationMigrating.Person.self),
    EvolutionReader("struct-renamed/1", Places.Renamed.V1.Person.self),
    EvolutionReader("struct-renamed/2", Places.Renamed.V2.Person.self),
    EvolutionReader("meaning-changed/1", MeaningChanged.V1.Tower.self),
    EvolutionReader("meaning-changed/2", MeaningChanged.V2.Tower.self),
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
