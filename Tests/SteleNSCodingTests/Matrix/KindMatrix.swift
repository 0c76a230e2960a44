import Foundation
import SteleNSCoding
import Testing

/// The value of each kind of property after a round trip, whichever kind of class writes it and whichever reads it.
struct KindMatrix {
  typealias Tag = HashedElementTests.Tag

  static let kinds: [(name: String, type: any Thing.Type)] = [
    ("by hand", ThingByHand.self), ("one line", ThingInOneLine.self),
    ("one line below by hand", ThingBelowByHand.self),
    ("by hand below one line", ThingBelowOneLine.self),
  ]

  /// A kind of property: its name, what sets it, what compares it, and what changes it.
  struct Property: Sendable, CustomTestStringConvertible {
    let name: String
    let set: @Sendable (any Thing) -> Void
    let isEqual: @Sendable (any Thing) -> Bool
    let change: @Sendable (any Thing) -> Void

    var testDescription: String { name }
  }

  static let properties: [Property] = [
    Property("number", \.number, 7) { $0 = 8 },
    Property("string", \.text, "text") { $0 += " that is longer" },
    Property("date", \.date, Date(timeIntervalSinceReferenceDate: 5)) { $0 += 1 },
    Property("url", \.url, URL(string: "https://example.org")) { $0 = nil },
    Property("empty array", \.list, []) { $0.append("a") },
    Property("array", \.list, ["a", "b"]) { $0.removeFirst() },
    Property("set", \.set, [1, 2]) { $0.insert(3) },
    Property("set of objects", \.tags, [Tag(1), Tag(2), Tag(3)]) {
      $0.first?.number = 9
      $0 = []
    },
    Property("dictionary keyed by objects", \.names, [Tag(1): "a", Tag(2): "b"]) {
      $0.keys.first?.number = 9
      $0 = [:]
    },
    Property(
      name: "array of optionals",
      set: { $0.dogs = [Dog(name: "Rex"), nil, Dog(name: "Tom"), nil] },
      isEqual: { $0.dogs.map { $0?.name } == ["Rex", nil, "Tom", nil] },
      change: { $0.dogs[1] = Dog(name: "Max") }),
    Property(
      name: "dictionary of optionals",
      set: { $0.dogsByName = ["Rex": Dog(name: "Rex"), "none": nil] },
      isEqual: { $0.dogsByName.mapValues { $0?.name } == ["Rex": "Rex", "none": nil] },
      change: { $0.dogsByName["none"] = Dog(name: "Max") }),
    Property(
      name: "array of arrays of optionals",
      set: { $0.rows = [[Dog(name: "Rex"), nil], [], [nil]] },
      isEqual: { $0.rows.map { $0.map { $0?.name } } == [["Rex", nil], [], [nil]] },
      change: { $0.rows[1].append(nil) }),
    Property("set of arrays", \.pairs, [["a", "b"], ["b", "a"], []]) { $0.remove([]) },
    Property("dictionary keyed by arrays", \.sums, [[1, 2]: "3", []: "0"]) { $0[[]] = "1" },
    Property(
      name: "set with a NaN",
      set: { $0.reals = [1, .nan] },
      isEqual: { $0.reals.count == 2 && $0.reals.contains(1) && $0.reals.contains { $0.isNaN } },
      change: { $0.reals.remove(1) }),
    Property("`NSArray`, empty", \.items, NSArray()) { $0 = NSArray(array: ["a"]) },
    Property("`NSArray`", \.items, NSMutableArray(array: ["a", 1])) {
      ($0 as? NSMutableArray)?.add("b")
    },
    Property(
      name: "reference",
      set: { $0.dog = Dog(name: "Rex") },
      isEqual: { $0.dog?.name == "Rex" },
      change: { $0.dog = Dog(name: "Max") }),
    Property(
      name: "weak reference",
      set: {
        $0.dog = Dog(name: "Rex")
        $0.adviser = $0.dog
      },
      isEqual: { $0.adviser != nil && $0.adviser === $0.dog },
      change: {
        $0.dog = nil
        $0.adviser = nil
      }),
    Property("optional, nil", \.nickname, nil) { $0 = "N" },
    Property("optional", \.nickname, "N") { $0 = nil },
  ]

