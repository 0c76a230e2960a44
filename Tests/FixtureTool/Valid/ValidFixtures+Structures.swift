import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Section 3.7: structs, enums, presence bytes.
  static func structures() throws -> [ValidFixture] {
    [
      try ValidFixture(
        "struct-nested", ["3.7"], "Structs in structs, and a struct that holds a list of itself.",
        keeps: ["V8", "V9"],
        ArchiveGraph(
          [
            .struct(
              "Inner", keys: [ArchiveKey("x", .int8), ArchiveKey("list", .list(.struct("Outer")))]),
            .struct("Outer", keys: [ArchiveKey("inner", .struct("Inner"))]),
          ],
          roots: [
            ArchiveNamedValue(
              "root", .struct("Outer"),
              structure(
                2,
                structure(
                  1, .integer(1), .list([structure(2, structure(1, .integer(2), .list([])))]))))
          ])),
      try ValidFixture(
        "struct-without-keys", ["3.7"], "A struct without keys, one with retired keys only.",
        keeps: ["V12"],
        ArchiveGraph(
          [
            .struct("Empty"),
            .struct("Retired", keys: [ArchiveKey("x", .int8, presence: .retired)]),
          ],
          roots: [
            ArchiveNamedValue("empty", .struct("Empty"), structure(1)),
            ArchiveNamedValue(
              "list", .list(.struct("Empty")), .list([structure(1), structure(1)])),
            ArchiveNamedValue("retired", .struct("Retired"), structure(2)),
          ])),
      try ValidFixture(
        "struct-presence", ["3.7"],
        "Structs with 7, 8 and 9 optional keys: all there, none, and the last one only.",
        keeps: ["V11"],
        ArchiveGraph(
          [7, 8, 9].map { .struct("S\($0)", keys: optionalKeys($0)) },
          roots: [7, 8, 9].enumerated().flatMap { index, count in
            presences(count).enumerated().map { position, values in
              ArchiveNamedValue(
                "\(count)-\(position)", .struct("S\(count)"),
                .struct(ArchiveStructValue(entry: index + 1, values: values)))
            }
          })),
      try ValidFixture(
        "object-presence", ["3.7", "5.2"],
        "Objects with 8 and 9 optional keys, one class and its superclass together.",
        keeps: ["V11"],
        ArchiveGraph(
          [
            .class("Base", keys: optionalKeys(8)),
            .class("Derived", superclass: 1, keys: [ArchiveKey("r", .bool)] + optionalKeys(1)),
          ],
          presences(8).map { ArchiveObject(entry: 1, values: $0) }
            + presences(9).map {
              ArchiveObject(entry: 2, values: $0.prefix(8) + [.bool(true)] + $0.suffix(1))
            },
          roots: ArchiveGraph.roots((1...6).map { .reference($0) }, .reference(to: "Base")))),
      try ValidFixture(
        "absent-nil-zero", ["3.3", "3.7"], "Absent, nil and zero are three different things.",
        ArchiveGraph(
          [.class("T", keys: [ArchiveKey("k", .optional(.int8), presence: .optional)])],
          [
            ArchiveObject(entry: 1, values: [nil]), ArchiveObject(1, .nil),
            ArchiveObject(1, .some(.integer(0))),
          ],
          roots: ArchiveGraph.roots((1...3).map { .reference($0) }, .reference(to: "T")))),
      try ValidFixture(
        "enum-payload", ["3.7", "4.4"],
        "Enum cases with one key, with optional keys, and with none.",
        keeps: ["V10", "V11", "C12"],
        ArchiveGraph(
          [
            .enum(
              "Shape",
              cases: [
                ArchiveCase("circle", keys: [ArchiveKey("radius", .float64)]), ArchiveCase("point"),
                ArchiveCase(
                  "polygon",
                  keys: [
                    ArchiveKey("sides", .uint8, presence: .optional), ArchiveKey("name", .string),
                  ]),
              ])
          ],
          roots: ArchiveGraph.roots(
            [
              enumeration(1, 0, .float64(1.5)), enumeration(1, 1),
              .enum(ArchiveEnumValue(entry: 1, caseIndex: 2, values: [nil, .string("circle?")])),
              enumeration(1, 2, .unsigned(3), .string("triangle")),
            ], .enum("Shape")))),
      try ValidFixture(
        "enum-retired-case", ["3.7", "4.4"],
        "An enum with a retired case, and a case whose only key is retired.", keeps: ["V10", "C9"],
        ArchiveGraph(
          [
            .enum(
              "E", version: 3,
              cases: [
                ArchiveCase("old", isRetired: true, keys: [ArchiveKey("x", .int8)]),
                ArchiveCase(
                  "new", since: 3, keys: [ArchiveKey("y", .int8, since: 3, presence: .retired)]),
              ])
          ],
          roots: ArchiveGraph.roots([enumeration(1, 1)], .enum("E")))),
      try ValidFixture(
        "enum-128-cases", ["1.4", "3.7"], "An enum whose last case index takes two bytes.",
        keeps: ["V10"],
        ArchiveGraph(
          [.enum("E", cases: (0...128).map { ArchiveCase("case \($0)") })],
          roots: ArchiveGraph.roots([enumeration(1, 127), enumeration(1, 128)], .enum("E")))),
    ]
  }

  static func structure(_ entry: Int, _ values: ArchiveValue...) -> ArchiveValue {
    .struct(ArchiveStructValue(entry: entry, values: values))
  }

  static func enumeration(_ entry: Int, _ caseIndex: Int, _ values: ArchiveValue...) -> ArchiveValue
  { .enum(ArchiveEnumValue(entry: entry, caseIndex: caseIndex, values: values)) }

  private static func optionalKeys(_ count: Int) -> [ArchiveKey] {
    (0..<count).map { ArchiveKey("k\($0)", .bool, presence: .optional) }
  }

  private static func presences(_ count: Int) -> [[ArchiveValue?]] {
    [
      Array(repeating: .bool(true), count: count), Array(repeating: nil, count: count),
      Array(repeating: nil, count: count - 1) + [.bool(false)],
    ]
  }
}
