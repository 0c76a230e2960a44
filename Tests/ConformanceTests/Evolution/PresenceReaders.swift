import Stele

/// Programs in which an email address may be absent, or not; `made-optional` and `made-required`.
enum Presences {
  enum Required {
    final class Person: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Person", version: 2) }
      var email: String
    }
  }

  enum Defaulted {
    final class Person: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass("Person", version: 2, keys: [.key("email", default: "none")])
      }
      var email: String
    }
  }

  enum Optional {
    final class Person: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Person", version: 2) }
      var email: String?
    }
  }
}

/// `default-changed`.
enum DefaultChanged {
  enum V2 {
    final class Letter: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass("Letter", version: 2, keys: [.key("greeting", since: 2, default: "Dear")])
      }
      var text: String
      var greeting: String
    }
  }

  enum V3 {
    final class Letter: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass("Letter", version: 3, keys: [.key("greeting", since: 2, default: "Hello")])
      }
      var text: String
      var greeting: String
    }
  }
}

extension EvolutionReader {
  static let presences = [
    EvolutionReader("made-optional/1", Presences.Required.Person.self),
    EvolutionReader("made-optional/1-default", Presences.Defaulted.Person.self),
    EvolutionReader("made-optional/2", Presences.Optional.Person.self),
    EvolutionReader("made-required/1", Presences.Optional.Person.self),
    EvolutionReader("made-required/2", Presences.Required.Person.self),
    EvolutionReader("made-required/2-default", Presences.Defaulted.Person.self),
    EvolutionReader("default-changed/2", DefaultChanged.V2.Letter.self),
    EvolutionReader("default-changed/3", DefaultChanged.V3.Letter.self),
  ]
}
