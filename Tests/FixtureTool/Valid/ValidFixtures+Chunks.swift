import TestSupport

extension ValidFixtures {
  /// Chapters 2 to 6: archives whose chunks the library would write in another way.
  static func chunks() throws -> [ValidFixture] {
    try files() + instalments() + layouts() + [weakSlots(), everyChunk()]
  }

  /// Chapter 2: unknown chunks.
  private static func files() throws -> [ValidFixture] {
    [
      try ValidFixture(
        "unknown-safe-to-copy", ["2.3"],
        "Two ancillary chunks that are not known and safe to copy, a reserved and a private one.",
        keeps: ["F4", "F8", "F11"],
        [.init("teSt", [1, 2, 3]), .init("tESt", []), .init("teSt", [4])]),
      try ValidFixture(
        "unknown-unsafe-to-copy", ["2.3"],
        "Two ancillary chunks that are not known and not safe to copy, a reserved and a private one.",
        keeps: ["F4", "F8"], [.init("tESS", [1, 2, 3, 4, 5, 6, 7]), .init("teSS", [8])]),
      try ValidFixture(
        "padding-lengths", ["2.2"], "Payloads of 0 to 8 bytes, so that padding has every length.",
        keeps: ["F5", "F7"], (0...8).map { .init("teSt", Array(repeating: 0xA5, count: $0)) }),
      try ValidFixture(
        "payload-lengths", ["1.7", "2.2"],
        "Payloads around the block sizes of the checksum: 31, 32, 33, 63, 64, 65 and 100 bytes.",
        keeps: ["F3", "F6"],
        [31, 32, 33, 63, 64, 65, 100].map { .init("teSt", (0..<UInt8($0)).map { $0 }) }),
    ]
  }

  /// Chapter 4: instalments of the class table.
  private static func instalments() throws -> [ValidFixture] {
    [
      try ValidFixture(
        "class-in-instalments", ["2.3", "4.1", "4.2"],
        "Three instalments of the class table; a name and a superclass come from earlier ones.",
        keeps: ["C3", "C6", "C8", "T2"],
        [
          .classes(["Later", "Base"], Wire.entry(name: 2, Wire.key("later", [0x20, 0x30, 1]))),
          .block(first: 1, Wire.record(1, [2])), .classes([], Wire.entry(name: 1, superclass: 1)),
          .block(first: 2, Wire.record(2, [3]), Wire.record(2, [0])), .classes(["Root"]),
          .roots(Wire.root("r", [0x20, 0x30, 3], [0]), Wire.root("s", [0x30, 2], [1])),
        ]),
      try ValidFixture(
        "name-in-instalments", ["2.3", "3.1"],
        "A record names a class in the type of an any value; the name is defined just before its block.",
        keeps: ["T2"],
        [
          .classes(["T"], Wire.entry(name: 1, Wire.key("k", [0x14]))),
          .block(first: 1, Wire.record(1, [0x01, 1])), .classes(["S"]),
          .block(first: 2, Wire.record(1, [0x21, 0x32, 2, 0])),
        ]),
      try ValidFixture(
        "class-table-empty", ["4.1"], "Two instalments without names and entries.", keeps: ["P5"],
        [.init("CLAS", [0, 0]), .init("CLAS", [0, 0])]),
    ]
  }

