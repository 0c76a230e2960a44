import Stele
import TestSupport

extension ValidFixtures {
  /// Section 3.5: structs in the elements of uniform lists.
  static func nestedEntries() throws -> [ValidFixture] {
    [
      try ValidFixture(
        "list-nested", ["3.5"],
        "A uniform list of structs that hold structs: their entries stand in front of the elements.",
        keeps: ["V5"],
        Graph(
          [line(), point()],
          roots: [
            NamedValue(
              "lines", lines, .list([line(1, p(2, 1), p(2, 2)), line(1, p(2, 3), p(2, 4))]))
          ]
        )),
      try ValidFixture(
        "list-nested-mixed", ["3.5"],
        "Structs of several entries at one place in the elements of lists, which are mixed: also where the elements are of one entry.",
        keeps: ["V5", "C8"],
        mixed()),
      try ValidFixture(
        "list-nested-keys", ["3.5", "3.7"],
        "Structs in elements whose entries a list does not say: of keys that may be absent or nil, in enums and lists.",
        keeps: ["V11"], unsaid()),
      try ValidFixture(
        "list-nested-places", ["3.5", "3.6", "3.8"],
        "Uniform lists of nested structs in objects, optionals, lists, sets, maps and any values, and of one element.",
        keeps: ["V6", "V7"], places()),
      try ValidFixture(
        "list-nested-empty", ["3.5", "3.7"],
        "Structs without keys in the elements of uniform lists.",
        keeps: ["V12"],
        Graph(
          [
            .structure("Empty"),
            .structure("Holder", keys: [Key("e", .structure("Empty")), Key("x", .int8)]),
          ],
          roots: [
            NamedValue(
              "root", .list(.structure("Holder")),
              .list([s(2, s(1), .integer(1)), s(2, s(1), .integer(2))]))
          ])),
      try ValidFixture(
        "list-nested-fixed", ["3.5"],
        "Elements that are of fixed size with all structs in them: 58 and 24 bytes each.",
        keeps: ["P1"], fixed()),
      try ValidFixture(
        "list-nested-recursive", ["3.5"],
        "A struct that requires itself, until an entry has no such key.", keeps: ["L2"],
        Graph(
          [
            .structure("Node", keys: [Key("next", .structure("Node"))]),
            .structure("Node", version: 2, keys: [Key("x", .int8)]),
          ],
          roots: [
            NamedValue("equal", .list(.structure("Node")), .list([chain(2, 1), chain(2, 2)])),
            NamedValue("unequal", .list(.structure("Node")), .list([chain(1, 3), chain(3, 4)])),
          ])),
      try ValidFixture(
        "value-depth-512-nested", ["3.2", "3.5"],
        "Structs in elements of uniform lists, and their keys, at depth 512.", keeps: ["L2"],
        Graph(
          [
            .structure("Empty"), .structure("Holder", keys: [Key("e", .structure("Empty"))]),
            line(), point(), point(version: 2),
          ],
          roots: [
            NamedValue(
              "empty", .any,
              nested(.list(.structure("Holder")), .list([s(2, s(1)), s(2, s(1))]), lists: 254)),
            NamedValue(
              "keys", .any,
              nested(
                .optional(lines),
                .some(.list([line(3, p(4, 1), p(4, 2)), line(3, p(4, 3), p(4, 4))])),
                lists: 253)),
            NamedValue(
              "mixed", .any,
              nested(
                .optional(lines),
                .some(.list([line(3, p(4, 1), p(4, 2)), line(3, p(5, 3), p(4, 4))])),
                lists: 253)),
          ])),
    ]
  }

  private static let lines = TypeDescriptor.list(.structure("Line"))

  private static func line(version: Int = 1) -> ClassEntry {
    .structure(
      "Line", version: version,
      keys: [Key("from", .structure("Point")), Key("to", .structure("Point"))])
  }

  private static func point(version: Int = 1) -> ClassEntry {
    .structure("Point", version: version, keys: [Key("x", .int8)])
  }

  private static func s(_ entry: Int, _ values: Value?...) -> Value {
    .structure(StructValue(entry: entry, values: values))
  }

  private static func line(_ entry: Int, _ from: Value, _ to: Value) -> Value { s(entry, from, to) }

  private static func p(_ entry: Int, _ x: Int128) -> Value { s(entry, .integer(x)) }

  /// A node with some more inside.
  private static func chain(_ count: Int, _ x: Int128) -> Value {
    (0..<count).reduce(p(2, x)) { inner, _ in s(1, inner) }
  }

