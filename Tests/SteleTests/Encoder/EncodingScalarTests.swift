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
    guard case .struct(let value) = graph.roots[0].value else {
      Issue.record("no struct")
      return
    }
    let expected: [ArchiveValue?] = [
      .integer(-8), .integer(-16), .integer(-32), .integer(-64), .integer(-128), .unsigned(8),
      .unsigned(16), .unsigned(32), .unsigned(64), .unsigned(128), .integer(Int128(Int.min)),
      .unsigned(UInt128(UInt.max)), .float32(0.5), .float64(-0.0), .bool(true), .string("text"),
    ]
    #expect(value.values == expected)
  }

  @Test func `scalars alone are roots`() throws {
    #expect(try root(of: 5) == ArchiveNamedValue("root", .int64, .integer(5)))
    #expect(try root(of: "é") == ArchiveNamedValue("root", .string, .string("é")))
    #expect(try root(of: Double.nan) == ArchiveNamedValue("root", .float64, .float64(.nan)))
    #expect(try root(of: Int?.none) == ArchiveNamedValue("root", .optional(.int64), .nil))
    #expect(
      try root(of: Int??.some(nil))
        == ArchiveNamedValue("root", .optional(.optional(.int64)), .some(.nil)))
    #expect(
      try root(of: Int?.some(5)) == ArchiveNamedValue("root", .optional(.int64), .some(.integer(5)))
    )
  }

  @Test func `arrays of scalars are packed lists`() throws {
    #expect(
      try root(of: [1, 300, -2])
        == ArchiveNamedValue(
          "root", .list(.int64), .list([.integer(1), .integer(300), .integer(-2)])))
    #expect(try root(of: [Int]()) == ArchiveNamedValue("root", .list(.int64), .list([])))
    #expect(
      try root(of: [UInt16.max])
        == ArchiveNamedValue("root", .list(.uint16), .list([.unsigned(65535)])))
    #expect(
      try root(of: [Int128.min, .max])
        == ArchiveNamedValue("root", .list(.int128), .list([.integer(.min), .integer(.max)])))
    #expect(
      try root(of: [UInt8](0...3))
        == ArchiveNamedValue(
          "root", .list(.uint8), .list([.unsigned(0), .unsigned(1), .unsigned(2), .unsigned(3)])))
    #expect(
      try root(of: [[1], [], [2]])
        == ArchiveNamedValue(
          "root", .list(.list(.int64)),
          .list([.list([.integer(1)]), .list([]), .list([.integer(2)])])))
    #expect(
      try root(of: ["a", nil])
        == ArchiveNamedValue("root", .list(.optional(.string)), .list([.some(.string("a")), .nil])))
  }

  private enum Direction: String, Codable { case north, south }
  private enum Grade: Int, Codable { case low = 1, high = 1000 }

  @Test func `raw values stand for their enums, and integers among them are packed`() throws {
    #expect(
      try root(of: [Direction.north, .south])
        == ArchiveNamedValue("root", .list(.string), .list([.string("north"), .string("south")])))
    #expect(
      try root(of: [Grade.low, .high])
        == ArchiveNamedValue("root", .list(.int64), .list([.integer(1), .integer(1000)])))
    #expect(
      try root(of: [Grade?.none, .high])
        == ArchiveNamedValue(
          "root", .list(.optional(.int64)), .list([.nil, .some(.integer(1000))])))
    #expect(
      try root(of: [Grade?.none])
        == ArchiveNamedValue("root", .list(.optional(.never)), .list([.nil])))
  }

  @Test func `dictionaries are maps, whatever their keys are`() throws {
    #expect(
      try root(of: ["a": 1])
        == ArchiveNamedValue(
          "root", .map(key: .string, value: .int64),
          .map([ArchiveMapPair(key: .string("a"), value: .integer(1))])))
    #expect(
      try root(of: [Direction.south: [1.5]])
        == ArchiveNamedValue(
          "root", .map(key: .string, value: .list(.float64)),
          .map([ArchiveMapPair(key: .string("south"), value: .list([.float64(1.5)]))])))
    #expect(
      try root(of: [Int: Bool]())
        == ArchiveNamedValue("root", .map(key: .int64, value: .bool), .map([])))
    #expect(
      try root(of: Set(["x"])) == ArchiveNamedValue("root", .set(.string), .set([.string("x")])))
  }
}
