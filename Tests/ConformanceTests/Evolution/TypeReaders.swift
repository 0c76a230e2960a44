import Stele
import TestSupport

/// `type-widened`.
enum TypeWidened {
  enum V1 {
    final class Reading: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Reading") }
      var n: Int8
      var x: Float
      var t: String
      var l: [UInt8]
    }
  }

  enum V2 {
    final class Reading: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Reading", version: 2) }
      var n: Int
      var x: Double
      var t: String?
      var l: [Int16]
    }
  }
}

/// `type-narrowed` and `type-other`.
enum TypeChanged {
  enum Wide {
    final class Counter: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Counter") }
      var n: Int
    }
  }

  enum Narrow {
    final class Counter: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Counter", version: 2) }
      var n: Int8
    }
  }

  enum Text {
    final class Counter: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Counter", version: 2) }
      var n: String
    }
  }

  enum TextConverting {
    final class Counter: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass(
          "Counter", version: 2, keys: [.key("n").converting(from: Int.self) { String($0) }])
      }
      var n: String
    }
  }
}

/// `elements-made-equal`.
enum ElementsMadeEqual {
  final class Numbers: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Bag") }
    var items: Set<Double>
  }

  final class Texts: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Bag") }
    var items: Set<String>
  }
}

extension EvolutionReader {
  static let types = [
    EvolutionReader("type-widened/1", TypeWidened.V1.Reading.self),
    EvolutionReader("type-widened/2", TypeWidened.V2.Reading.self),
    EvolutionReader("type-narrowed/1", TypeChanged.Wide.Counter.self),
    EvolutionReader("type-narrowed/2", TypeChanged.Narrow.Counter.self),
    EvolutionReader("type-other/1", TypeChanged.Wide.Counter.self),
    EvolutionReader("type-other/2", TypeChanged.Text.Counter.self),
    EvolutionReader("type-other/2-converting", TypeChanged.TextConverting.Counter.self),
    EvolutionReader("elements-made-equal/1") { unarchiver in
      let bag = try unarchiver.decode(ElementsMadeEqual.Numbers.self)
      return .object(["sum": .number(bag.items.reduce(0, +))])
    },
    EvolutionReader("elements-made-equal/2") { unarchiver in
      let bag = try unarchiver.decode(ElementsMadeEqual.Texts.self)
      return .object(["text": .string(bag.items.sorted().joined())])
    },
  ]
}
