import Stele

/// `key-added`.
enum KeyAdded {
  enum V1 {
    final class Person: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Person") }
      var name: String
    }
  }

  enum V2 {
    final class Person: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass(
          "Person", version: 2,
          keys: [.key("email", since: 2, default: "none"), .key("nick", since: 2)])
      }
      var name: String
      var email: String
      var nick: String?
    }
  }

  enum V2Strict {
    final class Person: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass("Person", version: 2, keys: [.key("email", since: 2), .key("nick", since: 2)])
      }
      var name: String
      var email: String
      var nick: String?
    }
  }
}

/// `key-retired` and `key-returned`.
enum KeyRetired {
  enum V1 {
    final class Person: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Person") }
      var name: String
      var fax: String
    }
  }

  enum V1Default {
    final class Person: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass("Person", keys: [.key("fax", default: "none")])
      }
      var name: String
      var fax: String
    }
  }

  enum V2 {
    final class Person: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass("Person", version: 2, keys: [.retired("fax", .string)])
      }
      var name: String
    }
  }

  enum V3 {
    final class Person: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass("Person", version: 3, keys: [.key("fax", default: "none")])
      }
      var name: String
      var fax: String
    }
  }
}

/// `key-reused`.
enum KeyReused {
  enum V1 {
    final class Part: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Part") }
      var code: Int
    }
  }

  enum V2 {
    final class Part: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass("Part", version: 2, keys: [.retired("code", .int64)])
      }
    }
  }

  enum V3 {
    final class Part: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass("Part", version: 3, keys: [.key("code", default: "?")])
      }
      var code: String
    }
  }
}

/// `key-renamed`.
enum KeyRenamed {
  enum V1 {
    final class Person: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Person") }
      var mail: String
    }
  }

  enum V2 {
    final class Person: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass("Person", version: 2, keys: [.key("email", since: 2, aliases: ["mail"])])
      }
      var email: String
    }
  }
}

/// `key-order`.
enum KeyOrder {
  enum V1 {
    final class Pair: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Pair") }
      var a: Int
      var b: Int
    }
  }

  enum V2 {
    final class Pair: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Pair", version: 2) }
      var b: Int
      var a: Int
    }
  }
}

extension EvolutionReader {
  static let keys = [
    EvolutionReader("key-added/1", KeyAdded.V1.Person.self),
    EvolutionReader("key-added/2", KeyAdded.V2.Person.self),
    EvolutionReader("key-added/2-strict", KeyAdded.V2Strict.Person.self),
    EvolutionReader("key-retired/1", KeyRetired.V1.Person.self),
    EvolutionReader("key-retired/1-default", KeyRetired.V1Default.Person.self),
    EvolutionReader("key-retired/2", KeyRetired.V2.Person.self),
    EvolutionReader("key-returned/1", KeyRetired.V1.Person.self),
    EvolutionReader("key-returned/2", KeyRetired.V2.Person.self),
    EvolutionReader("key-returned/3", KeyRetired.V3.Person.self),
    EvolutionReader("key-reused/1", KeyReused.V1.Part.self),
    EvolutionReader("key-reused/2", KeyReused.V2.Part.self),
    EvolutionReader("key-reused/3", KeyReused.V3.Part.self),
    EvolutionReader("key-renamed/1", KeyRenamed.V1.Person.self),
    EvolutionReader("key-renamed/2", KeyRenamed.V2.Person.self),
    EvolutionReader("key-order/1", KeyOrder.V1.Pair.self),
    EvolutionReader("key-order/2", KeyOrder.V2.Pair.self),
  ]
}
