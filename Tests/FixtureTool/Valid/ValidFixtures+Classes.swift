import Stele
import TestSupport

extension ValidFixtures {
  /// Chapter 4: classes.
  static func classTables() throws -> [ValidFixture] {
    let person = Key("name", .string)
    return [
      try ValidFixture(
        "one-object", ["4.2", "5.2"], "One object with two keys.",
        keeps: ["C3", "C5", "R1", "R2", "R3"],
        Graph(
          [.class("Person", keys: [person, Key("age", .uint8)])],
          [Object(1, .string("Ada"), .unsigned(36))],
          roots: [NamedValue("root", .reference(to: "Person"), .reference(1))])),
      try ValidFixture(
        "object-without-keys", ["5.2"], "Objects of a class without keys.", keeps: ["R2"],
        Graph(
          [.class("T")], [Object(1), Object(1)],
          roots: Graph.roots([.reference(1), .reference(2)], .reference(to: "T")))),
      try ValidFixture(
        "inheritance", ["4.2", "4.3", "5.2"],
        "A class and its superclass, both with a key of the same name.",
        keeps: ["C6", "C10", "R6"],
        Graph(
          [
            .class("Animal", keys: [Key("name", .string)]),
            .class("Dog", superclass: 1, keys: [Key("name", .int8), Key("breed", .string)]),
          ],
          [Object(2, .string("Rex"), .integer(7), .string("Pug")), Object(1, .string("Tom"))],
          roots: Graph.roots([.reference(1), .reference(2)], .reference(to: "Animal")))),
      try ValidFixture(
        "inheritance-forward", ["4.1", "4.2"], "A superclass that stands behind its subclass.",
        keeps: ["C6", "C7"],
        Graph(
          [
            .class("A", superclass: 3, keys: [Key("a", .int8)]),
            .class("B", keys: [Key("b", .int8)]),
            .class("C", superclass: 2, keys: [Key("c", .int8)]),
          ],
          [Object(1, .integer(1), .integer(2), .integer(3))],
          roots: [NamedValue("root", .reference(to: "B"), .reference(1))])),
      try ValidFixture(
        "superclass-versions", ["4.2", "5.2"],
        "One subclass over two versions of its superclass.", keeps: ["C6"],
        Graph(
          [
            .class("Base", version: 1, keys: [Key("b", .int8)]),
            .class(
              "Base", version: 2, keys: [Key("b", .int8), Key("added", .bool, since: 2)]),
            .class("Sub", superclass: 1), .class("Sub", superclass: 2),
          ],
          [Object(3, .integer(1)), Object(4, .integer(2), .bool(true))],
          roots: Graph.roots([.reference(1), .reference(2)], .reference(to: "Base")))),
      try ValidFixture(
        "two-versions", ["4.2", "4.3"],
        "Objects of two versions of a class, one with a further key.",
        keeps: ["C4", "C11"],
        Graph(
          [
            .class("P", version: 1, keys: [Key("x", .int8)]),
            .class("P", version: 2, keys: [Key("x", .int8), Key("y", .int8, since: 2)]),
          ],
          [Object(1, .integer(1)), Object(2, .integer(1), .integer(2))],
          roots: [
            NamedValue("new", .reference(to: "P"), .reference(2)),
            NamedValue("old", .reference(to: "P"), .reference(1)),
          ])),
      try ValidFixture(
        "retired-keys", ["4.3"],
        "Retired keys, one of which comes back with its type, and one that had another type before.",
        keeps: ["C9"],
        Graph(
          [
            .class("P", version: 1, keys: [Key("x", .string), Key("y", .int8)]),
            .class(
              "P", version: 2,
              keys: [
                Key("x", .int8, presence: .retired), Key("y", .int8, presence: .retired),
                Key("z", .bool, since: 2),
              ]),
            .class("P", version: 3, keys: [Key("x", .int8), Key("y", .int8, presence: .optional)]),
            .class("Q", version: 3, keys: [Key("x", .string)]),
          ],
          [
            Object(1, .string("x"), .integer(1)), Object(2, .bool(true)),
            Object(3, .integer(1), .integer(2)), Object(4, .string("x")),
          ],
          roots: Graph.roots((1...4).map { .reference($0) }, .reference(to: nil)))),
      try ValidFixture(
        "chain-of-256", ["4.2"], "A chain of 256 classes, with an object of the last one.",
        keeps: ["L3", "C7"],
        Graph(
          (1...256).map { number in
            .class(
              "C" + String(1000 + number), superclass: number > 1 ? number - 1 : nil,
              keys: number % 64 == 0 ? [Key("k", .uint16)] : [])
          },
          [Object(256, .unsigned(64), .unsigned(128), .unsigned(192), .unsigned(256))],
          roots: [NamedValue("root", .reference(to: "C1001"), .reference(1))])),
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
        Graph(
          [
            .class("N", keys: [Key("s", .structure("N")), Key("e", .enumeration("N"))]),
            .structure("N", keys: [Key("x", .int8)]),
            .enumeration("N", cases: [Case("c")]),
          ],
          [Object(1, structure(2, .integer(1)), enumeration(3, 0))],
          roots: [NamedValue("root", .reference(to: "N"), .reference(1))])),
    ]
  }
}
