import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Section 3.6: sets and maps.
  static func collections() throws -> [ValidFixture] {
    [
      try ValidFixture(
        "set-elements", ["3.6"], "Sets of integers, optionals, sets, any values and structs.",
        keeps: ["V6"],
        ArchiveGraph(
          [.struct("S", keys: [ArchiveKey("x", .int8)])],
          roots: [
            ArchiveNamedValue(
              "any", .set(.any), .set([.any(.int8, .integer(1)), .any(.uint8, .unsigned(1))])),
            ArchiveNamedValue("float64", .set(.float64), .set([.float64(0), .float64(-0.0)])),
            ArchiveNamedValue(
              "int32", .set(.int32), .set([.integer(0), .integer(-1), .integer(1)])),
            ArchiveNamedValue(
              "optional", .set(.optional(.bool)), .set([.nil, .some(.bool(false))])),
            ArchiveNamedValue("set", .set(.set(.uint8)), .set([.set([]), .set([.unsigned(1)])])),
            ArchiveNamedValue(
              "struct", .set(.struct("S")),
              .set([1, 2].map { .struct(ArchiveStructValue(entry: 1, values: [.integer($0)])) })),
          ])),
      try ValidFixture(
        "set-nan", ["3.1", "3.6"], "Elements that are different by their bits: NaNs and zeros.",
        keeps: ["V6"],
        ArchiveGraph(
          values: [
            .set([
              .float64(-0.0), .float64(Double(bitPattern: 0xFFF8_0000_0000_0000)),
              .float64(Double(bitPattern: 0x7FF8_0000_0000_0001)), .float64(0), .float64(.nan),
            ])
          ], type: .set(.float64))),
      try ValidFixture(
        "map-of-lists", ["3.5", "3.6"], "A map whose values are lists, and one whose keys are.",
        keeps: ["V7"],
        ArchiveGraph(roots: [
          ArchiveNamedValue(
            "keys", .map(key: .list(.uint8), value: .bool),
            .map([
              ArchiveMapPair(key: .list([]), value: .bool(true)),
              ArchiveMapPair(key: .list([.unsigned(0)]), value: .bool(false)),
            ])),
          ArchiveNamedValue(
            "values", .map(key: .string, value: .list(.int64)),
            .map([
              ArchiveMapPair(key: .string("empty"), value: .list([])),
              ArchiveMapPair(key: .string("wide!"), value: .list([.integer(.init(Int64.max))])),
            ])),
        ])),
      try ValidFixture(
        "map-nested", ["3.6"], "Maps in maps, also as keys.", keeps: ["V7"],
        ArchiveGraph(roots: [
          ArchiveNamedValue(
            "keys", .map(key: .map(key: .bool, value: .bool), value: .bool),
            .map([
              ArchiveMapPair(
                key: .map([ArchiveMapPair(key: .bool(true), value: .bool(false))]),
                value: .bool(true))
            ])),
          ArchiveNamedValue(
            "values", .map(key: .int8, value: .map(key: .int8, value: .int8)),
            .map([
              ArchiveMapPair(key: .integer(1), value: .map([])),
              ArchiveMapPair(
                key: .integer(2),
                value: .map([ArchiveMapPair(key: .integer(1), value: .integer(1))])),
            ])),
        ])),
      try ValidFixture(
        "set-order", ["3.6", "9.6"], "The order of set elements and map pairs is kept.",
        ArchiveGraph(roots: [
          ArchiveNamedValue(
            "map", .map(key: .int8, value: .bool),
            .map([
              ArchiveMapPair(key: .integer(3), value: .bool(true)),
              ArchiveMapPair(key: .integer(1), value: .bool(true)),
            ])),
          ArchiveNamedValue(
            "set", .set(.string), .set([.string("b"), .string("c"), .string("a")])),
        ])),
    ]
  }

  /// Sections 3.3 and 3.8: optionals, any.
  static func optionals() throws -> [ValidFixture] {
    [
      try ValidFixture(
        "optional-nested", ["3.3"], "Optionals in optionals: nil at every depth.", keeps: ["V1"],
        ArchiveGraph(
          values: [.nil, .some(.nil), .some(.some(.nil)), .some(.some(.some(.bool(false))))],
          type: .optional(.optional(.optional(.bool))))),
      try ValidFixture(
        "optional-reference", ["3.3", "5.3"],
        "Optional references, nil and not, and optional optional ones.", keeps: ["R4", "R5", "R6"],
        ArchiveGraph(
          [.class("T", keys: [ArchiveKey("next", .optional(.reference(to: "T")))])],
          [ArchiveObject(1, .reference(2)), ArchiveObject(1, .nil)],
          roots: [
            ArchiveNamedValue("a", .optional(.reference(to: "T")), .reference(1)),
            ArchiveNamedValue("b", .optional(.reference(to: nil)), .nil),
            ArchiveNamedValue("c", .optional(.optional(.reference(to: nil))), .some(.reference(2))),
            ArchiveNamedValue("d", .optional(.optional(.reference(to: nil))), .some(.nil)),
            ArchiveNamedValue("e", .optional(.weakReference(to: "T")), .some(.reference(1))),
            ArchiveNamedValue("f", .optional(.weakReference(to: "T")), .some(.nil)),
          ])),
      try ValidFixture(
        "any-everywhere", ["3.8"],
        "Any values in an object, an optional, a set, a map and a list, with every kind of type.",
        keeps: ["V13", "T1"],
        ArchiveGraph(
          [
            .struct("S", keys: [ArchiveKey("x", .any)]),
            .class("T", keys: [ArchiveKey("value", .any)]),
          ],
          [
            ArchiveObject(2, .any(.reference(to: "T"), .reference(1))),
            ArchiveObject(2, .any(.weakReference(to: nil), .reference(1))),
          ],
          roots: [
            ArchiveNamedValue(
              "list", .list(.any),
              .list([
                .any(.reference(to: nil), .reference(1)),
                .any(.optional(.reference(to: "T")), .reference(2)),
                .any(
                  .struct("S"),
                  .struct(ArchiveStructValue(entry: 1, values: [.any(.bool, .bool(true))]))),
              ])),
            ArchiveNamedValue(
              "map", .map(key: .any, value: .any),
              .map([
                ArchiveMapPair(
                  key: .any(.string, .string("k")),
                  value: .any(.set(.int8), .set([.integer(1)])))
              ])),
            ArchiveNamedValue("optional", .optional(.any), .some(.any(.date, .date(1)))),
            ArchiveNamedValue("set", .set(.any), .set([.any(.bool, .bool(true))])),
          ])),
    ]
  }
}
