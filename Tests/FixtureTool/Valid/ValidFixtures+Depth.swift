import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Section 3.2: what counts as a level, and what does not.
  static func depths() throws -> [ValidFixture] {
    let t = ArchiveTypeDescriptor.reference(to: "T")
    let weak = ArchiveTypeDescriptor.weakReference(to: "T")
    let references = structure(3, .reference(1), .nil, .reference(1))
    let otherReferences = structure(4, .reference(1))
    let edges = [
      ArchiveNamedValue("any", .any, shallow(.optional(.any), .some(.any(t, .reference(1))))),
      ArchiveNamedValue("enum", .any, nested(.enum("E"), tagged(1, 1, .reference(1)))),
      ArchiveNamedValue("mixed-enums", .any, shallow(.enum("E"), [tagged(1, 0), tagged(2, 0)])),
      ArchiveNamedValue(
        "mixed-structs", .any, shallow(.struct("S"), [references, otherReferences])),
      ArchiveNamedValue("optional-weak", .any, nested(.optional(weak), .some(.reference(1)))),
      ArchiveNamedValue("optional-weak-list", .any, shallow(.optional(weak), [.nil, .some(.nil)])),
      ArchiveNamedValue("optional-weak-nil", .any, nested(.optional(weak), .nil)),
      ArchiveNamedValue(
        "packed", .any, nested(.list(.int32), .list([.integer(300), .integer(-1)]))),
      ArchiveNamedValue("set", .any, shallow(.set(.string), .set([.string("e")]))),
      ArchiveNamedValue("string", .any, nested(.string, .string("s"))),
      ArchiveNamedValue("struct", .any, nested(.struct("S"), references)),
      ArchiveNamedValue("struct-key", .any, shallow(.struct("V"), structure(6, .bool(true)))),
      ArchiveNamedValue(
        "uniform-enums", .any, shallow(.enum("E"), [tagged(1, 0), tagged(1, 0)])),
      ArchiveNamedValue(
        "uniform-structs", .any, shallow(.struct("S"), [references, references])),
      ArchiveNamedValue("weak-list", .any, nested(.list(weak), .list([.nil, .reference(1)]))),
    ]
    let entries: [ArchiveClassEntry] = [
      .enum("E", cases: [ArchiveCase("a"), ArchiveCase("b", keys: [ArchiveKey("r", t)])]),
      .enum("E", version: 2, cases: [ArchiveCase("a")]),
      .struct(
        "S", keys: [ArchiveKey("r", t), ArchiveKey("o", .optional(t)), ArchiveKey("w", weak)]),
      .struct("S", version: 2, keys: [ArchiveKey("r", t)]),
      .class("T", keys: [ArchiveKey("k", .any)]), .struct("V", keys: [ArchiveKey("b", .bool)]),
    ]
    let map = ArchiveTypeDescriptor.map(key: .string, value: .string)
    let pair = ArchiveMapPair(key: .string("k"), value: .string("v"))
    return [
      try ValidFixture(
        "value-depth-512-elements", ["3.2"],
        "Elements, keys and values at depth 512, of each form, and references directly inside of them.",
        keeps: ["L2"],
        ArchiveGraph(
          entries, [ArchiveObject(5, nested(map, .map([])))], roots: edges,
          metadata: [ArchiveNamedValue("map", .any, shallow(map, .map([pair])))])),
      try ValidFixture(
        "value-depth-512-reference-keys", ["3.2"],
        "Sets and maps of references at depth 512; their elements, keys and values do not count.",
        keeps: ["L2"],
        ArchiveGraph(
          [.class("T")], [ArchiveObject(1)],
          roots: [
            ArchiveNamedValue(
              "map", .any,
              nested(
                .map(key: t, value: t),
                .map([ArchiveMapPair(key: .reference(1), value: .reference(1))]))),
            ArchiveNamedValue(
              "optional", .any, nested(.set(.optional(t)), .set([.nil, .reference(1)]))),
          ])),
    ]
  }

  /// An any value at depth 1 that holds, through lists of any, a value of a type at depth 512.
  static func nested(_ type: ArchiveTypeDescriptor, _ value: ArchiveValue, lists: Int = 255)
    -> ArchiveValue
  {
    (0..<lists).reduce(.any(type, value)) { inner, _ in .any(.list(.any), .list([inner])) }
  }

  /// The same with the value at depth 511, so that what it contains is at depth 512.
  private static func shallow(_ type: ArchiveTypeDescriptor, _ value: ArchiveValue) -> ArchiveValue
  { nested(.optional(type), .some(value), lists: 254) }

  private static func shallow(_ element: ArchiveTypeDescriptor, _ elements: [ArchiveValue])
    -> ArchiveValue
  { shallow(.list(element), .list(elements)) }

  private static func tagged(_ entry: Int, _ caseIndex: Int, _ values: ArchiveValue...)
    -> ArchiveValue
  { .enum(ArchiveEnumValue(entry: entry, caseIndex: caseIndex, values: values)) }
}
