import Stele

/// Programs in which an email address may be absent, or not; `made-optional` and `made-required`.
enum Presences {
  final class Required: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Person", version: 2) }
    var email: String
  }

  final class Defaulted: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Person", version: 2, keys: [.key("email", default: "none")])
    }
    var email: String
  }

  final class Optional: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Person", version: 2) }
    var email: String?
  }
}

/// `default-changed`.
enum DefaultChanged {
  final class V2: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Letter", version: 2, keys: [.key("greeting", since: 2, default: "Dear")])
    }
    var text: String
    var greeting: String
  }

  final class V3: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Letter", version: 3, keys: [.key("greeting", since: 2, default: "Hello")])
    }
    var text: String
    var greeting: String
  }
}

extension EvolutionReader {
  static let presences = [
    EvolutionReader("made-optional/1", Presences.Required.self),
    EvolutionReader("made-optional/1-default", Presences.Defaulted.self),
    EvolutionReader("made-optional/2", Presences.Optional.self),
    EvolutionReader("made-required/1", Presences.Optional.self),
    EvolutionReader("made-required/2", Presences.Required.self),
    EvolutionReader("made-required/2-default", Presences.Defaulted.self),
    EvolutionReader("default-changed/2", DefaultChanged.V2.self),
    EvolutionReader("default-changed/3", DefaultChanged.V3.self),
  ]
}
