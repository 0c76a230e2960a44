import Stele
import SteleModel
import TestSupport
import Testing

/// The bytes of single values, written out by hand from chapter 3 of the specification.
@Suite struct ValueBytesTests {
  /// The bytes of the value of an archive's only root, without its type.
  ///
  /// The archive has the struct `S` (entry 1: no keys; 2: `a` bool, `b` optional bool), the enum `E` (entry 3: `x`,
  /// `y` with `k` int8), the class `C` (entry 4), and object 1 of it. Names are numbered C, E, S.
  private func bytes(_ type: ArchiveTypeDescriptor, _ value: ArchiveValue) throws -> [UInt8] {
    var graph = ArchiveGraph()
    graph.classes.define(.struct("S"))
    graph.classes.define(
      .struct("S", keys: [ArchiveKey("a", .bool), ArchiveKey("b", .bool, presence: .optional)]))
    graph.classes.define(
      .enum("E", cases: [ArchiveCase("x"), ArchiveCase("y", keys: [ArchiveKey("k", .int8)])]))
    graph.classes.define(.class("C"))
    graph.add(ArchiveObject(entry: 4, values: []))
    graph.roots = [ArchiveNamedValue("", type, value)]
    let archive = try verified(graph.encoded())
    #expect(try ArchiveGraph(archive) == graph)
    return try rootPayload(archive, type)
  }

  /// Returns the bytes after count, name and type in the `ROOT` chunk, which the index locates.
  private func rootPayload(_ archive: [UInt8], _ type: ArchiveTypeDescriptor) throws -> [UInt8] {
    let indexOffset = littleEndian(archive, at: archive.count - 16)
    var entry = indexOffset + 24
    var chunk = 8
    while Array(archive[entry..<(entry + 4)]) != Array("ROOT".utf8) {
      chunk += 24 + (littleEndian(archive, at: entry + 8) + 7) / 8 * 8
      entry += 24
    }
    let end = chunk + 24 + littleEndian(archive, at: entry + 8)
    return Array(archive[(chunk + 26)..<end].dropFirst(descriptorByteCount(type)))
  }