  /// Chapters 5 and 6: how content is spread over chunks.
  private static func layouts() throws -> [ValidFixture] {
    let table = ArchiveParts.Part.classes(["T"], Wire.entry(name: 1, Wire.key("x", [0x30, 1])))
    func block(_ number: Int, next: Int) -> ArchiveParts.Part {
      .block(first: number, Wire.record(1, Wire.varint(next)))
    }
    return [
      try ValidFixture(
        "roots-in-instalments", ["2.3", "6.1"],
        "Roots before, between and after the blocks whose objects they name.",
        keeps: ["X1", "X6", "X4"],
        [
          table, .roots(Wire.root("a", [0x30, 1], [2])), block(1, next: 2),
          .roots(Wire.root("b", [0x30, 1], [2]), Wire.root("c", [0x01], [1])), block(2, next: 1),
          .roots(),
        ]),
      try ValidFixture(
        "roots-first", ["2.3"], "ROOT, mETa, WEAK and then the objects.", keeps: ["F11", "X4"],
        [
          table, .init("mETa", Wire.roots(Wire.root("k", [0x01], [1]))),
          .roots(Wire.root("w", [0x31, 1], [1])), .init("WEAK", [1, 1]), block(1, next: 1),
        ]),
      try ValidFixture(
        "twenty-blocks", ["5.1", "6.3", "8.4"],
        "Twenty blocks of five objects, each of which refers into the next block.",
        keeps: ["R1", "R2", "X3", "X4", "X6"],
        [
          .classes(
            ["Node"],
            Wire.entry(name: 1, Wire.key("name", [0x0F]), Wire.key("next", [0x20, 0x30, 1])))
        ]
          + (0..<20).map { block in
            let records = (1...5).map { index in
              let number = block * 5 + index
              return Wire.record(
                1, Wire.string("object \(number)"), Wire.varint(number + 5 <= 100 ? number + 5 : 0))
            }
            return .init(
              "OBJS", Wire.varint(block * 5 + 1) + Wire.varint(5) + records.flatMap { $0 })
          } + [
            .roots(
              Wire.root("all", [0x21, 0x30, 1], Wire.varint(5) + (1...5).flatMap(Wire.varint)))
          ]),
      try ValidFixture(
        "unused", ["4.1", "5.5", "8.1"], "A name, entries and a slot that nothing uses.",
        keeps: ["R7"],
        [
          .classes(
            ["Unused", "T", "AlsoUnused"], Wire.entry(name: 3), Wire.entry(name: 2),
            Wire.entry(name: 2)), .block(first: 1, Wire.record(2)), .init("WEAK", [2, 1, 0]),
          .roots(Wire.root("r", [0x30, 2], [1])),
        ]),
      try ValidFixture(
        "weak-slots-empty", ["5.5"], "A WEAK chunk without slots.", keeps: ["P5", "F11"],
        [.init("WEAK", [0])]),
    ]
  }

  /// Section 5.5: weak slots.
  private static func weakSlots() throws -> ValidFixture {
    try ValidFixture(
      "weak-slots", ["5.4", "5.5"],
      "Weak references by slot: one with an object, one dropped, one used twice, one unused.",
      keeps: ["R5", "R6", "R7"],
      [
        .classes(["T"], Wire.entry(name: 1, Wire.key("w", [0x31, 1]))),
        .block(
          first: 1, Wire.record(1, [1]), Wire.record(1, [3]), Wire.record(1, [1]),
          Wire.record(1, [5]), Wire.record(1, [2])),
        .roots(
          Wire.root("list", [0x21, 0x30, 1], [5, 1, 2, 3, 4, 5]), Wire.root("weak", [0x31, 0], [5])),
        .init("WEAK", [4, 5, 0, 1, 2]),
      ])
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
        .classes(["A", "B", "E", "S"], a, b, s),
        .init("mETa", Wire.roots(Wire.root("key", [0x14], [0x01, 1]))), .init("WEAK", [2, 1, 0]),
        .roots(Wire.root("a", [0x30, 1], [1]), Wire.root("w", [0x31, 0], [1])),
        .block(first: 1, Wire.record(1, [5]), Wire.record(2, [6, 1, 1, 0x6B, 1, 1])),
        .classes([], e, later), .block(first: 3, Wire.record(5, [1, 1, 7]), Wire.record(1, [8])),
        .roots(
          Wire.root("e", [0x33, 3], [4, 1, 2, 2, 0x2C, 1, 0xD4, 0xFE]),
          Wire.root("s", [0x21, 0x32, 4], [1, 3, 0, 0, 1])), .init("teSt", [1]),
      ])
  }
}
