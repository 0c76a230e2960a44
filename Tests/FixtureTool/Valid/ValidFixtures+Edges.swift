import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Archives whose neighbours are refused, for the last byte or for two reasons.
  static func edges() throws -> [ValidFixture] { [try ends(), try everyChunk()] }

  /// Lists and a map that end where their record or payload ends.
  private static func ends() throws -> ValidFixture {
    try ValidFixture(
      "counts-at-the-end", ["1.5", "3.5", "3.6"],
      "Lists and a map whose counts claim exactly what remains, in records and at the end of ROOT.",
      keeps: ["P5"],
      ArchiveGraph(
        [
          .class("A", keys: [ArchiveKey("list", .list(.int32))]),
          .class("B", keys: [ArchiveKey("list", .list(.uuid))]),
          .class("C", keys: [ArchiveKey("map", .map(key: .int8, value: .int8))]),
        ],
        [
          ArchiveObject(1, .list([.integer(300), .integer(-300)])),
          ArchiveObject(2, .list([.uuid(1)])),
          ArchiveObject(
            3,
            .map([
              ArchiveMapPair(key: .integer(1), value: .integer(1)),
              ArchiveMapPair(key: .integer(2), value: .integer(2)),
            ])),
        ],
        roots: ArchiveGraph.roots((1...3).map { .reference($0) }, .reference(to: nil))
          + [ArchiveNamedValue("z", .list(.int64), .list([.integer(1 << 40)]))]))
  }

  /// A chunk of each type, several of some, in an order that a writer would not choose.
  private static func everyChunk() throws -> ValidFixture {
    let a = Wire.entry(name: 1, Wire.key("x", [0x02]))
    let b: [UInt8] =
      [2, 2, 0, 1, 2] + Wire.key("m", [0x23, 0x0F, 0x01]) + Wire.string("r") + [0x30, 1, 2, 0]
    let s: [UInt8] = [4, 1, 1, 0, 1] + Wire.key("d", [0x13])
    let e: [UInt8] =
      [3, 1, 2, 0, 2] + Wire.string("no") + [1, 0, 0] + Wire.string("yes") + [1, 0, 1]
      + Wire.key("p", [0x21, 0x03])
    let later: [UInt8] = [1, 2, 0, 0, 2] + Wire.string("o") + [0x01, 1, 1] + Wire.key("x", [0x02])
    return try ValidFixture(
      "every-chunk", ["2.3", "8.1"], "Chunks of all types, and some types twice.",
      keeps: ["F8", "F11", "X3", "X4"],
      [
        .init("CLAS", Wire.classes(names: ["A", "B", "E", "S"], entries: [a, b, s])),
        .init("mETa", Wire.roots(Wire.root("key", [0x14], [0x01, 1]))),
        .init("WEAK", [2, 1, 0]),
        .init(
          "ROOT", Wire.roots(Wire.root("a", [0x30, 1], [1]), Wire.root("w", [0x31, 0], [1]))),
        .init(
          "OBJS",
          Wire.block(first: 1, Wire.record(1, [5]), Wire.record(2, [6, 1, 1, 0x6B, 1, 1]))),
        .init("CLAS", Wire.classes(names: [], entries: [e, later])),
        .init("OBJS", Wire.block(first: 3, Wire.record(5, [1, 1, 7]), Wire.record(1, [8]))),
        .init(
          "ROOT",
          Wire.roots(
            Wire.root("e", [0x33, 3], [4, 1, 2, 2, 0x2C, 1, 0xD4, 0xFE]),
            Wire.root("s", [0x21, 0x32, 4], [1, 3, 0, 0, 1]))),
        .init("teSt", [1]),
      ])
  }
}
