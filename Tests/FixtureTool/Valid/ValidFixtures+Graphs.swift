import Stele
import TestSupport

extension ValidFixtures {
  /// Chapter 5: references.
  static func graphs() throws -> [ValidFixture] {
    let node = ClassEntry.class("Node", keys: [Key("next", .optional(.reference(to: "Node")))])
    return [
      try ValidFixture(
        "shared-object", ["5.3"], "Two objects that share a third.", keeps: ["R5"],
        Graph(
          [node], [Object(1, .reference(3)), Object(1, .reference(3)), Object(1, .nil)],
          roots: Graph.roots([.reference(1), .reference(2)], .reference(to: "Node")))),
      try ValidFixture(
        "cycle-of-two", ["5.3"], "Two objects that refer to each other.", keeps: ["R5"],
        Graph(
          [node], [Object(1, .reference(2)), Object(1, .reference(1))],
          roots: [NamedValue("root", .reference(to: "Node"), .reference(1))])),
      try ValidFixture(
        "self-reference", ["5.3"], "An object that refers to itself.", keeps: ["R5"],
        Graph(
          [node], [Object(1, .reference(1))],
          roots: [NamedValue("root", .reference(to: "Node"), .reference(1))])),
      try ValidFixture(
        "long-list", ["5.3", "7.3"],
        "A list of 300 linked objects: there is no limit on the depth of the graph.", keeps: ["L2"],
        Graph(
          [node], (1...300).map { Object(1, $0 < 300 ? .reference($0 + 1) : .nil) },
          roots: [NamedValue("root", .reference(to: "Node"), .reference(1))])),
      try ValidFixture(
        "equal-objects", ["5.2"], "Two objects with the same content are two objects.",
        Graph(
          [.class("T", keys: [Key("x", .int8)])], [Object(1, .integer(1)), Object(1, .integer(1))],
          roots: Graph.roots([.reference(1), .reference(2)], .reference(to: "T")))),
      try ValidFixture(
        "polymorphic", ["4.2", "5.3"],
        "References to a superclass that hold objects of subclasses.",
        keeps: ["R6"],
        Graph(
          [
            .class("Base", keys: [Key("other", .optional(.reference(to: "Base")))]),
            .class("Left", superclass: 1), .class("Leftmost", superclass: 2),
            .class("Right", superclass: 1, keys: [Key("any", .reference(to: nil))]),
          ],
          [
            Object(2, .reference(2)), Object(3, .reference(3)), Object(4, .nil, .reference(4)),
            Object(1, .reference(1)),
          ],
          roots: [
            NamedValue("base", .reference(to: "Base"), .reference(1)),
            NamedValue("left", .reference(to: "Left"), .reference(2)),
          ])),
      try ValidFixture(
        "weak-edge", ["5.4"],
        "A parent with a strong edge to its child, which has a weak one back.",
        keeps: ["R6"],
        Graph(
          [
            .class("Child", keys: [Key("parent", .weakReference(to: "Parent"))]),
            .class("Parent", keys: [Key("child", .reference(to: "Child"))]),
          ],
          [Object(2, .reference(2)), Object(1, .reference(1))],
          roots: [NamedValue("root", .reference(to: "Parent"), .reference(1))])),
      try ValidFixture(
        "weak-slots", ["5.4", "5.5"],
        "Weak references by slot: one with an object, one dropped, one used twice, one unused.",
        keeps: ["R5", "R6", "R7"],
        [
          .init(
            "CLAS",
            Wire.classes(
              names: ["T"], entries: [Wire.entry(name: 1, Wire.key("w", [0x31, 1]))])),
          .init(
            "OBJS",
            Wire.block(
              first: 1, Wire.record(1, [1]), Wire.record(1, [3]), Wire.record(1, [1]),
              Wire.record(1, [5]), Wire.record(1, [2]))),
          .init(
            "ROOT",
            Wire.roots(
              Wire.root("list", [0x21, 0x30, 1], [5, 1, 2, 3, 4, 5]),
              Wire.root("weak", [0x31, 0], [5]))),
          .init("WEAK", [4, 5, 0, 1, 2]),
        ]),
      try ValidFixture(
        "weak-slots-empty", ["5.5"], "A WEAK chunk without slots.", keeps: ["P5", "F11"],
        [.init("WEAK", [0])]),
      try ValidFixture(
        "weak-root", ["5.4", "6.1"], "Roots that are weak, to an object that only they lead to.",
        Graph(
          [.class("T")], [Object(1)],
          roots: [
            NamedValue("nil", .weakReference(to: "T"), .nil),
            NamedValue("object", .weakReference(to: "T"), .reference(1)),
          ])),
      try ValidFixture(
        "roots", ["6.1"], "Several roots of different types, and one with an empty name.",
        keeps: ["X1"],
        Graph(
          [.class("T")], [Object(1), Object(1)],
          roots: [
            NamedValue("", .string, .string("no name")),
            NamedValue("a", .reference(to: "T"), .reference(1)),
            NamedValue("ab", .reference(to: "T"), .reference(1)),
            NamedValue("b", .reference(to: "T"), .reference(2)),
          ])),
      try ValidFixture(
        "orphans", ["5.3", "7.1"],
        "An object, and a cycle of two, that no root leads to.",
        Graph(
          [node],
          [
            Object(1, .nil), Object(1, .reference(3)), Object(1, .reference(2)), Object(1, .nil),
          ],
          roots: [NamedValue("root", .reference(to: "Node"), .reference(4))])),
      try ValidFixture(
        "objects-without-roots", ["5.1", "7.1"], "An archive with objects and no roots.",
        Graph([node], [Object(1, .reference(2)), Object(1, .nil)])),
      try ValidFixture(
        "reference-two-bytes", ["1.4", "5.3", "5.4"],
        "129 objects: numbers of one byte and of two, strong and weak.", keeps: ["P3", "R5"],
        Graph(
          [
            .class(
              "T",
              keys: [
                Key("next", .optional(.reference(to: "T"))), Key("back", .weakReference(to: "T")),
              ])
          ],
          (1...129).map { Object(1, $0 < 129 ? .reference($0 + 1) : .nil, .reference(130 - $0)) },
          roots: [NamedValue("root", .reference(to: "T"), .reference(1))])),
    ]
  }
}
