import Stele
import TestSupport

extension ValidFixtures {
  /// Section 3.7: structs, enums, presence bytes.
  static func structures() throws -> [ValidFixture] {
    [
      try ValidFixture(
        "struct-nested", ["3.7"], "Structs in structs, and a struct that holds a list of itself.",
        keeps: ["V8", "V9"],
        Graph(
          [
            .structure("Inner", keys: [Key("x", .int8), Key("list", .list(.structure("Outer")))]),
            .structure("Outer", keys: [Key("inner", .structure("Inner"))]),
          ],
          roots: [
            NamedValue(
              "root", .structure("Outer"),
              structure(
                2,
                structure(
                  1, .integer(1), .list([structure(2, structure(1, .integer(2), .list([])))]))))
          ])),
      try ValidFixture(
        "struct-without-keys", ["3.7"], "A struct without keys, one with retired keys only.",
        keeps: ["V12"],
        Graph(
          [
            .structure("Empty"),
            .structure("Retired", keys: [Key("x", .int8, presence: .retired)]),
          ],
          roots: [
            NamedValue("empty", .structure("Empty"), structure(1)),
            NamedValue("list", .list(.structure("Empty")), .list([structure(1), structure(1)])),
            NamedValue("retired", .structure("Retired"), structure(2)),
          ])),
      try ValidFixture(
        "struct-presence", ["3.7"],
        "Structs with 7, 8 and 9 optional keys: all there, none, and the last one only.",
        keeps: ["V11"],
        Graph(
          [7, 8, 9].map { .structure("S\($0)", keys: optionalKeys($0)) },
          roots: [7, 8, 9].enumerated().flatMap { index, count in
            presences(count).enumerated().map { position, values in
              NamedValue(
                "\(count)-\(position)", .structure("S\(count)"),
                .structure(StructValue(entry: index + 1, values: values)))
            }
          })),
      try ValidFixture(
        "object-presence", ["3.7", "5.2"],
        "Objects with 8 and 9 optional keys, one class and its superclass together.",
        keeps: ["V11"],
        Graph(
          [
            .class("Base", keys: optionalKeys(8)),
            .class("Derived", superclass: 1, keys: [Key("r", .bool)] + optionalKeys(1)),
          ],
          presences(8).map { Object(entry: 1, values: $0) }
            + presences(9).map {
              Object(entry: 2, values: $0.prefix(8) + [.bool(true)] + $0.suffix(1))
            },
          roots: Graph.roots((1...6).map { .reference($0) }, .reference(to: "Base")))),
      try ValidFixture(
        "absent-nil-zero", ["3.3", "3.7"], "Absent, nil and zero are three different things.",
        Graph(
          [.class("T", keys: [Key("k", .optional(.int8), presence: .optional)])],
          [
            Object(entry: 1, values: [nil]), Object(1, .nil), Object(1, .some(.integer(0))),
          ],
          roots: Graph.roots((1...3).map { .reference($0) }, .reference(to: "T")))),
      try ValidFixture(
        "enum-payload", ["3.7", "4.4"],
        "Enum cases with one key, with optional keys, and with none.",
        keeps: ["V10", "V11", "C12"],
        Graph(
          [
            .enumeration(
              "Shape",
              cases: [
                Case("circle", keys: [Key("radius", .float64)]),
                Case("point"),
                Case(
                  "polygon",
                  keys: [Key("sides", .uint8, presence: .optional), Key("name", .string)]),
              ])
          ],
          roots: Graph.roots(
            [
              enumeration(1, 0, .float64(1.5)), enumeration(1, 1),
              .enumeration(EnumValue(entry: 1, caseIndex: 2, values: [nil, .string("circle?")])),
              enumeration(1, 2, .unsigned(3), .string("triangle")),
            ], .enumeration("Shape")))),
      try ValidFixture(
        "enum-retired-case", ["3.7", "4.4"],
        "An enum with a retired case, and a case whose only key is retired.", keeps: ["V10", "C9"],
        Graph(
          [
            .enumeration(
              "E", version: 3,
              cases: [
                Case("old", isRetired: true, keys: [Key("x", .int8)]),
                Case("new", since: 3, keys: [Key("y", .int8, since: 3, presence: .retired)]),
              ])
          ],
          roots: Graph.roots([enumeration(1, 1)], .enumeration("E")))),
      try ValidFixture(
        "enum-128-cases", ["1.4", "3.7"], "An enum whose last case index takes two bytes.",
        keeps: ["V10"],
        Graph(
          [.enumeration("E", cases: (0...128).map { Case("case \($0)") })],
          roots: Graph.roots(
            [enumeration(1, 127), enumeration(1, 128)], .enumeration("E")))),
    ]
  }

  static func structure(_ entry: Int, _ values: Value...) -> Value {
    .structure(StructValue(entry: entry, values: values))
  }

  static func enumeration(_ entry: Int, _ caseIndex: Int, _ values: Value...) -> Value {
    .enumeration(EnumValue(entry: entry, caseIndex: caseIndex, values: values))
  }

  private static func optionalKeys(_ count: Int) -> [Key] {
    (0..<count).map { Key("k\($0)", .bool, presence: .optional) }
  }

  private static func presences(_ count: Int) -> [[Value?]] {
    [
      Array(repeating: .bool(true), count: count),
      Array(repeating: nil, count: count),
      Array(repeating: nil, count: count - 1) + [.bool(false)],
    ]
  }
}
