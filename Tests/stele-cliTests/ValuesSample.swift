import Stele
import SteleModel
import TestSupport

extension Sample {
  /// Returns a graph with values of many types, a cycle, a subclass and a key that two levels have.
  static func office() -> ArchiveGraph {
    var graph = ArchiveGraph()
    let color = graph.classes.define(
      .enum(
        "Color",
        cases: [ArchiveCase("red"), ArchiveCase("mixed", keys: [ArchiveKey("share", .float64)])]))
    let size = graph.classes.define(
      .struct("Size", keys: [ArchiveKey("width", .int32), ArchiveKey("height", .int32)]))
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
          ArchiveKey("name", .string), ArchiveKey("size", .struct("Size")),
          ArchiveKey("photo", .bytes), ArchiveKey("ages", .map(key: .string, value: .int64)),
          ArchiveKey("rooms", .map(key: .int64, value: .string)),
          ArchiveKey("anything", .any), ArchiveKey("note", .optional(.string)),
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
