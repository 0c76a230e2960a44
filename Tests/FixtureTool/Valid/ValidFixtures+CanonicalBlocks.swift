import TestSupport

extension ValidFixtures {
  /// Chapter 9: blocks that are as rule K8 wants them, and not.
  ///
  /// A record with a string of n bytes takes n + 7 bytes here.
  static func canonicalBlocks() throws -> [ValidFixture] {
    func record(_ byteCount: Int, overhead: Int = 7) -> [UInt8] {
      Wire.record(1, Wire.string(String(repeating: "s", count: byteCount - overhead)))
    }
    /// Blocks of records that take so many bytes, their lengths included.
    func blocks(
      _ name: String, _ about: String, _ blocks: [[Int]], spec: [String] = ["5.1", "9.6"],
      keeps: [String] = []
    ) throws -> ValidFixture {
      var first = 1
      let parts = blocks.map { byteCounts -> ArchiveParts.Part in
        let records = byteCounts.map { byteCount in
          // Length, entry number and the length of the string take some of the bytes.
          record(byteCount, overhead: byteCount < 128 ? 3 : 7)
        }
        defer { first += byteCounts.count }
        return .init(
          "OBJS", Wire.varint(first) + Wire.varint(records.count) + records.flatMap { $0 })
      }
      let numbers = (1..<first).map { UInt8($0) }
      return try ValidFixture(
        name, spec, about, keeps: keeps,
        [.classes(["T"], Wire.entry(name: 1, Wire.key("s", [0x0F])))] + parts + [
          .roots(Wire.root("r", [0x21, 0x30, 1], Wire.varint(numbers.count) + numbers))
        ])
    }
    func endsEarly(_ byteCount: Int) throws -> ValidFixture {
      try blocks(
        "not-canonical-block-of-\(byteCount)-bytes",
        "A block that is not the last, and whose records take \(byteCount) bytes.",
        [[32_768, byteCount - 32_768], [3]], spec: ["9.6"])
    }
    let classes = ArchiveParts.Part.classes(
      ["T"], Wire.entry(name: 1, Wire.key("b", [0x10]), Wire.key("r", [0x20, 0x30, 1])))
    /// A record that holds some bytes, and a reference.
    func record(_ byteCount: Int, _ reference: Int) -> [UInt8] {
      let bytes = Array(repeating: UInt8(0x62), count: byteCount)
      return Wire.record(1, Wire.varint(byteCount) + bytes, Wire.varint(reference))
    }
    let roots = ArchiveParts.Part.roots(Wire.root("r", [0x21, 0x30, 1], [1, 1]))
    return [
      try ValidFixture(
        "not-canonical-blocks-small", ["9.6"],
        "A block that ends before its records take 65,536 bytes.",
        [
          .classes(["T"], Wire.entry(name: 1)), .block(first: 1, Wire.record(1)),
          .block(first: 2, Wire.record(1)), .roots(Wire.root("r", [0x21, 0x30, 1], [2, 1, 2])),
        ]),
      try ValidFixture(
        "not-canonical-block-large", ["9.6"],
        "A block that goes on after its records take 65,536 bytes.",
        [
          .classes(["T"], Wire.entry(name: 1, Wire.key("b", [0x10]))),
          .block(
            first: 1, Wire.record(1, Wire.varint(65_529) + Array(repeating: 0x62, count: 65_529)),
            Wire.record(1, [0])), .roots(Wire.root("r", [0x21, 0x30, 1], [2, 1, 2])),
        ]), try endsEarly(65_535), try endsEarly(65_534),
      try blocks(
        "canonical-large-record-behind-small-block",
        "A large record stands alone between small blocks.", [[10], [65_536], [10]], keeps: ["K8"]),
      try blocks(
        "not-canonical-large-record-in-block",
        "A large record stands in a block that is not empty.", [[10, 65_536], [10]]),
      try blocks(
        "not-canonical-record-behind-large-one", "A small record stands behind a large one.",
        [[65_536, 10]]),
      try blocks(
        "not-canonical-block-before-record-of-65535-bytes",
        "A block ends before a record that takes 65,535 bytes with its length, and is not large.",
        [[10], [65_535, 10]]),
      try blocks(
        "not-canonical-second-block",
        "The first block is as it must be, the second ends too early.", [[65_536], [10], [10]]),
      try ValidFixture(
        "not-canonical-record-before-later-block", ["9.6"],
        "A record of the first block holds a number that is not due, and the second block is closed too early: the record comes first.",
        [
          classes, .block(first: 1, record(65_536, 3)), .block(first: 2, record(1, 0)),
          .block(first: 3, record(1, 2)), roots,
        ]),
      try ValidFixture(
        "not-canonical-block-before-its-record", ["9.6"],
        "A block is closed too early, and its record holds a number that is not due: the block comes first.",
        [
          classes, .block(first: 1, record(1, 3)), .block(first: 2, record(1, 0), record(1, 2)),
          roots,
        ]),
    ]
  }
}
