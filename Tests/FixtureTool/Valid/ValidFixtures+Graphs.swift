import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Chapter 5: references.
  static func graphs() throws -> [ValidFixture] {
    let node = ArchiveClassEntry.class(
      "Node", keys: [ArchiveKey("next", .optional(.reference(to: "Node")))])
    return [
      try ValidFixture(
        "shared-object", ["5.3"], "Two objects that share a third.", keeps: ["R5"],
        ArchiveGraph(
          [node],
          [
            ArchiveObject(1, .reference(3)), ArchiveObject(1, .reference(3)),
            ArchiveObject(1, .nil),
          ],
          roots: ArchiveGraph.roots([.reference(1), .reference(2)], .reference(to: "Node")))),
      try ValidFixture(
        "cycle-of-two", ["5.3"], "Two objects that refer to each other.", keeps: ["R5"],
        ArchiveGraph(
          [node], [ArchiveObject(1, .reference(2)), ArchiveObject(1, .reference(1))],
          roots: [ArchiveNamedValue("root", .reference(to: "Node"), .reference(1))])),
      try ValidFixture(
        "self-reference", ["5.3"], "An object that refers to itself.", keeps: ["R5"],
        ArchiveGraph(
          [node], [ArchiveObject(1, .reference(1))],
          roots: [ArchiveNamedValue("root", .reference(to: "Node"), .reference(1))])),
      try ValidFixture(
        "long-list", ["5.3", "8.3"],
        "A list of 300 linked objects: there is no limit on the depth of the graph.", keeps: ["L2"],
        ArchiveGraph(
          [node], (1...300).map { ArchiveObject(1, $0 < 300 ? .reference($0 + 1) : .nil) },
          roots: [ArchiveNamedValue("root", .reference(to: "Node"), .reference(1))])),
      try ValidFixture(
        "equal-objects", ["5.2"], "Two objects with the same content are two objects.",
        ArchiveGraph(
          [.class("T", keys: [ArchiveKey("x", .int8)])],
          [ArchiveObject(1, .integer(1)), ArchiveObject(1, .integer(1))],
          roots: ArchiveGraph.roots([.reference(1), .reference(2)], .reference(to: "T")))),
      try ValidFixture(
        "polymorphic", ["4.2", "5.3"],
        "References to a superclass that hold objects of subclasses.", keeps: ["R6"],
        ArchiveGraph(
          [
            .class("Base", keys: [ArchiveKey("other", .optional(.reference(to: "Base")))]),
            .class("Left", superclass: 1), .class("Leftmost", superclass: 2),
            .class("Right", superclass: 1, keys: [ArchiveKey("any", .reference(to: nil))]),
          ],
          [
            ArchiveObject(2, .reference(2)), ArchiveObject(3, .reference(3)),
            ArchiveObject(4, .nil, .reference(4)), ArchiveObject(1, .reference(1)),
          ],
          roots: [
            ArchiveNamedValue("base", .reference(to: "Base"), .reference(1)),
            ArchiveNamedValue("left", .reference(to: "Left"), .reference(2)),
          ])),
      try ValidFixture(
        "weak-edge", ["5.4"],
        "A parent with a strong edge to its child, which has a weak one back.", keeps: ["R6"],
        ArchiveGraph(
          [
            .class("Child", keys: [ArchiveKey("parent", .weakReference(to: "Parent"))]),
            .class("Parent", keys: [ArchiveKey("child", .reference(to: "Child"))]),
          ],
          [ArchiveObject(2, .reference(2)), ArchiveObject(1, .reference(1))],
          roots: [ArchiveNamedValue("root", .reference(to: "Parent"), .reference(1))])),
      try ValidFixture(
        "weak-slots", ["5.4", "5.5"],
        "Weak references by slot: one with an object, one dropped, one used twice, one unused.",
        keeps: ["R5", "R6", "R7"],
        [
          .init(
            "CLAS",
            Wire.classes(names: ["T"], entries: [Wire.entry(name: 1, Wire.key("w", [0x31, 1]))])),
          .init(
            "OBJS",
            Wire.block(
              first: 1, Wire.record(1, [1]), Wire.record(1, [3]), Wire.record(1, [1]),
              Wire.record(1, [5]), Wire.record(1, [2]))),
          .init(
            "ROOT",
            Wire.roots(
              Wire.root("list", [0x21, 0x30, 1], [5, 1, 2, 3, 4, 5]),
              Wire.root("weak", [0x31, 0], [5]))), .init("WEAK", [4, 5, 0, 1, 2]),
        ]),
      try ValidFixture(
        "weak-slots-empty", ["5.5"], "A WEAK chunk without slots.", keeps: ["P5", "F11"],
        [.init("WEAK", [0])]),
      try ValidFixture(
        "weak-root", ["5.4", "6.1"], "Roots that are weak, to an object that only they lead to.",
        ArchiveGraph(
          [.class("T")], [ArchiveObject(1)],
          roots: [
            ArchiveNamedValue("nil", .weakReference(to: "T"), .nil),
            ArchiveNamedValue("object", .weakReference(to: "T"), .reference(1)),
          ])),
      try ValidFixture(
        "roots", ["6.1"], "Several roots of different types, and one with an empty name.",
        keeps: ["X1"],
        ArchiveGraph(
          [.class("T")], [ArchiveObject(1), ArchiveObject(1)],
          roots: [
            ArchiveNamedValue("", .string, .string("no name")),
            ArchiveNamedValue("a", .reference(to: "T"), .reference(1)),
            ArchiveNamedValue("ab", .reference(to: "T"), .reference(1)),
            ArchiveNamedValue("b", .reference(to: "T"), .reference(2)),
          ])),
      try ValidFixture(
        "orphans", ["5.3", "8.1"], "An object, and a cycle of two, that no root leads to.",
        ArchiveGraph(
          [node],
          [
            ArchiveObject(1, .nil), ArchiveObject(1, .reference(3)),
            ArchiveObject(1, .reference(2)), ArchiveObject(1, .nil),
          ],
          roots: [ArchiveNamedValue("root", .reference(to: "Node"), .reference(4))])),
      try ValidFixture(
        "objects-without-roots", ["5.1", "8.1"], "An archive with objects and no roots.",
        ArchiveGraph([node], [ArchiveObject(1, .reference(2)), ArchiveObject(1, .nil)])),
      try ValidFixture(
        "reference-two-bytes", ["1.4", "5.3", "5.4"],
        "129 objects: numbers of one byte and of two, strong and weak.", keeps: ["P3", "R5"],
        ArchiveGraph(
          [
            .class(
              "T",
              keys: [
                ArchiveKey("next", .optional(.reference(to: "T"))),
                ArchiveKey("back", .weakReference(to: "T")),
              ])
          ],
          (1...129).map {
            ArchiveObject(1, $0 < 129 ? .reference($0 + 1) : .nil, .reference(130 - $0))
          },
          roots: [ArchiveNamedValue("root", .reference(to: "T"), .reference(1))])),
    ]
  }
}
