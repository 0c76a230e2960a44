import Foundation
import Stele
import SteleNSCoding
import TestSupport

/// What comes back of each kind of property, whichever kind of class writes it and whichever reads it.
struct KindMatrix {
  typealias Format = SteleKeyedArchiver.OutputFormat
  typealias Tag = HashedElementTests.Tag

  static let kinds: [(name: String, type: any Thing.Type)] = [
    ("by hand", ThingByHand.self), ("one line", ThingInOneLine.self),
    ("one line below by hand", ThingBelowByHand.self),
    ("by hand below one line", ThingBelowOneLine.self),
  ]

  /// A kind of property: its name, what sets it, and what compares it.
  struct Property: Sendable {
    let name: String
    let set: @Sendable (any Thing) -> Void
    let isEqual: @Sendable (any Thing) -> Bool
  }

  static let properties: [Property] = [
    Property(name: "number") {
      $0.number = 7
    } isEqual: {
      $0.number == 7
    },
    Property(name: "string") {
      $0.text = "text"
    } isEqual: {
      $0.text == "text"
    },
    Property(name: "date") {
      $0.date = Date(timeIntervalSinceReferenceDate: 5)
    } isEqual: {
      $0.date == Date(timeIntervalSinceReferenceDate: 5)
    },
    Property(name: "url") {
      $0.url = URL(string: "https://example.org")
    } isEqual: {
      $0.url == URL(string: "https://example.org")
    },
    Property(name: "empty array") {
      $0.list = []
    } isEqual: {
      $0.list.isEmpty
    },
    Property(name: "array") {
      $0.list = ["a", "b"]
    } isEqual: {
      $0.list == ["a", "b"]
    },
    Property(name: "set") {
      $0.set = [1, 2]
    } isEqual: {
      $0.set == [1, 2]
    },
    Property(name: "set of objects") {
      $0.tags = [Tag(1), Tag(2), Tag(3)]
    } isEqual: {
      $0.tags == [Tag(1), Tag(2), Tag(3)]
    },
    Property(name: "dictionary keyed by objects") {
      $0.names = [Tag(1): "a", Tag(2): "b"]
    } isEqual: {
      $0.names == [Tag(1): "a", Tag(2): "b"]
    },
    Property(name: "array of optionals") {
      $0.dogs = [Dog(name: "Rex"), nil, Dog(name: "Tom"), nil]
    } isEqual: {
      $0.dogs.map { $0?.name } == ["Rex", nil, "Tom", nil]
    },
    Property(name: "dictionary of optionals") {
      $0.dogsByName = ["Rex": Dog(name: "Rex"), "none": nil]
    } isEqual: {
      $0.dogsByName.mapValues { $0?.name } == ["Rex": "Rex", "none": nil]
    },
    Property(name: "array of arrays of optionals") {
      $0.rows = [[Dog(name: "Rex"), nil], [], [nil]]
    } isEqual: {
      $0.rows.map { $0.map { $0?.name } } == [["Rex", nil], [], [nil]]
    },
    Property(name: "set of arrays") {
      $0.pairs = [["a", "b"], ["b", "a"], []]
    } isEqual: {
      $0.pairs == [["a", "b"], ["b", "a"], []]
    },
    Property(name: "dictionary keyed by arrays") {
      $0.sums = [[1, 2]: "3", []: "0"]
    } isEqual: {
      $0.sums == [[1, 2]: "3", []: "0"]
    },
    Property(name: "set with a NaN") {
      $0.reals = [1, .nan]
    } isEqual: {
      $0.reals.count == 2 && $0.reals.contains(1) && $0.reals.contains { $0.isNaN }
    },
    Property(name: "`NSArray`, empty") {
      $0.items = NSArray()
    } isEqual: {
      $0.items.count == 0
    },
    Property(name: "`NSArray`") {
      $0.items = NSArray(array: ["a", 1])
    } isEqual: {
      $0.items == NSArray(array: ["a", 1])
    },
    Property(name: "reference") {
      $0.dog = Dog(name: "Rex")
    } isEqual: {
      $0.dog?.name == "Rex"
    },
    Property(name: "weak reference") {
      $0.dog = Dog(name: "Rex")
      $0.adviser = $0.dog
    } isEqual: {
      $0.adviser != nil && $0.adviser === $0.dog
    },
    Property(name: "optional, nil") {
      $0.nickname = nil
    } isEqual: {
      $0.nickname == nil
    },
    Property(name: "optional") {
      $0.nickname = "N"
    } isEqual: {
      $0.nickname == "N"
    },
  ]

