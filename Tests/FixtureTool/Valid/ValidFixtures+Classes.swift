import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Chapter 4: classes.
  static func classTables() throws -> [ValidFixture] {
    let person = ArchiveKey("name", .string)
    return [
      try ValidFixture(
        "one-object", ["4.2", "5.2"], "One object with two keys.",
        keeps: ["C3", "C5", "R1", "R2", "R3"],
        ArchiveGraph(
          [.class("Person", keys: [person, ArchiveKey("age", .uint8)])],
          [ArchiveObject(1, .string("Ada"), .unsigned(36))],
          roots: [ArchiveNamedValue("root", .reference(to: "Person"), .reference(1))])),
      try ValidFixture(
        "object-without-keys", ["5.2"], "Objects of a class without keys.", keeps: ["R2"],
        ArchiveGraph(
          [.class("T")], [ArchiveObject(1), ArchiveObject(1)],
          roots: ArchiveGraph.roots([.reference(1), .reference(2)], .reference(to: "T")))),
      try ValidFixture(
        "inheritance", ["4.2", "4.3", "5.2"],
        "A class and its superclass, both with a key of the same name.",
        keeps: ["C6", "C10", "R6"],
        ArchiveGraph(
          [
            .class("Animal", keys: [ArchiveKey("name", .string)]),
            .class(
              "Dog", superclass: 1, keys: [ArchiveKey("name", .int8), ArchiveKey("breed", .string)]),
          ],
          [
            ArchiveObject(2, .string("Rex"), .integer(7), .string("Pug")),
            ArchiveObject(1, .string("Tom")),
          ],
          roots: ArchiveGraph.roots([.reference(1), .reference(2)], .reference(to: "Animal")))),
      try ValidFixture(
        "inheritance-forward", ["4.1", "4.2"], "A superclass that stands behind its subclass.",
        keeps: ["C6", "C7"],
        ArchiveGraph(
          [
            .class("A", superclass: 3, keys: [ArchiveKey("a", .int8)]),
            .class("B", keys: [ArchiveKey("b", .int8)]),
            .class("C", superclass: 2, keys: [ArchiveKey("c", .int8)]),
          ],
          [ArchiveObject(1, .integer(1), .integer(2), .integer(3))],
          roots: [ArchiveNamedValue("root", .reference(to: "B"), .reference(1))])),
      try ValidFixture(
        "superclass-versions", ["4.2", "5.2"],
        "One subclass over two versions of its superclass.", keeps: ["C6"],
        ArchiveGraph(
          [
            .class("Base", version: 1, keys: [ArchiveKey("b", .int8)]),
            .class(
              "Base", version: 2,
              keys: [ArchiveKey("b", .int8), ArchiveKey("added", .bool, since: 2)]),
            .class("Sub", superclass: 1), .class("Sub", superclass: 2),
          ],
          [ArchiveObject(3, .integer(1)), ArchiveObject(4, .integer(2), .bool(true))],
          roots: ArchiveGraph.roots([.reference(1), .reference(2)], .reference(to: "Base")))),
      try ValidFixture(
        "two-versions", ["4.2", "4.3"],
        "Objects of two versions of a class, one with a further key.", keeps: ["C4", "C11"],
        ArchiveGraph(
          [
            .class("P", version: 1, keys: [ArchiveKey("x", .int8)]),
            .class(
              "P", version: 2, keys: [ArchiveKey("x", .int8), ArchiveKey("y", .int8, since: 2)]),
          ],
          [ArchiveObject(1, .integer(1)), ArchiveObject(2, .integer(1), .integer(2))],
          roots: [
            ArchiveNamedValue("new", .reference(to: "P"), .reference(2)),
            ArchiveNamedValue("old", .reference(to: "P"), .reference(1)),
          ])),
      try ValidFixture(
        "retired-keys", ["4.3"],
        "Retired keys, one of which comes back with its type, and one that had another type before.",
        keeps: ["C9"],
        ArchiveGraph(
          [
            .class("P", version: 1, keys: [ArchiveKey("x", .string), ArchiveKey("y", .int8)]),
            .class(
              "P", version: 2,
              keys: [
                ArchiveKey("x", .int8, presence: .retired),
                ArchiveKey("y", .int8, presence: .retired), ArchiveKey("z", .bool, since: 2),
              ]),
            .class(
              "P", version: 3,
              keys: [ArchiveKey("x", .int8), ArchiveKey("y", .int8, presence: .optional)]),
            .class("Q", version: 3, keys: [ArchiveKey("x", .string)]),
          ],
          [
            ArchiveObject(1, .string("x"), .integer(1)), ArchiveObject(2, .bool(true)),
            ArchiveObject(3, .integer(1), .integer(2)), ArchiveObject(4, .string("x")),
          ],
          roots: ArchiveGraph.roots((1...4).map { .reference($0) }, .reference(to: nil)))),
      try ValidFixture(
        "chain-of-256", ["4.2"], "A chain of 256 classes, with an object of the last one.",
        keeps: ["L3", "C7"],
        ArchiveGraph(
          (1...256).map { number in
            .class(
              "C" + String(1000 + number), superclass: number > 1 ? number - 1 : nil,
              keys: number % 64 == 0 ? [ArchiveKey("k", .uint16)] : [])
          },
          [ArchiveObject(256, .unsigned(64), .unsigned(128), .unsigned(192), .unsigned(256))],
          roots: [ArchiveNamedValue("root", .reference(to: "C1001"), .reference(1))])),
      try ValidFixture(
        "class-in-instalments", ["2.3", "4.1", "4.2"],
        "Three instalments of the class table; a name and a superclass come from earlier ones.",
        keeps: ["C3", "C6", "C8", "T2"],
        [
          .init(
            "CLAS",
            Wire.classes(
              names: ["Later", "Base"],
              entries: [Wire.entry(name: 2, Wire.key("later", [0x20, 0x30, 1]))])),
          .init("OBJS", Wire.block(first: 1, Wire.record(1, [2]))),
          .init("CLAS", Wire.classes(names: [], entries: [Wire.entry(name: 1, superclass: 1)])),
          .init("OBJS", Wire.block(first: 2, Wire.record(2, [3]), Wire.record(2, [0]))),
          .init("CLAS", Wire.classes(names: ["Root"], entries: [])),
          .init(
            "ROOT",
            Wire.roots(Wire.root("r", [0x20, 0x30, 3], [0]), Wire.root("s", [0x30, 2], [1]))),
        ]),
      try ValidFixture(
        "name-in-instalments", ["2.3", "3.1"],
        "A record names a class in the type of an any value; the name is defined just before its block.",
        keeps: ["T2"],
        [
          .init(
            "CLAS",
            Wire.classes(names: ["T"], entries: [Wire.entry(name: 1, Wire.key("k", [0x14]))])),
          .init("OBJS", Wire.block(first: 1, Wire.record(1, [0x01, 1]))),
          .init("CLAS", Wire.classes(names: ["S"], entries: [])),
          .init("OBJS", Wire.block(first: 2, Wire.record(1, [0x21, 0x32, 2, 0]))),
        ]),
      try ValidFixture(
        "class-table-empty", ["4.1"], "Two instalments without names and entries.", keeps: ["P5"],
        [.init("CLAS", [0, 0]), .init("CLAS", [0, 0])]),
      try ValidFixture(
        "class-kinds-share-name", ["4.1", "4.2"],
        "A class, a struct and an enum of one name.", keeps: ["V8", "V9"],
        ArchiveGraph(
          [
            .class(
              "N", keys: [ArchiveKey("s", .struct("N")), ArchiveKey("e", .enum("N"))]),
            .struct("N", keys: [ArchiveKey("x", .int8)]),
            .enum("N", cases: [ArchiveCase("c")]),
          ],
          [ArchiveObject(1, structure(2, .integer(1)), enumeration(3, 0))],
          roots: [ArchiveNamedValue("root", .reference(to: "N"), .reference(1))])),
    ]
  }
}