  private static func mixed() -> Graph {
    func l(_ from: Int, _ to: Int) -> Value { line(1, p(from, 1), p(to, 2)) }
    func pair(_ left: Value, _ right: Value) -> Value { s(5, left, right) }
    let pairs = TypeDescriptor.list(.structure("Pair"))
    return Graph(
      [
        line(), line(version: 2), point(), point(version: 2),
        .structure("Pair", keys: [Key("a", .structure("Line")), Key("b", .structure("Line"))]),
      ],
      roots: [
        NamedValue("both", lines, .list([l(3, 4), l(4, 4), l(4, 3)])),
        NamedValue("elements", lines, .list([l(3, 3), line(2, p(3, 1), p(3, 2))])),
        NamedValue("first", lines, .list([l(3, 3), l(4, 3)])),
        NamedValue("inner", pairs, .list([pair(l(3, 3), l(4, 4)), pair(l(4, 3), l(4, 4))])),
        NamedValue("last", lines, .list([l(3, 3), l(3, 3), l(3, 4)])),
        NamedValue(
          "outer", pairs,
          .list([pair(l(3, 4), line(2, p(3, 1), p(3, 2))), pair(l(3, 4), l(3, 3))])),
      ])
  }

  private static func unsaid() -> Graph {
    let pointType = TypeDescriptor.structure("Point")
    let keys = [
      Key("absent", pointType, presence: .optional), Key("nil", .optional(pointType)),
      Key("enum", .enumeration("Shape")), Key("list", .list(.structure("Line"))),
      Key("retired", pointType, presence: .retired), Key("said", pointType), Key("any", .any),
      Key("last", .structure("Line")),
    ]
    func element(_ x: Int128, isFull: Bool) -> Value {
      s(
        1, isFull ? p(4, x) : nil, isFull ? Value.some(p(4, x)) : Value.nil,
        .enumeration(EnumValue(entry: 3, caseIndex: 0, values: [p(4, x)])),
        .list(isFull ? [line(2, p(4, x), p(4, x))] : []), p(4, x),
        isFull ? .any(pointType, p(4, x)) : .any(.int8, .integer(x)),
        line(2, p(4, x), p(4, x)))
    }
    return Graph(
      [
        .structure("All", keys: keys), line(),
        .enumeration("Shape", cases: [Case("dot", keys: [Key("at", pointType)])]), point(),
      ],
      roots: [
        NamedValue(
          "enums", .list(.enumeration("Shape")),
          .list([.enumeration(EnumValue(entry: 3, caseIndex: 0, values: [p(4, 1)]))])),
        NamedValue(
          "structs", .list(.structure("All")),
          .list([element(1, isFull: true), element(2, isFull: false), element(3, isFull: true)])),
      ])
  }

  private static func places() -> Graph {
    let one = Value.list([line(1, p(2, 1), p(2, 2))])
    let two = Value.list([line(1, p(2, 1), p(2, 2)), line(1, p(2, 3), p(2, 4))])
    return Graph(
      [line(), point(), .class("Plan", keys: [Key("lines", lines), Key("note", .string)])],
      [Object(3, two, .string("n"))],
      roots: [
        NamedValue("any", .any, .any(lines, two)),
        NamedValue("empty", lines, .list([])),
        NamedValue("lists", .list(lines), .list([one, .list([]), two])),
        NamedValue("map", .map(key: lines, value: lines), .map([MapPair(key: one, value: two)])),
        NamedValue("one", lines, one),
        NamedValue("optional", .optional(lines), Value.some(two)),
        NamedValue("plan", .reference(to: "Plan"), .reference(1)),
        NamedValue("set", .set(lines), .set([one, two])),
      ])
  }

  private static func fixed() -> Graph {
    let floats = ["x", "y", "z"].map { Key($0, .float32) }
    func vector(_ x: Float) -> Value { s(3, .float32(x), .float32(-x), .float32(0)) }
    func other(_ x: Int128) -> Value {
      s(
        1, .integer(x), .unsigned(255), .float16(bitPattern: 0x7E01), .date(-1.5), .uuid(1),
        s(2, vector(1), vector(2)))
    }
    return Graph(
      [
        .structure(
          "All",
          keys: [
            Key("a", .int8), Key("b", .uint8), Key("c", .float16), Key("d", .date), Key("e", .uuid),
            Key("f", .structure("Edge")),
          ]),
        .structure("Edge", keys: [Key("a", .structure("Vector")), Key("b", .structure("Vector"))]),
        .structure("Vector", keys: floats),
      ],
      roots: [
        NamedValue("all", .list(.structure("All")), .list([other(1), other(-1)])),
        NamedValue(
          "edges", .list(.structure("Edge")),
          .list([
            s(2, vector(1), vector(2)), s(2, vector(.nan), vector(3)), s(2, vector(4), vector(5)),
          ])),
      ])
  }
}