  /// Returns the outcome of a property: `equal`, the error, or that something else came back.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - writer: The class that writes it.
  ///   - reader: The class that reads it.
  ///   - format: The form of the archive.
  ///   - isChanged: Whether the property changes after the call that encodes its object.
  /// - Returns: The outcome.
  static func outcome(
    _ property: Property, from writer: any Thing.Type, to reader: any Thing.Type, _ format: Format,
    isChanged: Bool = false
  ) -> String {
    let object = writer.init()
    property.set(object)
    do {
      let unarchiver = try format.reading(naming: names(of: writer), as: names(of: reader)) {
        $0.encode(isChanged ? ThingHolder(object, property.change) as Any : object, forKey: "root")
      }
      let root = try unarchiver.object(of: [reader, ThingHolder.self], forKey: "root")
      let copy = isChanged ? (root as? ThingHolder)?.thing : root as? any Thing
      return copy.map(property.isEqual) == true ? "equal" : "LOST"
    } catch let error as KeyedCodingError where error.className == "NSArray" {
      // An array has no Swift value as a key of an object.
      return "refused"
    } catch {
      return "\(error)"
    }
  }

  private static func names(of type: any Thing.Type) -> ClassNames {
    var names: ClassNames = [("Thing", type)]
    if type is HalfByHand.Type { names.append(("Half", HalfByHand.self)) }
    if type is HalfInOneLine.Type { names.append(("Half", HalfInOneLine.self)) }
    return names
  }

  /// The table of the guide: what comes of each kind of property and of writer, for each kind of reader, and for the same kind when
  /// the property changes after the call.
  ///
  /// A cell is `equal` if that is so in both formats; rows that have nothing else are left out.
  static func table() -> [String] {
    var lines = [
      "| property, written by a class | read " + kinds.map(\.name).joined(separator: " | ")
        + " | changed after the call |",
      "|---|" + String(repeating: "---|", count: kinds.count + 1),
    ]
    for property in properties {
      for writer in kinds {
        let readers =
          kinds.map { (type: $0.type, isChanged: false) } + [(type: writer.type, isChanged: true)]
        let cells = readers.map { reader in
          let outcomes = [Format.stele, .binaryKeyedArchive].map {
            outcome(property, from: writer.type, to: reader.type, $0, isChanged: reader.isChanged)
          }
          return outcomes[0] == outcomes[1]
            ? outcomes[0] : outcomes.joined(separator: "; keyed archive: ")
        }
        if cells.allSatisfy({ $0 == "equal" }) { continue }
        lines.append(
          "| \(property.name), \(writer.name) | " + cells.joined(separator: " | ") + " |")
      }
    }
    return lines
  }

  /// The properties that `NSKeyedArchiver` on Linux can have, or that only objects which it can have are in.
  static let propertiesOfFoundation = properties.filter {
    [
      "number", "string", "date", "url", "empty array", "array", "set", "`NSArray`, empty",
      "`NSArray`", "reference", "weak reference", "optional, nil", "optional",
    ].contains($0.name)
  }

  /// Whether a property comes back as it was during the call, from the coders of Foundation.
  static func isKeptByFoundation(_ property: Property) throws -> Bool {
    let object = ThingByHand()
    property.set(object)
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.encode(ThingHolder(object, property.change), forKey: "root")
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    unarchiver.requiresSecureCoding = false
    let copy = unarchiver.decodeObject(forKey: "root") as? ThingHolder
    return copy?.thing.map(property.isEqual) == true
  }
}

extension KindMatrix.Property {
  /// A property that gets a value, is compared with it, and is changed.
  init<Value: Equatable & SendableMetatype>(
    _ name: String, _ path: any ReferenceWritableKeyPath<any Thing, Value> & Sendable,
    _ value: @escaping @Sendable @autoclosure () -> Value,
    _ change: @escaping @Sendable (inout Value) -> Void
  ) {
    self.init(
      name: name, set: { $0[keyPath: path] = value() },
      isEqual: { $0[keyPath: path] == value() }, change: { change(&$0[keyPath: path]) })
  }
}
