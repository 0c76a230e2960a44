import Foundation
import Stele
import SteleKeyedArchive
import SteleNSCoding
import TestSupport

/// Keyed archives of graphs of Foundation's objects, in and below classes of a program: `foundation-table hostile COUNT SEED graphs`.
///
/// Objects of all specimens are in collections of all kinds, as keys and elements as well, which no program could make.
struct HostileGraphs: Sendable {
  /// The name of this kind of run in place of that of a class.
  static let name = "graphs"

  private let bases: [HostileBases.Base]

  /// Takes the archives of some objects.
  init(_ bases: [HostileBases.Base]) { self.bases = bases }

  /// Makes the property list of a graph.
  func list(_ random: inout RandomSource) -> HostileList? {
    guard var list = bases.randomElement(using: &random)?.list else { return nil }
    for _ in 0..<random.count(upTo: 4) {
      if let other = bases.randomElement(using: &random)?.list { list.append(other) }
    }
    // Numbers and texts, of which some are equal.
    for value in [
      .string("a"), .string("a"), .integer(1), .real64(1), .bool(true), .real64(.nan), .data([1]),
    ] as [PropertyListGraph.Node] where random.isOne(in: 2) {
      list.append(object: value)
    }
    let count = 1 + random.count(upTo: 4)
    for number in 0..<count { addCollection(to: &list, isRoot: number == count - 1, &random) }
    return list
  }

  /// Adds an object that refers to others, with those that follow it now and then.
  private func addCollection(
    to list: inout HostileList, isRoot: Bool, _ random: inout RandomSource
  ) {
    let known = list.objectCount
    func references(_ most: Int = 2, isForward: Bool = false) -> [Int] {
      (0..<1 + random.count(upTo: most)).map { _ in
        Int.random(in: 1..<known + (isForward ? 3 : 0), using: &random)
      }
    }
    let isForward = random.isOne(in: 16)
    let elements = references(isForward: isForward)
    switch random.next() % 12 {
    case 0, 1, 3:
      let names = ["NSArray", "NSMutableArray", "NSSet", "NSMutableSet"]
      list.addRecord(random.pick(names, or: ""), ["NS.objects": .list(elements)], isRoot: isRoot)
    case 2:
      list.addRecord("NSSet", ["NS.objects": .list(elements)], isRoot: isRoot)
    case 4:
      let name = random.pick(["NSOrderedSet", "NSMutableOrderedSet"], or: "")
      let members = elements.enumerated().map { ("NS.object.\($0.offset)", $0.element) }
      list.addRecord(
        name, Dictionary(uniqueKeysWithValues: members.map { ($0.0, .uid($0.1)) }), isRoot: isRoot)
    case 5:
      var members: [String: HostileList.Member] = [
        "NS.count": .node(.integer(Int128(elements.count)))
      ]
      for (index, element) in elements.enumerated() {
        members["NS.object\(index)"] = .uid(element)
        members["NS.count\(index)"] = .node(.integer(Int128(1 + random.count(upTo: 2))))
      }
      list.addRecord("NSCountedSet", members, isRoot: isRoot)
    case 6, 7, 8:
      let name = random.pick(["NSDictionary", "NSMutableDictionary"], or: "")
      let values = elements.map { _ in references(0)[0] }
      list.addRecord(
        name, ["NS.keys": .list(elements), "NS.objects": .list(values)], isRoot: isRoot)
    case 9:
      list.addRecord(
        "NSAttributedString",
        ["NSString": .uid(elements[0]), "NSAttributes": .uid(references(0)[0])], isRoot: isRoot)
    case 10:
      list.addRecord(
        "NSNotification", ["NS.name": .uid(elements[0]), "NS.userinfo": .uid(references(0)[0])],
        isRoot: isRoot)
    default:
      let name = random.pick(["Late", "Line", "Plain"], or: "")
      let keys = ["any", "set", "map", "list"]
      let pairs = zip(keys, elements + references(3)).map { ($0.0, HostileList.Member.uid($0.1)) }
      list.addRecord(name, Dictionary(uniqueKeysWithValues: pairs), isRoot: isRoot)
    }
  }

  // MARK: Decoding

  /// The classes that a decoding call names.
  static let classes: [AnyClass] =
    HostileTrial.usualClasses + [
      HostileLate.self, HostileLine.self, HostilePlain.self, NSNotification.self,
      UnknownCodedObject.self, DateFormatter.self, NumberFormatter.self, NSAffineTransform.self,
    ]

  /// The names of the program's classes in archives.
  static let names: [(type: AnyClass, name: String)] = [
    (HostileLate.self, "Late"), (HostileLine.self, "Line"), (HostilePlain.self, "Plain"),
  ]
}

/// Requests anything, and has a second phase.
final class HostileLate: NSObject, NSSecureCoding, SecondPhaseDecoding {
  static var supportsSecureCoding: Bool { true }
  private(set) var values: [Any?] = []

  init?(coder: NSCoder) {
    let classes = HostileTrial.usualClasses
    values = ["any", "set", "map"].map { coder.decodeObject(of: classes, forKey: $0) }
  }

  func finishDecoding(with coder: SteleKeyedUnarchiver) {
    values.append(
      coder.decodeObject(of: HostileTrial.usualClasses + [HostileLate.self], forKey: "list"))
  }

  func encode(with coder: NSCoder) {
    for (key, value) in zip(["any", "set", "map", "list"], values) {
      // The object itself would be a cycle.
      if !(value is HostileLate) { coder.encode(value, forKey: key) }
    }
  }
}

/// Requests nothing in particular.
final class HostilePlain: NSObject, NSCoding {
  private let values: [Any?]

  init?(coder: NSCoder) {
    values = ["any", "set", "map", "list"].map { coder.decodeObject(forKey: $0) }
  }

  func encode(with coder: NSCoder) {
    for (key, value) in zip(["any", "set", "map", "list"], values) {
      coder.encode(value, forKey: key)
    }
  }
}

/// Archives all properties in one line.
final class HostileLine: NSObject, PropertyCoding {
  var set: NSSet?
  var map: NSDictionary?
  var list: [NSNumber?]?
  override init() {}
}
