import Stele

/// `superclass-inserted` and `superclass-removed`.
enum Superclasses {
  final class LoneDog: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Dog", version: 2) }
    var name: String
  }

  enum FourLegs: AnimalDeclarations {
    static var animal: ArchiveClass { ArchiveClass("Animal", keys: [.key("legs", default: 4)]) }
    static var dog: ArchiveClass { ArchiveClass("Dog", version: 2) }
  }

  enum Strict: AnimalDeclarations {
    static var animal: ArchiveClass { ArchiveClass("Animal") }
    static var dog: ArchiveClass { ArchiveClass("Dog", version: 2) }
  }
}

/// `superclass-renamed`.
enum SuperclassRenamed {
  enum V1: AnimalDeclarations {
    static var animal: ArchiveClass { ArchiveClass("Beast") }
    static var dog: ArchiveClass { ArchiveClass("Dog") }
  }

  enum V1Default: AnimalDeclarations {
    static var animal: ArchiveClass { ArchiveClass("Beast", keys: [.key("legs", default: -1)]) }
    static var dog: ArchiveClass { ArchiveClass("Dog") }
  }

  enum V2: AnimalDeclarations {
    static var animal: ArchiveClass { ArchiveClass("Animal", version: 2, aliases: ["Beast"]) }
    static var dog: ArchiveClass { ArchiveClass("Dog", version: 2) }
  }
}

/// `key-moved-up` and `key-moved-down`.
enum KeyMoved {
  /// A program that declares no more than versions.
  enum Strict: AnimalDeclarations {
    static var animal: ArchiveClass { ArchiveClass("Animal", version: 2) }
    static var dog: ArchiveClass { ArchiveClass("Dog", version: 2) }
  }

  /// A program with a default for the name of animals.
  enum DefaultAbove: AnimalDeclarations {
    static var animal: ArchiveClass {
      ArchiveClass("Animal", version: 2, keys: [.key("name", default: "?")])
    }
    static var dog: ArchiveClass { ArchiveClass("Dog", version: 2) }
  }

  /// A program with a default for the name of dogs.
  enum DefaultBelow: AnimalDeclarations {
    static var animal: ArchiveClass { ArchiveClass("Animal", version: 2) }
    static var dog: ArchiveClass {
      ArchiveClass("Dog", version: 2, keys: [.key("name", default: "?")])
    }
  }

  /// A program that declares that the name of animals was one of dogs.
  enum Above: AnimalDeclarations {
    static var animal: ArchiveClass {
      ArchiveClass("Animal", version: 2, keys: [.key("name", movedFrom: "Dog")])
    }
    static var dog: ArchiveClass { ArchiveClass("Dog", version: 2) }
  }

  /// A program that declares that the name of dogs was one of animals.
  enum Below: AnimalDeclarations {
    static var animal: ArchiveClass { ArchiveClass("Animal", version: 2) }
    static var dog: ArchiveClass {
      ArchiveClass("Dog", version: 2, keys: [.key("name", movedFrom: "Animal")])
    }
  }
}

extension EvolutionReader {
  static let superclasses = [
    EvolutionReader("superclass-inserted/1", Superclasses.LoneDog.self),
    EvolutionReader("superclass-inserted/2", LeggedDog<Superclasses.FourLegs>.self),
    EvolutionReader("superclass-inserted/2-strict", LeggedDog<Superclasses.Strict>.self),
    EvolutionReader("superclass-removed/1", LeggedDog<Superclasses.Strict>.self),
    EvolutionReader("superclass-removed/1-default", LeggedDog<Superclasses.FourLegs>.self),
    EvolutionReader("superclass-removed/2", Superclasses.LoneDog.self),
    EvolutionReader("superclass-renamed/1", LeggedDog<SuperclassRenamed.V1>.self),
    EvolutionReader("superclass-renamed/1-default", LeggedDog<SuperclassRenamed.V1Default>.self),
    EvolutionReader("superclass-renamed/2", LeggedDog<SuperclassRenamed.V2>.self),
    EvolutionReader("key-moved-up/1", NamedDog<KeyMoved.Strict>.self),
    EvolutionReader("key-moved-up/1-default", NamedDog<KeyMoved.DefaultBelow>.self),
    EvolutionReader("key-moved-up/2", DogOfNamed<KeyMoved.Above>.self),
    EvolutionReader("key-moved-up/2-undeclared", DogOfNamed<KeyMoved.DefaultAbove>.self),
    EvolutionReader("key-moved-down/1", DogOfNamed<KeyMoved.Strict>.self),
    EvolutionReader("key-moved-down/1-default", DogOfNamed<KeyMoved.DefaultAbove>.self),
    EvolutionReader("key-moved-down/2", NamedDog<KeyMoved.Below>.self),
    EvolutionReader("key-moved-down/2-undeclared", NamedDog<KeyMoved.DefaultBelow>.self),
  ]
}
