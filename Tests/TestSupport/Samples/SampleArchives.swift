/// Valid archives with something of everything, to be changed.
package enum SampleArchives {
  package static let all = [small, anyValues, values, plain]

  /// Lists and `any` values nested in each other.
  private static let anyValue: [UInt8] =
    Array(repeating: [0x21, 0x14, 1] as [UInt8], count: 20).flatMap { $0 }
    + [0x23, 0x0F, 0x20, 0x13, 2, 1, 0x61, 0, 0, 1, 0, 2, 5]

  private static let anyValues: [UInt8] = {
    var assembler = ChunkAssembler.withHead
    assembler.classes(names: StandardClasses.names, entries: StandardClasses.entries)
    assembler.objects(records: [[1], [2], [3]])
    assembler.weak([0, 2, 3])
    assembler.root("r", [0x14], anyValue)
    return assembler.finished()
  }()

  package static let small: [UInt8] = {
    var assembler = ChunkAssembler()
    assembler.head(writer: "sample")
    assembler.classes(names: StandardClasses.names, entries: StandardClasses.entries)
    assembler.classes(
      names: ["N"],
      entries: [
        Wire.classEntry(
          name: 7, version: 3, superclass: 2,
          keys: [
            Wire.key("items", [0x21, 0x14]), Wire.key("gone", [0x0F], flags: 2),
            Wire.key("map", [0x23, 0x0F, 0x21, 0x05], flags: 1),
            Wire.key("set", [0x22, 0x33, 5]), Wire.key("bodies", [0x21, 0x32, 4]),
            Wire.key("decimal", [0x13], flags: 1), Wire.key("weak", [0x31, 1], flags: 1),
          ]),
        Wire.classEntry(
          name: 7, version: 4, superclass: 8,
          keys: [Wire.key("gone", [0x0F], since: 2), Wire.key("more", [0x20, 0x30, 1], flags: 1)]),
      ])
    assembler.objects(records: [
      [1], [2],
      [8, 7, 2, 0x0F, 1, 0x61, 0x30, 0, 1, 1, 1, 0x62, 2, 2, 0, 1, 1, 0, 2, 6, 0, 6, 2, 0]
        + [2, 5, 0, 7, 1, 8, 1, 1, 2, 5, 3],
      [8, 0, 0, 0, 0],
    ])
    assembler.objects(first: 5, records: [[9, 8, 0, 0, 2, 0, 4, 0, 5, 0, 9, 1, 0x67, 4]])
    assembler.weak([0, 2, 5])
    assembler.root("r", [0x30, 7], [3])
    assembler.chunk("abCd", payload: [1, 2, 3])
    assembler.roots([("", [0x21, 0x31, 0], [3, 5, 3, 8]), ("s", [0x32, 6], [7, 5])])
    assembler.metadata([("title", [0x0F], [1, 0x74]), ("size", [0x14], [0x21, 0x03, 1, 1, 5])])
    return assembler.finished()
  }()

  /// One root of each kind of type.
  package static let values: [UInt8] = {
    var assembler = ChunkAssembler.withHead
    assembler.classes(names: StandardClasses.names, entries: StandardClasses.entries)
    assembler.objects(records: [[1], [2], [3]])
    let rows: [(type: [UInt8], value: [UInt8])] = [
      ([0x01], [1]), ([0x02], [9]), ([0x03], [0xFF, 0xFF, 3]), ([0x04], [0x80, 1]),
      ([0x05], Array(repeating: 0xFF, count: 9) + [1]),
      ([0x06], Array(repeating: 0xFF, count: 18) + [3]), ([0x0C], [1, 2]), ([0x0D], [1, 2, 3, 4]),
      ([0x0F], [6, 0x61, 0xC3, 0xA9, 0xE2, 0x82, 0xAC]), ([0x10], [2, 0xFF, 0]),
      ([0x0F], [5, 0x61, 0xF0, 0x9F, 0x8F, 0xBA]), ([0x13], [1, 3, 0x80, 1]),
      ([0x12], Array(0..<16)), ([0x20, 0x20, 0x01], [1, 1, 0]), ([0x21, 0x01], [3, 0, 1, 0]),
      ([0x21, 0x05], [2, 2, 0, 1, 0, 0xFF]), ([0x21, 0x0B], [1, 4, 0, 0, 1, 0]),
      ([0x21, 0x0D], [1, 1, 2, 3, 4]), ([0x22, 0x0F], [2, 1, 0x61, 1, 0x62]),
      ([0x23, 0x09, 0x22, 0x07], [2, 1, 1, 9, 2, 0]), ([0x21, 0x33, 5], [3, 6, 0, 2, 1, 0x61, 0]),
    ]
    let roots = rows.enumerated().map { (name: "\($0)", type: $1.type, value: $1.value) }
    assembler.roots(roots)
    return assembler.finished()
  }()
}