  private func littleEndian(_ bytes: [UInt8], at offset: Int) -> Int {
    bytes[offset..<(offset + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private func descriptorByteCount(_ type: ArchiveTypeDescriptor) -> Int {
    switch type.code {
    case .ref, .weak, .struct, .enum: 2
    default: 1 + type.parts.map(descriptorByteCount).reduce(0, +)
    }
  }

  /// A type, a value of it, and the bytes of the value.
  typealias Row = (ArchiveTypeDescriptor, ArchiveValue, [UInt8])

  static let values: [Row] = [
    (.bool, .bool(false), [0]), (.bool, .bool(true), [1]),
    (.int8, .integer(-1), [0xFF]), (.int8, .integer(-128), [0x80]),
    (.int16, .integer(-1), [1]), (.int16, .integer(32767), [0xFE, 0xFF, 3]),
    (.int32, .integer(64), [0x80, 1]),
    (.int32, .integer(2_147_483_647), [0xFE, 0xFF, 0xFF, 0xFF, 0x0F]),
    (.int32, .integer(-2_147_483_648), [0xFF, 0xFF, 0xFF, 0xFF, 0x0F]),
    (
      .int64, .integer(Int128(Int64.min)),
      [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]
    ),
    (.int128, .integer(.max), [0xFE] + Array(repeating: 0xFF, count: 17) + [3]),
    (.int128, .integer(.min), [0xFF] + Array(repeating: 0xFF, count: 17) + [3]),
    (.uint8, .unsigned(200), [200]), (.uint16, .unsigned(65535), [0xFF, 0xFF, 3]),
    (.uint32, .unsigned(128), [0x80, 1]), (.uint64, .unsigned(0), [0]),
    (.uint128, .unsigned(.max), Array(repeating: 0xFF, count: 18) + [3]),
    (.float16, .float16(bitPattern: 0x3C00), [0, 0x3C]),
    (.float32, .float32(-0.0), [0, 0, 0, 0x80]),
    (.float64, .float64(1), [0, 0, 0, 0, 0, 0, 0xF0, 0x3F]),
    (
      .float64, .float64(Double(bitPattern: 0x7FF0_0000_0000_0001)),
      [1, 0, 0, 0, 0, 0, 0xF0, 0x7F]
    ),
    (.date, .date(2), [0, 0, 0, 0, 0, 0, 0, 0x40]),
    (.string, .string("\u{E9}"), [2, 0xC3, 0xA9]), (.bytes, .bytes([9, 8]), [2, 9, 8]),
    (
      .uuid, .uuid(0x0011_2233_4455_6677_8899_AABB_CCDD_EEFF),
      [0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF]
    ),
    (.decimal, .decimal(.notANumber), [2]),
    (
      .decimal, .decimal(.number(isNegative: true, mantissa: 300, exponent: -2)),
      [1, 3, 0xAC, 2]
    ),
    (.decimal, .decimal(.number(isNegative: true, mantissa: 15, exponent: -1)), [1, 1, 0x0F]),
    (.decimal, .decimal(.number(isNegative: false, mantissa: 10, exponent: -1)), [0, 1, 0x0A]),
    (
      .decimal, .decimal(.number(isNegative: false, mantissa: 1, exponent: 6111)),
      [0, 0xBE, 0x5F, 1]
    ),
    (
      .decimal, .decimal(.number(isNegative: false, mantissa: 1, exponent: .min)),
      [0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 1]
    ),
    (.any, .any(.optional(.any), .nil), [0x20, 0x14, 0]),
    (.any, .any(.optional(.never), .nil), [0x20, 0x15, 0]),
    (.list(.never), .list([]), [0]), (.set(.never), .set([]), [0]),
    (.map(key: .never, value: .never), .map([]), [0]), (.optional(.never), .nil, [0]),
    (.any, .any(.int8, .integer(5)), [2, 5]),
    (.optional(.bool), .nil, [0]), (.optional(.bool), .some(.bool(false)), [1, 0]),
    (.optional(.optional(.bool)), .some(.nil), [1, 0]),
    (.reference(to: "C"), .reference(1), [1]), (.optional(.reference(to: "C")), .nil, [0]),
    (.optional(.reference(to: "C")), .reference(1), [1]),
    (.weakReference(to: "C"), .nil, [0]), (.weakReference(to: "C"), .reference(1), [2]),
    (.optional(.weakReference(to: "C")), .some(.reference(1)), [1, 2]),
  ]

  @Test(arguments: values)
  func `a value has the bytes of its type`(
    type: ArchiveTypeDescriptor, value: ArchiveValue, expected: [UInt8]
  ) throws {
    #expect(try bytes(type, value) == expected)
  }

  static let collections: [Row] = [
    (.list(.int64), .list([]), [0]),
    (.list(.bool), .list([.bool(true), .bool(false)]), [2, 1, 0]),
    (.list(.int8), .list([.integer(-1)]), [1, 0xFF]),
    (.list(.int64), .list([.integer(-128), .integer(127)]), [2, 1, 0x80, 0x7F]),
    (.list(.int64), .list([.integer(128), .integer(0)]), [2, 2, 0x80, 0, 0, 0]),
    (.list(.int16), .list([.integer(-32768)]), [1, 2, 0, 0x80]),
    (.list(.int32), .list([.integer(32768)]), [1, 4, 0, 0x80, 0, 0]),
    (
      .list(.int64), .list([.integer(-2_147_483_649)]),
      [1, 8, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF]
    ),
    (
      .list(.int128), .list([.integer(Int128(Int64.max) + 1)]),
      [1, 16] + [0, 0, 0, 0, 0, 0, 0, 0x80] + Array(repeating: 0, count: 8)
    ),
    (.list(.uint16), .list([.unsigned(255)]), [1, 1, 0xFF]),
    (.list(.uint64), .list([.unsigned(256)]), [1, 2, 0, 1]),
    (
      .list(.uint128), .list([.unsigned(UInt128(UInt64.max))]),
      [1, 8] + Array(repeating: 0xFF, count: 8)
    ),
    (.list(.float16), .list([.float16(bitPattern: 1)]), [1, 1, 0]),
    (.list(.string), .list([.string("a"), .string("")]), [2, 1, 0x61, 0]),
    (.list(.list(.bool)), .list([.list([]), .list([.bool(true)])]), [2, 0, 1, 1]),
    (.set(.int32), .set([.integer(1), .integer(0)]), [2, 2, 0]),
    (
      .map(key: .string, value: .int32),
      .map([ArchiveMapPair(key: .string("b"), value: .integer(1))]), [1, 1, 0x62, 2]
    ),
  ]

  @Test(arguments: collections)
  func `collections have the bytes of chapter 3`(
    type: ArchiveTypeDescriptor, value: ArchiveValue, expected: [UInt8]
  ) throws {
    #expect(try bytes(type, value) == expected)
  }

  @Test func `structs and enums carry their entry, alone and once in uniform lists`() throws {
    let empty = ArchiveValue.struct(ArchiveStructValue(entry: 1, values: []))
    let absent = ArchiveValue.struct(ArchiveStructValue(entry: 2, values: [.bool(true), nil]))
    let present = ArchiveValue.struct(
      ArchiveStructValue(entry: 2, values: [.bool(true), .bool(false)]))
    #expect(try bytes(.struct("S"), empty) == [1, 0])
    #expect(try bytes(.struct("S"), absent) == [2, 0, 1])
    #expect(try bytes(.struct("S"), present) == [2, 1, 1, 0])
    let list = ArchiveTypeDescriptor.list(.struct("S"))
    #expect(try bytes(list, .list([])) == [0])
    #expect(try bytes(list, .list([empty, empty])) == [2, 1, 0, 0])
    #expect(try bytes(list, .list([absent, present])) == [2, 2, 0, 1, 1, 1, 0])
    #expect(try bytes(list, .list([empty, absent])) == [2, 0, 1, 0, 2, 0, 1])
    let x = ArchiveValue.enum(ArchiveEnumValue(entry: 3, caseIndex: 0, values: []))
    let y = ArchiveValue.enum(ArchiveEnumValue(entry: 3, caseIndex: 1, values: [.integer(7)]))
    #expect(try bytes(.enum("E"), x) == [3, 0])
    #expect(try bytes(.enum("E"), y) == [3, 1, 7])
    #expect(try bytes(.list(.enum("E")), .list([x, y])) == [2, 3, 0, 1, 7])
  }

  @Test func `presence bits fill bytes from the lowest bit`() throws {
    var graph = ArchiveGraph()
    let keys = (0..<9).map { ArchiveKey("k\($0)", .uint8, presence: .optional) }
    graph.classes.define(.struct("S", keys: keys))
    var values: [ArchiveValue?] = Array(repeating: nil, count: 9)
    values[1] = .unsigned(5)
    values[8] = .unsigned(6)
    let type = ArchiveTypeDescriptor.struct("S")
    graph.roots = [
      ArchiveNamedValue("", type, .struct(ArchiveStructValue(entry: 1, values: values)))
    ]
    let archive = try verified(graph.encoded())
    #expect(try rootPayload(archive, type) == [1, 2, 1, 5, 6])
  }
}
