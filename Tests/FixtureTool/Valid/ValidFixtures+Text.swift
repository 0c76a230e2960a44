import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Section 1.6: strings.
  static func text() throws -> [ValidFixture] {
    let scalars: [UInt32] = [
      0, 1, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF, 0x1_0000,
      0x1_F3FA, 0x10_FFFF,
    ]
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    return [
      try ValidFixture(
        "string-lengths", ["1.6"], "Strings of 0, 1, 127, 128, 16,383 and 16,384 bytes.",
        keeps: ["P5", "P6"],
        ArchiveGraph(
          values: [0, 1, 127, 128, 16383, 16384].map {
            .string(String(repeating: "s", count: $0))
          }, type: .string)),
      try ValidFixture(
        "string-scalars", ["1.6"],
        "The first and the last scalar of each length of UTF-8, U+0000 and the byte order mark.",
        keeps: ["P6"],
        ArchiveGraph(
          values: scalars.compactMap { Unicode.Scalar($0) }.map { .string("\(String($0))") }
            + [.string("\u{FEFF}a\u{0}b\u{80}\u{800}\u{10000}")], type: .string)),
      try ValidFixture(
        "string-not-normalised", ["1.6", "4.1"],
        "Class names, keys, roots, set elements and map keys that differ in bytes only.",
        keeps: ["C2", "C10", "V6", "V7", "X1"],
        ArchiveGraph(
          [
            .class(decomposed, keys: [ArchiveKey(composed, .bool), ArchiveKey(decomposed, .bool)]),
            .class(composed),
          ],
          [ArchiveObject(1, .bool(true), .bool(false)), ArchiveObject(2)],
          roots: [
            ArchiveNamedValue(decomposed, .reference(to: decomposed), .reference(1)),
            ArchiveNamedValue(composed, .reference(to: composed), .reference(2)),
            ArchiveNamedValue(
              "map", .map(key: .string, value: .bool),
              .map([
                ArchiveMapPair(key: .string(composed), value: .bool(true)),
                ArchiveMapPair(key: .string(decomposed), value: .bool(true)),
              ])),
            ArchiveNamedValue(
              "set", .set(.string), .set([.string(composed), .string(decomposed)])),
          ])),
      try ValidFixture(
        "names-empty", ["4.3", "4.4", "6.1", "6.2"],
        "The names of a key, a case, a root and a metadata item may be empty.",
        ArchiveGraph(
          [
            .enum("E", cases: [ArchiveCase("", keys: [ArchiveKey("", .bool)])]),
            .class("T", keys: [ArchiveKey("", .enum("E"))]),
          ],
          [
            ArchiveObject(
              2, .enum(ArchiveEnumValue(entry: 1, caseIndex: 0, values: [.bool(true)])))
          ],
          roots: [ArchiveNamedValue("", .reference(to: "T"), .reference(1))],
          metadata: [ArchiveNamedValue("", .bool, .bool(true))])),
      try ValidFixture(
        "bytes-lengths", ["3.1"], "Bytes of the lengths 0, 1, 127 and 128.", keeps: ["P5"],
        ArchiveGraph(
          values: [0, 1, 127, 128].map { .bytes(Array(repeating: 0xEE, count: $0)) }, type: .bytes)),
    ]
  }

  /// Section 1.4: numbers outside of values.
  static func numbers() throws -> [ValidFixture] {
    let versions = [1, 127, 128, 16383, 16384, 0x7FFF_FFFE, 0x7FFF_FFFF]
    return [
      try ValidFixture(
        "class-versions", ["1.4", "4.2"],
        "Versions of a class up to 2^31 - 1, and keys since each.",
        keeps: ["P3", "P4", "C4", "C11"],
        ArchiveGraph(
          versions.map { version in
            .class("V", version: version, keys: [ArchiveKey("k", .bool, since: version)])
          },
          versions.indices.map { ArchiveObject($0 + 1, .bool($0 % 2 == 0)) },
          roots: ArchiveGraph.roots(
            versions.indices.map { .reference($0 + 1) }, .reference(to: "V")))), try textEdges(),
    ]
  }

  /// Annex C.5: the integers where JSON numbers end and JSON strings begin.
  private static func textEdges() throws -> ValidFixture {
    let largest: Int128 = 1 << 53 - 1
    let edges = [largest, largest + 1, largest + 2, -largest, -largest - 1, -largest - 2]
    let signed: [(String, ArchiveTypeDescriptor)] = [("int128", .int128), ("int64", .int64)]
    let unsigned: [(String, ArchiveTypeDescriptor)] = [("uint128", .uint128), ("uint64", .uint64)]
    let anys = edges.map { ArchiveValue.any(.int64, .integer($0)) }
    return try ValidFixture(
      "text-integers", ["1.4"],
      "Integers around 2^53 - 1, where their text turns from numbers to strings.",
      ArchiveGraph(
        [.class("V", keys: [ArchiveKey("k", .int64)])],
        [ArchiveObject(1, .integer(largest)), ArchiveObject(1, .integer(-largest - 1))],
        roots: [ArchiveNamedValue("any", .list(.any), .list(anys))]
          + signed.map { ArchiveNamedValue($0.0, .list($0.1), .list(edges.map { .integer($0) })) }
          + [
            ArchiveNamedValue(
              "objects", .list(.reference(to: "V")), .list([.reference(1), .reference(2)])),
            ArchiveNamedValue(
              "optional", .optional(.uint64), .some(.unsigned(UInt128(largest) + 1))),
          ]
          + unsigned.map {
            ArchiveNamedValue(
              $0.0, .list($0.1), .list(edges.filter { $0 > 0 }.map { .unsigned(UInt128($0)) }))
          }))
  }
}
