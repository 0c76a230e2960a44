import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Section 3.5: lists.
  static func lists() throws -> [ValidFixture] {
    try nestedEntries() + packedLists() + [
      try ValidFixture(
        "list-plain", ["3.5"], "Plain lists: of strings, lists, optionals, decimals, any and sets.",
        keeps: ["P5"],
        ArchiveGraph(roots: [
          ArchiveNamedValue(
            "any", .list(.any), .list([.any(.int8, .integer(1)), .any(.bool, .bool(true))])),
          ArchiveNamedValue("decimals", .list(.decimal), .list([.decimal(.notANumber)])),
          ArchiveNamedValue(
            "lists", .list(.list(.int32)), .list([.list([]), .list([.integer(1)])])),
          ArchiveNamedValue(
            "optionals", .list(.optional(.int8)), .list([.nil, .some(.integer(1))])),
          ArchiveNamedValue("sets", .list(.set(.bool)), .list([.set([.bool(false)]), .set([])])),
          ArchiveNamedValue("strings", .list(.string), .list([.string("b"), .string("a")])),
        ])),
      try ValidFixture(
        "list-uniform", ["3.5", "3.7"], "Uniform lists of structs and of enums, and empty ones.",
        keeps: ["V8", "V10"],
        ArchiveGraph(
          [enumeration, structure(version: 1), structure(version: 2)],
          roots: [
            ArchiveNamedValue("empty-enums", .list(.enum("E")), .list([])),
            ArchiveNamedValue("empty-structs", .list(.struct("S")), .list([])),
            ArchiveNamedValue("enums", .list(.enum("E")), .list([e(0), e(1, 5), e(0)])),
            ArchiveNamedValue("one-struct", .list(.struct("S")), .list([s(3, 1)])),
            ArchiveNamedValue("structs", .list(.struct("S")), .list([s(2, 1), s(2, 2), s(2, 1)])),
          ])),
      try ValidFixture(
        "list-mixed", ["3.5", "3.7"], "Mixed lists of structs and of enums of two versions.",
        keeps: ["V5", "C8"],
        ArchiveGraph(
          [
            enumeration, .enum("E", version: 2, cases: [ArchiveCase("a")]),
            structure(version: 1), structure(version: 2),
          ],
          roots: [
            ArchiveNamedValue(
              "enums", .list(.enum("E")),
              .list([e(0), .enum(ArchiveEnumValue(entry: 2, caseIndex: 0, values: []))])),
            ArchiveNamedValue("structs", .list(.struct("S")), .list([s(3, 1), s(4, 2), s(3, 3)])),
          ])),
      try ValidFixture(
        "list-references", ["3.5", "5.3"], "Lists of references, strong, optional and weak.",
        keeps: ["R4", "R5"],
        ArchiveGraph(
          [.class("T")], [ArchiveObject(1), ArchiveObject(1)],
          roots: [
            ArchiveNamedValue(
              "a", .list(.reference(to: "T")), .list([.reference(1), .reference(2)])),
            ArchiveNamedValue(
              "b", .list(.optional(.reference(to: nil))),
              .list([.reference(1), .nil, .reference(1)])),
            ArchiveNamedValue("c", .list(.weakReference(to: "T")), .list([.nil, .reference(2)])),
          ])),
    ]
  }

  private static let enumeration = ArchiveClassEntry.enum(
    "E", cases: [ArchiveCase("a"), ArchiveCase("b", keys: [ArchiveKey("x", .int8)])])

  private static func structure(version: Int) -> ArchiveClassEntry {
    .struct("S", version: version, keys: [ArchiveKey("x", .int8)])
  }

  private static func s(_ entry: Int, _ x: Int128) -> ArchiveValue {
    .struct(ArchiveStructValue(entry: entry, values: [.integer(x)]))
  }

  private static func e(_ index: Int, _ x: Int128? = nil) -> ArchiveValue {
    .enum(ArchiveEnumValue(entry: 1, caseIndex: index, values: x.map { [.integer($0)] } ?? []))
  }

  private static func packedLists() throws -> [ValidFixture] {
    let signed = signedTypes.filter { $0.width > 8 }.flatMap { name, type, width in
      stride(from: 8, through: width, by: 8).filter { $0 & ($0 - 1) == 0 }.flatMap { bits in
        let largest = Int128.max >> (128 - Int128(bits))
        return [[largest], [-largest - 1], [0, largest, -1]].enumerated().map { index, list in
          ArchiveNamedValue(
            "\(name) in \(bits) bits, \(index)", .list(type), .list(list.map { .integer($0) }))
        }
      }
    }
    let unsigned = unsignedTypes.filter { $0.width > 8 }.flatMap { name, type, width in
      stride(from: 8, through: width, by: 8).filter { $0 & ($0 - 1) == 0 }.flatMap { bits in
        let largest = UInt128.max >> (128 - UInt128(bits))
        return [[largest], [0, largest], [largest >> 1 + 1]].enumerated().map { index, list in
          ArchiveNamedValue(
            "\(name) in \(bits) bits, \(index)", .list(type), .list(list.map { .unsigned($0) }))
        }
      }
    }
    return [
      try ValidFixture(
        "packed-signed", ["3.5"],
        "Packed lists of signed integers on both sides of every width.", keeps: ["V3", "V4"],
        ArchiveGraph(roots: sorted(signed))),
      try ValidFixture(
        "packed-unsigned", ["3.5"],
        "Packed lists of unsigned integers on both sides of every width.", keeps: ["V3", "V4"],
        ArchiveGraph(roots: sorted(unsigned))),
      try ValidFixture(
        "packed-fixed", ["3.5"],
        "Packed lists of bools, 8-bit integers, floats, dates and uuids, which have no width.",
        keeps: ["V1"],
        ArchiveGraph(
          roots: sorted([
            ArchiveNamedValue("bool", .list(.bool), .list([.bool(true), .bool(false)])),
            ArchiveNamedValue("date", .list(.date), .list([.date(0), .date(-1.5)])),
            ArchiveNamedValue("float16", .list(.float16), .list([.float16(bitPattern: 0x7E01)])),
            ArchiveNamedValue("float32", .list(.float32), .list([.float32(1), .float32(-0.0)])),
            ArchiveNamedValue("float64", .list(.float64), .list([.float64(1), .float64(.nan)])),
            ArchiveNamedValue("int8", .list(.int8), .list([.integer(-128), .integer(127)])),
            ArchiveNamedValue("uint8", .list(.uint8), .list([.unsigned(0), .unsigned(255)])),
            ArchiveNamedValue("uuid", .list(.uuid), .list([.uuid(1), .uuid(1 << 127)])),
          ]))),
      try ValidFixture(
        "packed-empty", ["3.5"], "Empty lists of every packed type: a count of 0 and no width.",
        ArchiveGraph(
          roots: sorted(
            (signedTypes + unsignedTypes).map {
              ArchiveNamedValue($0.name, .list($0.type), .list([]))
            }
              + [
                ArchiveNamedValue("bool", .list(.bool), .list([])),
                ArchiveNamedValue("date", .list(.date), .list([])),
                ArchiveNamedValue("float64", .list(.float64), .list([])),
                ArchiveNamedValue("uuid", .list(.uuid), .list([])),
              ]))),
      try ValidFixture(
        "packed-counts", ["1.4", "3.5"], "Packed lists of 127, 128, 16,383 and 16,384 elements.",
        keeps: ["P5"],
        ArchiveGraph(
          values: [127, 128, 16383, 16384].map {
            .list(Array(repeating: .unsigned(7), count: $0))
          }, type: .list(.uint8))),
      try ValidFixture(
        "packed-one-wide", ["3.5"],
        "One wide element makes all elements wide, wherever it stands.", keeps: ["V4"],
        ArchiveGraph(
          values: [
            .list([.integer(128), .integer(0), .integer(1)]),
            .list([.integer(0), .integer(-129), .integer(1)]),
            .list([.integer(0), .integer(1), .integer(32768)]),
          ], type: .list(.int64))),
    ]
  }

  private static func sorted(_ roots: [ArchiveNamedValue]) -> [ArchiveNamedValue] {
    roots.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
