import Stele
import TestSupport

extension ValidFixtures {
  /// Section 3.2: what counts as a level, and what does not.
  static func depths() throws -> [ValidFixture] {
    let t = TypeDescriptor.reference(to: "T")
    let weak = TypeDescriptor.weakReference(to: "T")
    let references = structure(3, .reference(1), .nil, .reference(1))
    let otherReferences = structure(4, .reference(1))
    let edges = [
      NamedValue("any", .any, shallow(.optional(.any), .some(.any(t, .reference(1))))),
      NamedValue("enum", .any, nested(.enumeration("E"), tagged(1, 1, .reference(1)))),
      NamedValue("mixed-enums", .any, shallow(.enumeration("E"), [tagged(1, 0), tagged(2, 0)])),
      NamedValue("mixed-structs", .any, shallow(.structure("S"), [references, otherReferences])),
      NamedValue("optional-weak", .any, nested(.optional(weak), .some(.reference(1)))),
      NamedValue("optional-weak-list", .any, shallow(.optional(weak), [.nil, .some(.nil)])),
      NamedValue("optional-weak-nil", .any, nested(.optional(weak), .nil)),
      NamedValue("packed", .any, nested(.list(.int32), .list([.integer(300), .integer(-1)]))),
      NamedValue("set", .any, shallow(.set(.string), .set([.string("e")]))),
      NamedValue("string", .any, nested(.string, .string("s"))),
      NamedValue("struct", .any, nested(.structure("S"), references)),
      NamedValue("struct-key", .any, shallow(.structure("V"), structure(6, .bool(true)))),
      NamedValue("uniform-enums", .any, shallow(.enumeration("E"), [tagged(1, 0), tagged(1, 0)])),
      NamedValue("uniform-structs", .any, shallow(.structure("S"), [references, references])),
      NamedValue("weak-list", .any, nested(.list(weak), .list([.nil, .reference(1)]))),
    ]
    let entries: [ClassEntry] = [
      .enumeration("E", cases: [Case("a"), Case("b", keys: [Key("r", t)])]),
      .enumeration("E", version: 2, cases: [Case("a")]),
      .structure("S", keys: [Key("r", t), Key("o", .optional(t)), Key("w", weak)]),
      .structure("S", version: 2, keys: [Key("r", t)]),
      .class("T", keys: [Key("k", .any)]),
      .structure("V", keys: [Key("b", .bool)]),
    ]
    let map = TypeDescriptor.map(key: .string, value: .string)
    let pair = MapPair(key: .string("k"), value: .string("v"))
    return [
      try ValidFixture(
        "value-depth-512-elements", ["3.2"],
        "Elements, keys and values at depth 512, of each form, and references directly inside of them.",
        keeps: ["L2"],
        Graph(
          entries, [Object(5, nested(map, .map([])))], roots: edges,
          metadata: [NamedValue("map", .any, shallow(map, .map([pair])))])),
      try ValidFixture(
        "value-depth-512-reference-keys", ["3.2"],
        "Sets and maps of references at depth 512; their elements, keys and values do not count.",
        keeps: ["L2"],
        Graph(
          [.class("T")], [Object(1)],
          roots: [
            NamedValue(
              "map", .any,
              nested(
                .map(key: t, value: t),
                .map([MapPair(key: .reference(1), value: .reference(1))]))),
            NamedValue(
              "optional", .any, nested(.set(.optional(t)), .set([.nil, .reference(1)]))),
            NamedValue("weak", .any, nested(.set(weak), .set([.nil]))),
          ])),
    ]
  }

  /// An any value at depth 1 that holds, through lists of any, a value of a type at depth 512.
  static func nested(_ type: TypeDescriptor, _ value: Value, lists: Int = 255) -> Value {
    (0..<lists).reduce(.any(type, value)) { inner, _ in .any(.list(.any), .list([inner])) }
  }

  /// The same with the value at depth 511, so that what it contains is at depth 512.
  private static func shallow(_ type: TypeDescriptor, _ value: Value) -> Value {
    nested(.optional(type), .some(value), lists: 254)
  }

  private static func shallow(_ element: TypeDescriptor, _ elements: [Value]) -> Value {
    shallow(.list(element), .list(elements))
  }

  private static func tagged(_ entry: Int, _ caseIndex: Int, _ values: Value...) -> Value {
    .enumeration(EnumValue(entry: entry, caseIndex: caseIndex, values: values))
  }
}