  /// What comes of a property: `equal`, the error, or that something else came back.
  static func outcome(
    _ property: Property, from writer: any Thing.Type, to reader: any Thing.Type, _ format: Format
  ) -> String {
    let object = writer.init()
    property.set(object)
    do {
      let archiver = SteleKeyedArchiver(outputFormat: format)
      for (name, type): (String, AnyClass) in names(of: writer) {
        archiver.setClassName(name, for: type)
      }
      archiver.encode(object, forKey: "root")
      let data = try archiver.archivedData()
      if format == .stele { _ = try verified([UInt8](data)) }
      let unarchiver =
        format == .stele
        ? try SteleKeyedUnarchiver(forReadingFrom: data)
        : try SteleKeyedUnarchiver(forReadingKeyedArchive: data)
      for (name, type): (String, AnyClass) in names(of: reader) {
        unarchiver.setClass(type, forClassName: name)
      }
      let copy = try unarchiver.object(of: [reader], forKey: "root") as? any Thing
      return copy.map(property.isEqual) == true ? "equal" : "LOST"
    } catch {
      return "\(error)"
    }
  }

  private static func names(of type: any Thing.Type) -> [(String, AnyClass)] {
    var names: [(String, AnyClass)] = [("Thing", type)]
    if type is HalfByHand.Type { names.append(("Half", HalfByHand.self)) }
    if type is HalfInOneLine.Type { names.append(("Half", HalfInOneLine.self)) }
    return names
  }

  /// What comes of a plain class in its own coders.
  static func plainOutcome() throws -> Bool {
    let thing = PlainThing()
    let dog = PlainThing.Dog()
    let tags = (1...3).map { number in
      let tag = PlainThing.Tag()
      tag.number = number
      return tag
    }
    (thing.number, thing.text, thing.list, thing.set) = (7, "text", ["a"], [1, 2])
    (thing.dog, thing.adviser, thing.nickname) = (dog, dog, "N")
    thing.url = URL(string: "https://example.org")
    thing.tags = Set(tags)
    thing.names = [tags[0]: "a", tags[1]: "b"]
    let copy = try SteleDecoder().decode(
      PlainThing.self, from: verified(SteleEncoder().encode(thing)))
    return copy.number == 7 && copy.text == "text" && copy.list == ["a"] && copy.set == [1, 2]
      && copy.dog != nil && copy.adviser === copy.dog && copy.nickname == "N"
      && copy.url == thing.url && copy.tags == thing.tags && copy.names == thing.names
  }

  /// The table of the guide: a row for each kind of property and of writer, a column for each kind of reader; `equal` where that
  /// is so in both formats.
  static func table() -> [String] {
    var lines = [
      "| property, written by a class | read " + kinds.map(\.name).joined(separator: " | ") + " |",
      "|---|" + String(repeating: "---|", count: kinds.count),
    ]
    for property in properties {
      for writer in kinds {
        let cells = kinds.map { reader in
          let outcomes = [Format.stele, .binaryKeyedArchive].map {
            outcome(property, from: writer.type, to: reader.type, $0)
          }
          return outcomes[0] == outcomes[1]
            ? outcomes[0] : outcomes.joined(separator: "; keyed archive: ")
        }
        lines.append(
          "| \(property.name), \(writer.name) | " + cells.joined(separator: " | ") + " |")
      }
    }
    return lines
  }
}
