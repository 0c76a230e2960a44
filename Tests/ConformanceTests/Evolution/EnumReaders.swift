import Stele

/// `case-added`, `case-retired`, `case-renamed` and `case-key-added`.
enum Drawings {
  /// A drawing of the version that its shape has.
  final class Drawing<Shape: Codable & ArchiveDeclaring>: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Drawing", version: Shape.archiveClass.version)
    }
    var shape: Shape
  }

  /// A circle and nothing else.
  enum Round: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Shape") }
    case circle(radius: Double)
  }

  /// A circle, or what the program does not know.
  enum RoundOrOther: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Shape", unknownCase: "other") }
    case circle(radius: Double)
    case other
  }

  /// A circle or a square.
  enum Both: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Shape", version: 2, keys: [.key("square", since: 2)])
    }
    case circle(radius: Double)
    case square(side: Double)
  }

  /// The old form of a shape; it is read by its structure, and has no archive name of its own.
  enum OldShape: Codable {
    case circle(radius: Double)
    case square(side: Double)
  }

  /// A drawing of a circle; squares become circles.
  final class Migrating: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Drawing", version: 2) { old in
        guard case .square(let side)? = try old.decode("shape", as: OldShape.self) else { return }
        old.set(Round.circle(radius: side / 2), for: "shape")
      }
    }
    var shape: Round
  }

  /// A circle by the name that it had.
  enum FormerlyRound: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Shape") }
    case round(radius: Double)
  }

  /// A circle that had another name.
  enum RoundByAlias: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Shape", version: 2, keys: [.key("circle", since: 2, aliases: ["round"])])
    }
    case circle(radius: Double)
  }

  /// A circle with a colour.
  enum Colored: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Shape", version: 2) }
    case circle(radius: Double, color: String?)
  }
}

extension EvolutionReader {
  static let enums = [
    EvolutionReader("case-added/1", Drawings.Drawing<Drawings.Round>.self),
    EvolutionReader("case-added/1-other", Drawings.Drawing<Drawings.RoundOrOther>.self),
    EvolutionReader("case-added/2", Drawings.Drawing<Drawings.Both>.self),
    EvolutionReader("case-retired/1", Drawings.Drawing<Drawings.Both>.self),
    EvolutionReader("case-retired/2", Drawings.Drawing<Drawings.Round>.self),
    EvolutionReader("case-retired/2-migrating", Drawings.Migrating.self),
    EvolutionReader("case-renamed/1", Drawings.Drawing<Drawings.FormerlyRound>.self),
    EvolutionReader("case-renamed/2", Drawings.Drawing<Drawings.RoundByAlias>.self),
    EvolutionReader("case-key-added/1", Drawings.Drawing<Drawings.Round>.self),
    EvolutionReader("case-key-added/2", Drawings.Drawing<Drawings.Colored>.self),
  ]
}
