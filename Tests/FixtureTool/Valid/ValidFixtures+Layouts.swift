import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Chapters 5 and 6: how content is spread over chunks.
  static func layouts() throws -> [ValidFixture] {
    let table = ArchiveParts.Part(
      "CLAS", Wire.classes(names: ["T"], entries: [Wire.entry(name: 1, Wire.key("x", [0x30, 1]))]))
    func block(_ number: Int, next: Int) -> ArchiveParts.Part {
      .init("OBJS", Wire.block(first: number, Wire.record(1, Wire.varint(next))))
    }
    return [
      try ValidFixture(
        "roots-in-instalments", ["2.3", "6.1"],
        "Roots before, between and after the blocks whose objects they name.",
        keeps: ["X1", "X6", "X4"],
        [
          table, .init("ROOT", Wire.roots(Wire.root("a", [0x30, 1], [2]))), block(1, next: 2),
          .init("ROOT", Wire.roots(Wire.root("b", [0x30, 1], [2]), Wire.root("c", [0x01], [1]))),
          block(2, next: 1), .init("ROOT", Wire.roots()),
        ]),
      try ValidFixture(
        "roots-first", ["2.3"], "ROOT, mETa, WEAK and then the objects.", keeps: ["F11", "X4"],
        [
          table, .init("mETa", Wire.roots(Wire.root("k", [0x01], [1]))),
          .init("ROOT", Wire.roots(Wire.root("w", [0x31, 1], [1]))), .init("WEAK", [1, 1]),
          block(1, next: 1),
        ]),
      try ValidFixture(
        "twenty-blocks", ["5.1", "6.3", "8.4"],
        "Twenty blocks of five objects, each of which refers into the next block.",
        keeps: ["R1", "R2", "X3", "X4", "X6"],
        [
          .init(
            "CLAS",
            Wire.classes(
              names: ["Node"],
              entries: [
                Wire.entry(name: 1, Wire.key("name", [0x0F]), Wire.key("next", [0x20, 0x30, 1]))
              ]))
        ]
          + (0..<20).map { block in
            let records = (1...5).map { index in
              let number = block * 5 + index
              return Wire.record(
                1, Wire.string("object \(number)"), Wire.varint(number + 5 <= 100 ? number + 5 : 0))
            }
            return .init(
              "OBJS", Wire.varint(block * 5 + 1) + Wire.varint(5) + records.flatMap { $0 })
          }
          + [
            .init(
              "ROOT",
              Wire.roots(
                Wire.root("all", [0x21, 0x30, 1], Wire.varint(5) + (1...5).flatMap(Wire.varint))))
          ]),
      try ValidFixture(
        "blocks-of-large-records", ["5.1", "9.6"],
        "Blocks of two records, of one, and of large ones, which stand alone.", keeps: ["K8"],
        ArchiveGraph(
          [.class("T", keys: [ArchiveKey("b", .bytes)])],
          [32759, 32760, 1, 70000, 65530, 1].map {
            ArchiveObject(1, .bytes(Array(repeating: 0x61, count: $0)))
          },
          roots: ArchiveGraph.roots((1...6).map { .reference($0) }, .reference(to: "T")))),
      try ValidFixture(
        "unused", ["4.1", "5.5", "8.1"],
        "A name, entries and a slot that nothing uses.", keeps: ["R7"],
        [
          .init(
            "CLAS",
            Wire.classes(
              names: ["Unused", "T", "AlsoUnused"],
              entries: [Wire.entry(name: 3), Wire.entry(name: 2), Wire.entry(name: 2)])),
          .init("OBJS", Wire.block(first: 1, Wire.record(2))),
          .init("WEAK", [2, 1, 0]), .init("ROOT", Wire.roots(Wire.root("r", [0x30, 2], [1]))),
        ]),
    ]
  }

  /// Section 6.2: metadata.
  static func metadata() throws -> [ValidFixture] {
    [
      try ValidFixture(
        "metadata", ["6.2"], "Metadata of every type that it can have.", keeps: ["V14", "X2"],
        ArchiveGraph(metadata: [
          ArchiveNamedValue("any", .any, .any(.list(.any), .list([.any(.int8, .integer(1))]))),
          ArchiveNamedValue("author", .string, .string("A. Author")),
          ArchiveNamedValue("date", .date, .date(780_000_000)),
          ArchiveNamedValue(
            "decimal", .decimal, .decimal(.number(isNegative: false, mantissa: 1, exponent: 0))),
          ArchiveNamedValue(
            "map", .map(key: .string, value: .optional(.int64)),
            .map([ArchiveMapPair(key: .string("k"), value: .some(.integer(1)))])),
          ArchiveNamedValue("preview", .bytes, .bytes([1, 2, 3])),
          ArchiveNamedValue("set", .set(.uuid), .set([.uuid(1)])),
          ArchiveNamedValue("size", .list(.float32), .list([.float32(1), .float32(2)])),
        ])),
      try ValidFixture(
        "metadata-empty", ["6.2"], "A mETa chunk without items.", keeps: ["P5", "F11"],
        ArchiveGraph(metadata: [])),
      try ValidFixture(
        "metadata-and-objects", ["6.2"], "Metadata beside an object and a root of the same name.",
        keeps: ["X1", "X2"],
        ArchiveGraph(
          [.class("T")], [ArchiveObject(1)],
          roots: [ArchiveNamedValue("title", .reference(to: "T"), .reference(1))],
          metadata: [ArchiveNamedValue("title", .string, .string("T"))])),
    ]
  }
}
