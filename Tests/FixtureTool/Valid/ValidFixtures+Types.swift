import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Section 3.1: each type alone, as a root and as a key.
  static func types() throws -> [ValidFixture] {
    try scalarTypes() + containerTypes() + classTypes()
  }

  private static func scalarTypes() throws -> [ValidFixture] {
    let nan16: [UInt16] = [0x7E00, 0x7C01, 0xFE00, 0xFFFF]
    let nan32: [UInt32] = [0x7FC0_0000, 0x7F80_0001, 0xFFC0_0000, 0xFFFF_FFFF]
    let nan64: [UInt64] = [
      0x7FF8_0000_0000_0000, 0x7FF0_0000_0000_0001, 0xFFF8_0000_0000_0000, .max,
    ]
    let halves: [UInt16] = [0, 0x8000, 0x0001, 0x03FF, 0x0400, 0x3C00, 0x7BFF, 0x7C00, 0xFC00]
    let floats: [Float] = [
      0, -0.0, 1, -1, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
      .infinity, -.infinity, 0.1,
    ]
    let doubles: [Double] = [
      0, -0.0, 1, -1, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
      .infinity, -.infinity, 0.1, 1e30,
    ]
    let dates: [Double] = [0, -0.0, -978_307_200, 806_000_000.123_456_7, .infinity, 1e-300]
    var fixtures = [
      try alone("bool", .bool, [.bool(true), .bool(false)], keeps: ["V1"]),
      try alone("float16", .float16, (halves + nan16).map { .float16(bitPattern: $0) }),
      try alone(
        "float32", .float32,
        floats.map { .float32($0) } + nan32.map { .float32(Float(bitPattern: $0)) }),
      try alone(
        "float64", .float64,
        doubles.map { .float64($0) } + nan64.map { .float64(Double(bitPattern: $0)) }),
      try alone(
        "date", .date, (dates + [Double(bitPattern: 0x7FF8_0000_0000_0123)]).map { .date($0) }),
      try alone("string", .string, [.string("text"), .string("")]),
      try alone("bytes", .bytes, [.bytes([0, 1, 0x7F, 0x80, 0xFF]), .bytes([])]),
      try alone(
        "uuid", .uuid, [.uuid(0x0011_2233_4455_6677_8899_AABB_CCDD_EEFF), .uuid(0), .uuid(.max)]),
      try alone("decimal", .decimal, decimals, keeps: ["V2"]),
      try alone(
        "any", .any,
        [
          .any(.int32, .integer(-5)), .any(.string, .string("five")),
          .any(.optional(.any), .nil), .any(.optional(.any), .some(.any(.bool, .bool(true)))),
          .any(.list(.any), .list([.any(.uint8, .unsigned(5)), .any(.list(.any), .list([]))])),
          .any(.optional(.never), .nil),
        ], keeps: ["V13"]),
    ]
    for (name, type, width) in signedTypes {
      fixtures.append(
        try alone(name, type, signed(width).map { .integer($0) }, keeps: ["P3", "P4"]))
    }
    for (name, type, width) in unsignedTypes {
      fixtures.append(
        try alone(name, type, unsigned(width).map { .unsigned($0) }, keeps: ["P3", "P4"]))
    }
    return fixtures
  }

  /// The signed integer types with their widths in bits.
  static let signedTypes: [(name: String, type: ArchiveTypeDescriptor, width: Int)] = [
    ("int8", .int8, 8), ("int16", .int16, 16), ("int32", .int32, 32), ("int64", .int64, 64),
    ("int128", .int128, 128),
  ]

  /// The unsigned integer types with their widths in bits.
  static let unsignedTypes: [(name: String, type: ArchiveTypeDescriptor, width: Int)] = [
    ("uint8", .uint8, 8), ("uint16", .uint16, 16), ("uint32", .uint32, 32),
    ("uint64", .uint64, 64), ("uint128", .uint128, 128),
  ]

  /// The least and the largest integer of each number of bytes that a varint can have.
  private static func unsigned(_ width: Int) -> [UInt128] {
    let largest = UInt128.max >> (128 - UInt128(width))
    let edges = stride(from: 7, to: width, by: 7).map { UInt128(1) << UInt128($0) }
    return [0, 1] + edges.flatMap { [$0 - 1, $0] } + [largest - 1, largest]
  }

  private static func signed(_ width: Int) -> [Int128] {
    unsigned(width).map { Int128(truncatingIfNeeded: $0 >> 1) ^ -Int128($0 & 1) }
  }

  private static let decimals: [ArchiveValue] = [
    .decimal(.number(isNegative: true, mantissa: 123, exponent: -2)),
    .decimal(.number(isNegative: false, mantissa: 1, exponent: 6111)),
    .decimal(.number(isNegative: false, mantissa: 1, exponent: 63)),
    .decimal(.number(isNegative: false, mantissa: 1, exponent: -65)),
    .decimal(.number(isNegative: false, mantissa: 0, exponent: 0)),
    .decimal(.number(isNegative: false, mantissa: 0, exponent: -1)),
    .decimal(.number(isNegative: false, mantissa: 1, exponent: 0)),
    .decimal(.number(isNegative: false, mantissa: 10, exponent: -1)),
    .decimal(.number(isNegative: false, mantissa: .max, exponent: .max)),
    .decimal(.number(isNegative: true, mantissa: .max, exponent: .min)), .decimal(.notANumber),
  ]

  private static func containerTypes() throws -> [ValidFixture] {
    [
      try alone(
        "optional", .optional(.int8), [.some(.integer(5)), .nil, .some(.integer(0))], keeps: ["V1"]),
      try alone("list", .list(.string), [.list([.string("a"), .string("")]), .list([])]),
      try ValidFixture(
        "type-never", ["3.1"],
        "The type never, inside of each other type, as the type of keys and of roots.",
        keeps: ["T1", "V15", "P5"],
        ArchiveGraph(
          [
            .struct("S", keys: [ArchiveKey("never", .never, presence: .optional)]),
            .class(
              "T",
              keys: [
                ArchiveKey("absent", .never, presence: .optional),
                ArchiveKey("list", .list(.never)),
                ArchiveKey("retired", .set(.never), presence: .retired),
                ArchiveKey("struct", .struct("S")),
              ]),
          ],
          [
            ArchiveObject(
              entry: 2,
              values: [nil, .list([]), .struct(ArchiveStructValue(entry: 1, values: [nil]))])
          ],
          roots: [
            ArchiveNamedValue("any", .any, .any(.list(.never), .list([]))),
            ArchiveNamedValue("list", .list(.list(.never)), .list([.list([]), .list([])])),
            ArchiveNamedValue("map", .map(key: .never, value: .never), .map([])),
            ArchiveNamedValue("nil", .optional(.never), .nil),
            ArchiveNamedValue("object", .reference(to: "T"), .reference(1)),
            ArchiveNamedValue("set", .set(.never), .set([])),
            ArchiveNamedValue("untyped nil", .any, .any(.optional(.never), .nil)),
          ],
          metadata: [ArchiveNamedValue("list", .list(.never), .list([]))])),
      try alone(
        "set", .set(.string), [.set([.string(""), .string("a")]), .set([])], keeps: ["V6"]),
      try alone(
        "map", .map(key: .string, value: .int8),
        [
          .map([
            ArchiveMapPair(key: .string("a"), value: .integer(1)),
            ArchiveMapPair(key: .string("b"), value: .integer(1)),
          ]), .map([]),
        ], keeps: ["V7"]),
    ]
  }

  /// A fixture with objects that hold a type in their only key, and roots that hold it.
  private static func alone(
    _ name: String, _ type: ArchiveTypeDescriptor, _ values: [ArchiveValue], keeps: [String] = []
  ) throws -> ValidFixture {
    try ValidFixture(
      "type-\(name)", ["3.1"], "The type \(name), as a root and as the key of an object.",
      keeps: ["T1"] + keeps,
      ArchiveGraph(
        [.class("T", keys: [ArchiveKey("value", type)])],
        values.prefix(1).map { ArchiveObject(1, $0) },
        roots: [ArchiveNamedValue("object", .reference(to: "T"), .reference(1))]
          + ArchiveGraph.roots(values, type)))
  }

  private static func classTypes() throws -> [ValidFixture] {
    [
      try ValidFixture(
        "type-ref", ["3.1", "5.3"], "The type ref, to a class and to any object.",
        keeps: ["T1", "T2", "R4", "R5", "R6"],
        ArchiveGraph(
          [
            .class(
              "T",
              keys: [
                ArchiveKey("value", .reference(to: "T")), ArchiveKey("any", .reference(to: nil)),
              ])
          ],
          [
            ArchiveObject(1, .reference(1), .reference(2)),
            ArchiveObject(1, .reference(2), .reference(1)),
          ],
          roots: [
            ArchiveNamedValue("any", .reference(to: nil), .reference(1)),
            ArchiveNamedValue("value", .reference(to: "T"), .reference(2)),
          ])),
      try ValidFixture(
        "type-weak", ["3.1", "5.4"], "The type weak, to a class and to any object, nil and not.",
        keeps: ["T1", "T2", "R5", "R6"],
        ArchiveGraph(
          [
            .class(
              "T",
              keys: [
                ArchiveKey("value", .weakReference(to: "T")),
                ArchiveKey("any", .weakReference(to: nil)),
              ])
          ],
          [ArchiveObject(1, .reference(1), .reference(2)), ArchiveObject(1, .nil, .nil)],
          roots: [
            ArchiveNamedValue("a", .reference(to: "T"), .reference(1)),
            ArchiveNamedValue("b", .reference(to: "T"), .reference(2)),
            ArchiveNamedValue("any", .weakReference(to: nil), .reference(1)),
            ArchiveNamedValue("nil", .weakReference(to: nil), .nil),
            ArchiveNamedValue("value", .weakReference(to: "T"), .reference(2)),
          ].sorted { $0.name < $1.name })),
      try ValidFixture(
        "type-struct", ["3.1", "3.7"], "The type struct, as a root and as the key of an object.",
        keeps: ["T1", "T2", "V8", "C8"],
        ArchiveGraph(
          [
            .struct("S", keys: [ArchiveKey("x", .int8)]),
            .class("T", keys: [ArchiveKey("value", .struct("S"))]),
          ],
          [ArchiveObject(2, .struct(ArchiveStructValue(entry: 1, values: [.integer(-1)])))],
          roots: [
            ArchiveNamedValue("object", .reference(to: "T"), .reference(1)),
            ArchiveNamedValue(
              "value", .struct("S"), .struct(ArchiveStructValue(entry: 1, values: [.integer(1)]))),
          ])),
      try ValidFixture(
        "type-enum", ["3.1", "3.7"], "The type enum, as a root and as the key of an object.",
        keeps: ["T1", "T2", "V8", "V10", "C8"],
        ArchiveGraph(
          [
            .enum(
              "E", cases: [ArchiveCase("a"), ArchiveCase("b", keys: [ArchiveKey("x", .int8)])]),
            .class("T", keys: [ArchiveKey("value", .enum("E"))]),
          ],
          [ArchiveObject(2, .enum(ArchiveEnumValue(entry: 1, caseIndex: 0, values: [])))],
          roots: [
            ArchiveNamedValue("object", .reference(to: "T"), .reference(1)),
            ArchiveNamedValue(
              "value", .enum("E"),
              .enum(ArchiveEnumValue(entry: 1, caseIndex: 1, values: [.integer(1)]))),
          ])),
    ]
  }
}
