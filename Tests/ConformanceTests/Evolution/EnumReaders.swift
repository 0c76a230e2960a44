import Stele

/// `case-added`, `case-retired`, `case-renamed` and `case-key-added`.
enum Drawings {
  /// A circle and nothing else.
  enum Round {
    enum Shape: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Shape") }
      case circle(radius: Double)
    }

    final class Drawing: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Drawing", version: 2) }
      var shape: Shape
    }
  }

  /// A circle, or what the program does not know.
  enum RoundOrOther {
    enum Shape: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Shape", unknownCase: "other") }
      case circle(radius: Double)
      case other
    }

    final class Drawing: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Drawing") }
      var shape: Shape
    }
  }

  /// A circle or a square.
  enum Both {
    enum Shape: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass("Shape", version: 2, keys: [.key("square", since: 2)])
      }
      case circle(radius: Double)
      case square(side: Double)
    }

    final class Drawing: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Drawing", version: 2) }
      var shape: Shape
    }
  }

  /// A circle; squares become circles.
  enum Migrating {
    /// The old form of a shape; it is read by its structure, and has no archive name of its own.
    enum OldShape: Codable {
      case circle(radius: Double)
      case square(side: Double)
    }

    final class Drawing: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass("Drawing", version: 2) { old in
          guard case .square(let side)? = try old.decode("shape", as: OldShape.self) else { return }
          old.set(Round.Shape.circle(radius: side / 2), for: "shape")
        }
      }
      var shape: Round.Shape
    }
  }

  /// A circle that had another name.
  enum FormerlyRound {
    enum V1 {
      enum Shape: Codable, ArchiveDeclaring {
        static var archiveClass: ArchiveClass { ArchiveClass("Shape") }
        case round(radius: Double)
      }

      final class Drawing: Codable, ArchiveDeclaring {
        static var archiveClass: ArchiveClass { ArchiveClass("Drawing") }
        var shape: Shape
      }
    }

    enum V2 {
      enum Shape: Codable, ArchiveDeclaring {
        static var archiveClass: ArchiveClass {
          ArchiveClass("Shape", version: 2, keys: [.key("circle", since: 2, aliases: ["round"])])
        }
        case circle(radius: Double)
      }

      final class Drawing: Codable, ArchiveDeclaring {
        static var archiveClass: ArchiveClass { ArchiveClass("Drawing", version: 2) }
        var shape: Shape
      }
    }
  }

  /// A circle with a colour.
  enum Colored {
    enum Shape: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Shape", version: 2) }
      case circle(radius: Double, color: String?)
    }

    final class Drawing: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Drawing", version: 2) }
      var shape: Shape
    }
  }
}

extension EvolutionReader {
  static let enums = [
    EvolutionReader("case-added/1", Drawings.Round.Drawing.self),
    EvolutionReader("case-added/1-other", Drawings.RoundOrOther.Drawing.self),
    EvolutionReader("case-added/2", Drawings.Both.Drawing.self),
    EvolutionReader("case-retired/1", Drawings.Both.Drawing.self),
    EvolutionReader("case-retired/2", Drawings.Round.Drawing.self),
    EvolutionReader("case-retired/2-migrating", Drawings.Migrating.Drawing.self),
    EvolutionReader("case-renamed/1", Drawings.FormerlyRound.V1.Drawing.self),
    EvolutionReader("case-renamed/2", Drawings.FormerlyRound.V2.Drawing.self),
    EvolutionReader("case-key-added/1", Drawings.Round.Drawing.self),
    EvolutionReader("case-key-added/2", Drawings.Colored.Drawing.self),
  ]
}
