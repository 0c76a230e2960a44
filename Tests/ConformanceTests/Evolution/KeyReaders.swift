import Stele

/// `key-added`.
enum KeyAdded {
  final class V1: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Person") }
    var name: String
  }

  final class V2: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Person", version: 2,
        keys: [.key("email", since: 2, default: "none"), .key("nick", since: 2)])
    }
    var name: String
    var email: String
    var nick: String?
  }

  final class V2Strict: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Person", version: 2, keys: [.key("email", since: 2), .key("nick", since: 2)])
    }
    var name: String
    var email: String
    var nick: String?
  }
}

/// `key-retired` and `key-returned`.
enum KeyRetired {
  final class V1: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Person") }
    var name: String
    var fax: String
  }

  final class V1Default: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Person", keys: [.key("fax", default: "none")])
    }
    var name: String
    var fax: String
  }

  final class V2: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Person", version: 2, keys: [.retired("fax", .string)])
    }
    var name: String
  }

  final class V3: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Person", version: 3, keys: [.key("fax", default: "none")])
    }
    var name: String
    var fax: String
  }
}

/// `key-reused`.
enum KeyReused {
  final class V1: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Part") }
    var code: Int
  }

  final class V2: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Part", version: 2, keys: [.retired("code", .int64)])
    }
  }

  final class V3: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Part", version: 3, keys: [.key("code", default: "?")])
    }
    var code: String
  }
}

/// `key-renamed`.
enum KeyRenamed {
  final class V1: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Person") }
    var mail: String
  }

  final class V2: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Person", version: 2, keys: [.key("email", since: 2, aliases: ["mail"])])
    }
    var email: String
  }
}

/// `key-order`.
enum KeyOrder {
  final class V1: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Pair") }
    var a: Int
    var b: Int
  }

  final class V2: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Pair", version: 2) }
    var b: Int
    var a: Int
  }
}

extension EvolutionReader {
  static let keys = [
    EvolutionReader("key-added/1", KeyAdded.V1.self),
    EvolutionReader("key-added/2", KeyAdded.V2.self),
    EvolutionReader("key-added/2-strict", KeyAdded.V2Strict.self),
    EvolutionReader("key-retired/1", KeyRetired.V1.self),
    EvolutionReader("key-retired/1-default", KeyRetired.V1Default.self),
    EvolutionReader("key-retired/2", KeyRetired.V2.self),
    EvolutionReader("key-returned/1", KeyRetired.V1.self),
    EvolutionReader("key-returned/2", KeyRetired.V2.self),
    EvolutionReader("key-returned/3", KeyRetired.V3.self),
    EvolutionReader("key-reused/1", KeyReused.V1.self),
    EvolutionReader("key-reused/2", KeyReused.V2.self),
    EvolutionReader("key-reused/3", KeyReused.V3.self),
    EvolutionReader("key-renamed/1", KeyRenamed.V1.self),
    EvolutionReader("key-renamed/2", KeyRenamed.V2.self),
    EvolutionReader("key-order/1", KeyOrder.V1.self),
    EvolutionReader("key-order/2", KeyOrder.V2.self),
  ]
}
