import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Section 3.5: structs in the elements of uniform lists.
  static func nestedEntries() throws -> [ValidFixture] {
    [
      try ValidFixture(
        "list-nested", ["3.5"],
        "A uniform list of structs that hold structs: their entries stand in front of the elements.",
        keeps: ["V5"],
        ArchiveGraph(
          [line(), point()],
          roots: [
            ArchiveNamedValue(
              "lines", lines, .list([line(1, p(2, 1), p(2, 2)), line(1, p(2, 3), p(2, 4))]))
          ]
        )),
      try ValidFixture(
        "list-nested-mixed", ["3.5"],
        "Structs of several entries at one place in the elements of lists, which are mixed: also where the elements are of one entry.",
        keeps: ["V5", "C8"], mixed()),
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
        "Structs without keys in the elements of uniform lists.", keeps: ["V12"],
        ArchiveGraph(
          [
            .struct("Empty"),
            .struct("Holder", keys: [ArchiveKey("e", .struct("Empty")), ArchiveKey("x", .int8)]),
          ],
          roots: [
            ArchiveNamedValue(
              "root", .list(.struct("Holder")),
              .list([s(2, s(1), .integer(1)), s(2, s(1), .integer(2))]))
          ])),
      try ValidFixture(
        "list-nested-fixed", ["3.5"],
        "Elements that are of fixed size with all structs in them: 58 and 24 bytes each.",
        keeps: ["P1"], fixed()),
      try ValidFixture(
        "list-nested-recursive", ["3.5"],
        "A struct that requires itself, until an entry has no such key.", keeps: ["L2"],
        ArchiveGraph(
          [
            .struct("Node", keys: [ArchiveKey("next", .struct("Node"))]),
            .struct("Node", version: 2, keys: [ArchiveKey("x", .int8)]),
          ],
          roots: [
            ArchiveNamedValue("equal", .list(.struct("Node")), .list([chain(2, 1), chain(2, 2)])),
            ArchiveNamedValue(
              "unequal", .list(.struct("Node")), .list([chain(1, 3), chain(3, 4)])),
          ])),
      try ValidFixture(
        "value-depth-512-nested", ["3.2", "3.5"],
        "Structs in elements of uniform lists, and their keys, at depth 512.", keeps: ["L2"],
        ArchiveGraph(
          [
            .struct("Empty"), .struct("Holder", keys: [ArchiveKey("e", .struct("Empty"))]),
            line(), point(), point(version: 2),
          ],
          roots: [
            ArchiveNamedValue(
              "empty", .any,
              nested(.list(.struct("Holder")), .list([s(2, s(1)), s(2, s(1))]), lists: 254)),
            ArchiveNamedValue(
              "keys", .any,
              nested(
                .optional(lines),
                .some(.list([line(3, p(4, 1), p(4, 2)), line(3, p(4, 3), p(4, 4))])), lists: 253)),
            ArchiveNamedValue(
              "mixed", .any,
              nested(
                .optional(lines),
                .some(.list([line(3, p(4, 1), p(4, 2)), line(3, p(5, 3), p(4, 4))])), lists: 253)),
          ])),
    ]
  }

  private static let lines = ArchiveTypeDescriptor.list(.struct("Line"))

  private static func line(version: Int = 1) -> ArchiveClassEntry {
    .struct(
      "Line", version: version,
      keys: [ArchiveKey("from", .struct("Point")), ArchiveKey("to", .struct("Point"))])
  }

  private static func point(version: Int = 1) -> ArchiveClassEntry {
    .struct("Point", version: version, keys: [ArchiveKey("x", .int8)])
  }

  private static func s(_ entry: Int, _ values: ArchiveValue?...) -> ArchiveValue {
    .struct(ArchiveStructValue(entry: entry, values: values))
  }

  private static func line(_ entry: Int, _ from: ArchiveValue, _ to: ArchiveValue) -> ArchiveValue {
    s(entry, from, to)
  }

  private static func p(_ entry: Int, _ x: Int128) -> ArchiveValue { s(entry, .integer(x)) }

  /// A node with some more inside.
  private static func chain(_ count: Int, _ x: Int128) -> ArchiveValue {
    (0..<count).reduce(p(2, x)) { inner, _ in s(1, inner) }
  }

  private static func mixed() -> ArchiveGraph {
    func l(_ from: Int, _ to: Int) -> ArchiveValue { line(1, p(from, 1), p(to, 2)) }
    func pair(_ left: ArchiveValue, _ right: ArchiveValue) -> ArchiveValue { s(5, left, right) }
    let pairs = ArchiveTypeDescriptor.list(.struct("Pair"))
    return ArchiveGraph(
      [
        line(), line(version: 2), point(), point(version: 2),
        .struct(
          "Pair", keys: [ArchiveKey("a", .struct("Line")), ArchiveKey("b", .struct("Line"))]),
      ],
      roots: [
        ArchiveNamedValue("both", lines, .list([l(3, 4), l(4, 4), l(4, 3)])),
        ArchiveNamedValue("elements", lines, .list([l(3, 3), line(2, p(3, 1), p(3, 2))])),
        ArchiveNamedValue("first", lines, .list([l(3, 3), l(4, 3)])),
        ArchiveNamedValue("inner", pairs, .list([pair(l(3, 3), l(4, 4)), pair(l(4, 3), l(4, 4))])),
        ArchiveNamedValue("last", lines, .list([l(3, 3), l(3, 3), l(3, 4)])),
        ArchiveNamedValue(
          "outer", pairs, .list([pair(l(3, 4), line(2, p(3, 1), p(3, 2))), pair(l(3, 4), l(3, 3))])),
      ])
  }

  private static func unsaid() -> ArchiveGraph {
    let pointType = ArchiveTypeDescriptor.struct("Point")
    let keys = [
      ArchiveKey("absent", pointType, presence: .optional), ArchiveKey("nil", .optional(pointType)),
      ArchiveKey("enum", .enum("Shape")), ArchiveKey("list", .list(.struct("Line"))),
      ArchiveKey("retired", pointType, presence: .retired), ArchiveKey("said", pointType),
      ArchiveKey("any", .any), ArchiveKey("last", .struct("Line")),
    ]
    func element(_ x: Int128, isFull: Bool) -> ArchiveValue {
      s(
        1, isFull ? p(4, x) : nil, isFull ? ArchiveValue.some(p(4, x)) : ArchiveValue.nil,
        .enum(ArchiveEnumValue(entry: 3, caseIndex: 0, values: [p(4, x)])),
        .list(isFull ? [line(2, p(4, x), p(4, x))] : []), p(4, x),
        isFull ? .any(pointType, p(4, x)) : .any(.int8, .integer(x)), line(2, p(4, x), p(4, x)))
    }
    return ArchiveGraph(
      [
        .struct("All", keys: keys), line(),
        .enum("Shape", cases: [ArchiveCase("dot", keys: [ArchiveKey("at", pointType)])]), point(),
      ],
      roots: [
        ArchiveNamedValue(
          "enums", .list(.enum("Shape")),
          .list([.enum(ArchiveEnumValue(entry: 3, caseIndex: 0, values: [p(4, 1)]))])),
        ArchiveNamedValue(
          "structs", .list(.struct("All")),
          .list([element(1, isFull: true), element(2, isFull: false), element(3, isFull: true)])),
      ])
  }

  private static func places() -> ArchiveGraph {
    let one = ArchiveValue.list([line(1, p(2, 1), p(2, 2))])
    let two = ArchiveValue.list([line(1, p(2, 1), p(2, 2)), line(1, p(2, 3), p(2, 4))])
    return ArchiveGraph(
      [
        line(), point(),
        .class("Plan", keys: [ArchiveKey("lines", lines), ArchiveKey("note", .string)]),
      ],
      [ArchiveObject(3, two, .string("n"))],
      roots: [
        ArchiveNamedValue("any", .any, .any(lines, two)),
        ArchiveNamedValue("empty", lines, .list([])),
        ArchiveNamedValue("lists", .list(lines), .list([one, .list([]), two])),
        ArchiveNamedValue(
          "map", .map(key: lines, value: lines), .map([ArchiveMapPair(key: one, value: two)])),
        ArchiveNamedValue("one", lines, one),
        ArchiveNamedValue("optional", .optional(lines), ArchiveValue.some(two)),
        ArchiveNamedValue("plan", .reference(to: "Plan"), .reference(1)),
        ArchiveNamedValue("set", .set(lines), .set([one, two])),
      ])
  }

  private static func fixed() -> ArchiveGraph {
    let floats = ["x", "y", "z"].map { ArchiveKey($0, .float32) }
    func vector(_ x: Float) -> ArchiveValue { s(3, .float32(x), .float32(-x), .float32(0)) }
    func other(_ x: Int128) -> ArchiveValue {
      s(
        1, .integer(x), .unsigned(255), .float16(bitPattern: 0x7E01), .date(-1.5), .uuid(1),
        s(2, vector(1), vector(2)))
    }
    return ArchiveGraph(
      [
        .struct(
          "All",
          keys: [
            ArchiveKey("a", .int8), ArchiveKey("b", .uint8), ArchiveKey("c", .float16),
            ArchiveKey("d", .date), ArchiveKey("e", .uuid), ArchiveKey("f", .struct("Edge")),
          ]),
        .struct(
          "Edge", keys: [ArchiveKey("a", .struct("Vector")), ArchiveKey("b", .struct("Vector"))]),
        .struct("Vector", keys: floats),
      ],
      roots: [
        ArchiveNamedValue("all", .list(.struct("All")), .list([other(1), other(-1)])),
        ArchiveNamedValue(
          "edges", .list(.struct("Edge")),
          .list([
            s(2, vector(1), vector(2)), s(2, vector(.nan), vector(3)), s(2, vector(4), vector(5)),
          ])),
      ])
  }
}
