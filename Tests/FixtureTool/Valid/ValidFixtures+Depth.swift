import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Section 3.2: what counts as a level, and what does not.
  static func depths() throws -> [ValidFixture] {
    try referenceDepths() + [elements(), structs(), nestedStructs(), tooDeep()]
  }

  private static func referenceDepths() throws -> [ValidFixture] {
    let t = ArchiveTypeDescriptor.reference(to: "T")
    return [
      try ValidFixture(
        "value-depth-512", ["3.2"],
        "Values that nest 512 deep, the innermost an empty list, nil, a packed list, and references.",
        keeps: ["L2"],
        ArchiveGraph(
          [.class("T")], [ArchiveObject(1)],
          roots: [
            nested("a", .list(.any), .list([])), nested("b", .optional(.string), .nil),
            nested("c", .list(.int8), .list([.integer(1)])),
            nested("d", .list(t), .list([.reference(1)])),
            nested("e", .list(.optional(.reference(to: nil))), .list([.nil])),
          ])),
      try ValidFixture(
        "value-depth-512-reference-keys", ["3.2"],
        "Sets and maps of references at depth 512; their elements, keys and values do not count.",
        keeps: ["L2"],
        ArchiveGraph(
          [.class("T")], [ArchiveObject(1)],
          roots: [
            nested(
              "map", .map(key: t, value: t),
              .map([ArchiveMapPair(key: .reference(1), value: .reference(1))])),
            nested("optional", .set(.optional(t)), .set([.nil, .reference(1)])),
          ])),
    ]
  }

  private static func elements() throws -> ValidFixture {
    let t = ArchiveTypeDescriptor.reference(to: "T")
    let weak = ArchiveTypeDescriptor.weakReference(to: "T")
    let references = ArchiveValue.struct(3, .reference(1), .nil, .reference(1))
    let map = ArchiveTypeDescriptor.map(key: .string, value: .string)
    let pair = ArchiveMapPair(key: .string("k"), value: .string("v"))
    return try ValidFixture(
      "value-depth-512-elements", ["3.2"],
      "Elements, keys and values at depth 512, of each form, and references directly inside of them.",
      keeps: ["L2"],
      ArchiveGraph(
        [
          .enum("E", cases: [ArchiveCase("a"), ArchiveCase("b", keys: ["r": t])]),
          .enum("E", version: 2, cases: [ArchiveCase("a")]),
          .struct("S", keys: ["r": t, "o": .optional(t), "w": weak]),
          .struct("S", version: 2, keys: ["r": t]), .class("T", keys: ["k": .any]),
          .struct("V", keys: ["b": .bool]),
        ], [ArchiveObject(5, nested("", map, .map([])).value)],
        roots: [
          shallow("any", .optional(.any), .some(.any(t, .reference(1)))),
          nested("enum", .enum("E"), .enum(1, case: 1, .reference(1))),
          shallow("mixed-enums", .list(.enum("E")), .list([.enum(1, case: 0), .enum(2, case: 0)])),
          shallow(
            "mixed-structs", .list(.struct("S")), .list([references, .struct(4, .reference(1))])),
          nested("optional-weak", .optional(weak), .some(.reference(1))),
          shallow("optional-weak-list", .list(.optional(weak)), .list([.nil, .some(.nil)])),
          nested("optional-weak-nil", .optional(weak), .nil),
          nested("packed", .list(.int32), .list([.integer(300), .integer(-1)])),
          shallow("set", .set(.string), .set([.string("e")])),
          nested("string", .string, .string("s")),
          nested("struct", .struct("S"), references),
          shallow("struct-key", .struct("V"), .struct(6, .bool(true))),
          shallow(
            "uniform-enums", .list(.enum("E")), .list([.enum(1, case: 0), .enum(1, case: 0)])),
          shallow("uniform-structs", .list(.struct("S")), .list([references, references])),
          nested("weak-list", .list(weak), .list([.nil, .reference(1)])),
        ], metadata: [shallow("map", map, .map([pair]))]))
  }

  private static func structs() throws -> ValidFixture {
    try ValidFixture(
      "value-depth-structs", ["3.2", "3.7"], "Structs that nest 512 deep, in uniform lists.",
      keeps: ["L2"],
      ArchiveGraph(
        [.struct("S", keys: ["list": .list(.struct("S"))])],
        roots: [
          ArchiveNamedValue(
            "root", .struct("S"),
            (0..<255).reduce(.struct(1, .list([]))) { inner, _ in .struct(1, .list([inner])) })
        ]))
  }

  private static func nestedStructs() throws -> ValidFixture {
    let lines = ArchiveTypeDescriptor.list(.struct("Line"))
    func line(_ from: (entry: Int, x: Int128), _ to: (entry: Int, x: Int128)) -> ArchiveValue {
      .struct(3, .struct(from.entry, .integer(from.x)), .struct(to.entry, .integer(to.x)))
    }
    return try ValidFixture(
      "value-depth-512-nested", ["3.2", "3.5"],
      "Structs in elements of uniform lists, and their keys, at depth 512.", keeps: ["L2"],
      ArchiveGraph(
        [
          .struct("Empty"), .struct("Holder", keys: ["e": .struct("Empty")]),
          .struct("Line", keys: ["from": .struct("Point"), "to": .struct("Point")]),
          .struct("Point", keys: ["x": .int8]), .struct("Point", version: 2, keys: ["x": .int8]),
        ],
        roots: [
          nested(
            "empty", .list(.struct("Holder")),
            .list([.struct(2, .struct(1)), .struct(2, .struct(1))]), lists: 254),
          nested(
            "keys", .optional(lines), .some(.list([line((4, 1), (4, 2)), line((4, 3), (4, 4))])),
            lists: 253),
          nested(
            "mixed", .optional(lines), .some(.list([line((4, 1), (4, 2)), line((5, 3), (4, 4))])),
            lists: 253),
        ]))
  }

  private static func tooDeep() throws -> ValidFixture {
    let deep = nested("", .weakReference(to: nil), .nil).value
    return try ValidFixture(
      "join-too-deep", ["9.7"], "A value at depth 512 that becomes any, which makes it one deeper.",
      ArchiveGraph(
        [.class("T", keys: ["k": .list(.any)]), .class("T", keys: ["k": .bool])],
        [ArchiveObject(1, .list([deep])), ArchiveObject(2, .bool(true))],
        roots: ArchiveGraph.roots([.reference(1), .reference(2)], .reference(to: "T"))))
  }

  /// An any value at depth 1 that holds, through lists of any, a value of a type at depth 512.
  private static func nested(
    _ name: String, _ type: ArchiveTypeDescriptor, _ value: ArchiveValue, lists: Int = 255
  ) -> ArchiveNamedValue {
    ArchiveNamedValue(
      name, .any,
      (0..<lists).reduce(.any(type, value)) { inner, _ in .any(.list(.any), .list([inner])) })
  }

  /// The same with the value at depth 511, so that what it contains is at depth 512.
  private static func shallow(
    _ name: String, _ type: ArchiveTypeDescriptor, _ value: ArchiveValue
  ) -> ArchiveNamedValue { nested(name, .optional(type), .some(value), lists: 254) }
}
