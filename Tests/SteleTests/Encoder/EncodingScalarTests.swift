import Stele
import SteleModel
import Testing
import TestSupport

struct EncodingScalarTests {
  private struct Numbers: Encodable {
    var a: Int8 = -8
    var b: Int16 = -16
    var c: Int32 = -32
    var d: Int64 = -64
    var e: Int128 = -128
    var f: UInt8 = 8
    var g: UInt16 = 16
    var h: UInt32 = 32
    var i: UInt64 = 64
    var j: UInt128 = 128
    var k: Int = .min
    var l: UInt = .max
    var m: Float = 0.5
    var n: Double = -0.0
    var o = true
    var p = "text"
  }

  @Test func `every scalar has the type of its width`() throws {
    let graph = try graph(of: Numbers())
    let entry = try #require(graph.classes[1])
    #expect((entry.name, entry.kind) == ("Numbers", .struct))
    #expect(
      entry.keys.map(\.type) == [
        .int8, .int16, .int32, .int64, .int128, .uint8, .uint16, .uint32, .uint64, .uint128,
        .int64, .uint64, .float32, .float64, .bool, .string,
      ])
    #expect(entry.keys.map(\.name).joined() == "abcdefghijklmnop")
    let expected: [ArchiveValue?] = [
      .integer(-8), .integer(-16), .integer(-32), .integer(-64), .integer(-128), .unsigned(8),
      .unsigned(16), .unsigned(32), .unsigned(64), .unsigned(128), .integer(Int128(Int.min)),
      .unsigned(UInt128(UInt.max)), .float32(0.5), .float64(-0.0), .bool(true), .string("text"),
    ]
    #expect(
      graph.roots[0].value == .struct(ArchiveStructValue(entry: 1, values: expected)))
  }

  private func expectRoot(
    of value: some Encodable, _ type: ArchiveTypeDescriptor, _ expected: ArchiveValue,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let root = try root(of: value)
    #expect(root == ArchiveNamedValue("root", type, expected), sourceLocation: sourceLocation)
  }

  @Test func `scalars alone are roots`() throws {
    try expectRoot(of: 5, .int64, .integer(5))
    try expectRoot(of: "é", .string, .string("é"))
    try expectRoot(of: Double.nan, .float64, .float64(.nan))
    try expectRoot(of: Int?.none, .optional(.int64), .nil)
    try expectRoot(of: Int??.some(nil), .optional(.optional(.int64)), .some(.nil))
    try expectRoot(of: Int?.some(5), .optional(.int64), .some(.integer(5)))
  }

  @Test func `arrays of scalars are packed lists`() throws {
    try expectRoot(
      of: [1, 300, -2], .list(.int64), .list([.integer(1), .integer(300), .integer(-2)]))
    try expectRoot(of: [Int](), .list(.int64), .list([]))
    try expectRoot(of: [UInt16.max], .list(.uint16), .list([.unsigned(65535)]))
    try expectRoot(
      of: [Int128.min, .max], .list(.int128), .list([.integer(.min), .integer(.max)]))
    try expectRoot(
      of: [UInt8](0...3), .list(.uint8),
      .list([.unsigned(0), .unsigned(1), .unsigned(2), .unsigned(3)]))
    try expectRoot(
      of: [[1], [], [2]], .list(.list(.int64)),
      .list([.list([.integer(1)]), .list([]), .list([.integer(2)])]))
    try expectRoot(of: ["a", nil], .list(.optional(.string)), .list([.some(.string("a")), .nil]))
  }

  private enum Direction: String, Codable { case north, south }
  private enum Grade: Int, Codable { case low = 1, high = 1000 }

  @Test func `raw values stand for their enums, and integers among them are packed`() throws {
    try expectRoot(
      of: [Direction.north, .south], .list(.string), .list([.string("north"), .string("south")]))
    try expectRoot(of: [Grade.low, .high], .list(.int64), .list([.integer(1), .integer(1000)]))
    try expectRoot(
      of: [Grade?.none, .high], .list(.optional(.int64)), .list([.nil, .some(.integer(1000))]))
    try expectRoot(of: [Grade?.none], .list(.optional(.never)), .list([.nil]))
  }

  @Test func `dictionaries are maps, whatever their keys are`() throws {
    try expectRoot(
      of: ["a": 1], .map(key: .string, value: .int64),
      .map([ArchiveMapPair(key: .string("a"), value: .integer(1))]))
    try expectRoot(
      of: [Direction.south: [1.5]], .map(key: .string, value: .list(.float64)),
      .map([ArchiveMapPair(key: .string("south"), value: .list([.float64(1.5)]))]))
    try expectRoot(of: [Int: Bool](), .map(key: .int64, value: .bool), .map([]))
    try expectRoot(of: Set(["x"]), .set(.string), .set([.string("x")]))
  }
}
