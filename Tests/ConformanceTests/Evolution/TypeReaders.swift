import Stele
import TestSupport

/// `type-widened`.
enum TypeWidened {
  final class V1: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Reading") }
    var n: Int8
    var x: Float
    var t: String
    var l: [UInt8]
  }

  final class V2: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Reading", version: 2) }
    var n: Int
    var x: Double
    var t: String?
    var l: [Int16]
  }
}

/// `type-narrowed` and `type-other`.
enum TypeChanged {
  final class Wide: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Counter") }
    var n: Int
  }

  final class Narrow: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Counter", version: 2) }
    var n: Int8
  }

  final class Text: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Counter", version: 2) }
    var n: String
  }

  final class TextConverting: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Counter", version: 2, keys: [.key("n").converting(from: Int.self) { String($0) }])
    }
    var n: String
  }
}

/// `elements-made-equal`.
enum ElementsMadeEqual {
  final class Bag<Item: Codable & Hashable>: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Bag") }
    var items: Set<Item>
  }
}

extension EvolutionReader {
  static let types = [
    EvolutionReader("type-widened/1", TypeWidened.V1.self),
    EvolutionReader("type-widened/2", TypeWidened.V2.self),
    EvolutionReader("type-narrowed/1", TypeChanged.Wide.self),
    EvolutionReader("type-narrowed/2", TypeChanged.Narrow.self),
    EvolutionReader("type-other/1", TypeChanged.Wide.self),
    EvolutionReader("type-other/2", TypeChanged.Text.self),
    EvolutionReader("type-other/2-converting", TypeChanged.TextConverting.self),
    EvolutionReader("elements-made-equal/1") { unarchiver in
      let bag = try unarchiver.decode(ElementsMadeEqual.Bag<Double>.self)
      return .object(["sum": .number(bag.items.reduce(0, +))])
    },
    EvolutionReader("elements-made-equal/2") { unarchiver in
      let bag = try unarchiver.decode(ElementsMadeEqual.Bag<String>.self)
      return .object(["text": .string(bag.items.sorted().joined())])
    },
  ]
}
