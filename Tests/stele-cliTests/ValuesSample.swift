import Stele
import SteleModel
import TestSupport

extension Sample {
  /// Returns an archive of objects of one class, each with the value of its only key, and a list of them as root.
  static func objects(
    of name: String = "A", key: String = "n", _ type: ArchiveTypeDescriptor,
    _ values: [ArchiveValue?]
  ) throws -> [UInt8] {
    var graph = ArchiveGraph()
    let entry = graph.classes.define(
      .class(name, keys: [ArchiveKey(key, type, presence: .optional)]))
    for value in values { graph.add(entry, value) }
    graph.roots = [
      ArchiveNamedValue(
        "root", .list(.reference(to: name)), .references(values.indices.map { $0 + 1 }))
    ]
    return try graph.encoded()
  }

  /// Returns a graph of so many people that a pipe cannot hold them.
  static func crowd() -> ArchiveGraph {
    var graph = people()
    for number in 0..<20_000 { graph.add(1, .string("Name \(number)"), nil) }
    return graph
  }

  /// Returns a graph with values of many types, a cycle, a subclass and a key that two levels have.
  static func office() -> ArchiveGraph {
    var graph = ArchiveGraph()
    let color = graph.classes.define(
      .enum("Color", cases: [ArchiveCase("red"), ArchiveCase("mixed", keys: ["share": .float64])]))
    let size = graph.classes.define(.struct("Size", keys: ["width": .int32, "height": .int32]))
    let person = graph.classes.define(
      .class(
        "Person",
        keys: [
          ArchiveKey("name", .string), ArchiveKey("age", .int64),
          ArchiveKey("friend", .optional(.reference(to: "Person")), presence: .optional),
          ArchiveKey("color", .enum("Color")),
        ]))
    let chief = graph.classes.define(
      .class(
        "Chief", superclass: person,
        keys: [
          "name": .string, "size": .struct("Size"), "photo": .bytes,
          "ages": .map(key: .string, value: .int64), "rooms": .map(key: .int64, value: .string),
          "anything": .any, "note": .optional(.string),
        ]))
    let red = ArchiveValue.enum(color, case: 0)
    let mixed = ArchiveValue.enum(color, case: 1, .float64(0.5))
    let chiefSize = ArchiveValue.struct(size, .integer(3), .integer(4))
    graph.add(person, .string("Ann"), .integer(41), .reference(2), red)
    graph.add(
      chief, .string("Bob, \"B\""), .integer(1 << 60), .reference(1), mixed, .string("Chief Bob"),
      chiefSize, .bytes([0, 255, 10]),
      .map([ArchiveMapPair(key: .string("a b"), value: .integer(7))]),
      .map([ArchiveMapPair(key: .integer(5), value: .string("five"))]),
      .any(.list(.bool), .list([.bool(true)])), ArchiveValue.some(.string("two\nlines")))
    graph.add(person, .string(""), .integer(3), nil, red)
    graph.roots = [
      ArchiveNamedValue("root", .list(.reference(to: "Person")), .references([1, 2])),
      ArchiveNamedValue("first name", .string, .string("x")),
    ]
    graph.metadata = [ArchiveNamedValue("title", .string, .string("Office"))]
    return graph
  }
}
