extension Extreme {
  /// Entries with many keys or cases, and as many objects or values of them.
  ///
  /// Nothing in a record tells how many retired keys and cases its entry has, or how many keys it lacks.
  static let entries: [Extreme] = [
    archive("retired keys, and records", bytesEach: 12) { archive, count in
      let keys = [Wire.key("k", [0x20, 0x07])] + retiredKeys(count)
      archive.classes(names: ["A"], entries: [Wire.classEntry(name: 1, keys: keys)])
      archive.listedObjects(Array(repeating: [1, 0], count: count))
    },
    archive("retired keys of a superclass, and classes with a record", bytesEach: 19) {
      archive, count in
      let entries = (0..<count).map { _ in Wire.classEntry(name: 2, superclass: 1) }
      archive.classes(
        names: ["A", "B"], entries: [Wire.classEntry(name: 1, keys: retiredKeys(count))] + entries)
      archive.listedObjects((0..<count).map { Wire.varint($0 + 2) })
    },
    archive("retired keys of a struct, and structs of two entries", bytesEach: 10) {
      archive, count in
      let entries = [1, 2].map {
        Wire.structEntry(name: 1, version: $0, keys: retiredKeys($0 == 1 ? count : 0))
      }
      archive.classes(names: ["S"], entries: entries)
      archive.root(
        "root", [0x21, 0x32, 1], Wire.varint(count + 1) + [0, 2, 0] + repeated([1, 0], count))
    },
    archive("retired keys of a case, and values of it", bytesEach: 9) { archive, count in
      let cases = [Wire.enumCase("c", keys: retiredKeys(count))]
      archive.classes(names: ["E"], entries: [Wire.enumEntry(name: 1, cases: cases)])
      archive.root("root", [0x21, 0x33, 1], Wire.varint(count) + [1] + repeated([0], count))
    },
    archive("retired cases, and values of another", bytesEach: 8) { archive, count in
      let cases =
        (0..<count).map { Wire.enumCase(shortName($0), flags: 2) } + [Wire.enumCase("live")]
      archive.classes(names: ["E"], entries: [Wire.enumEntry(name: 1, cases: cases)])
      archive.root(
        "root", [0x21, 0x33, 1], Wire.varint(count) + [1] + repeated(Wire.varint(count), count))
    },
    archive("cases with a key, and values of each", bytesEach: 16) { archive, count in
      let cases = (0..<count).map { Wire.enumCase(shortName($0), keys: [Wire.key("k", [0x07])]) }
      archive.classes(names: ["E"], entries: [Wire.enumEntry(name: 1, cases: cases)])
      archive.root(
        "root", [0x21, 0x33, 1], Wire.varint(count) + [1] + joined(count) { Wire.varint($0) + [7] })
    },
    archive("optional keys of a superclass, and classes", bytesEach: 12) { archive, count in
      let keys = (0..<count).map { Wire.key(shortName($0), [0x07], flags: 1) }
      let entries = (0..<count).map { _ in Wire.classEntry(name: 2, superclass: 1) }
      archive.classes(names: ["A", "B"], entries: [Wire.classEntry(name: 1, keys: keys)] + entries)
      archive.objects(records: [[2] + [UInt8](repeating: 0, count: (count + 7) / 8)])
      archive.root("root", [0x30, 1], [1])
    },
    archive("a key of a long name, and records", bytesEach: 8) { archive, count in
      let keys = [Wire.key(String(repeating: "n", count: 4 * count), [0x07])]
      archive.classes(names: ["A"], entries: [Wire.classEntry(name: 1, keys: keys)])
      archive.listedObjects(Array(repeating: [1, 7], count: count))
    },
    archive("keys, and records with half of them", bytesEach: 96) { archive, count in
      let keys = (0..<count).map { Wire.key(shortName($0), [0x07], flags: 1) }
      archive.classes(names: ["A"], entries: [Wire.classEntry(name: 1, keys: keys)])
      let record =
        [1] + [UInt8](repeating: 0x55, count: count / 8)
        + (count % 8 > 0 ? [0x55 & UInt8(1 << (count % 8) - 1)] : [])
        + [UInt8](repeating: 7, count: (count + 1) / 2)
      archive.objects(records: Array(repeating: record, count: 60 * 96 / max(60, count) + 1))
      archive.root("root", [0x21, 0x30, 1], [1, 1])
    },
  ]

  private static func retiredKeys(_ count: Int) -> [[UInt8]] {
    (0..<count).map { Wire.key("~" + shortName($0), [0x07], flags: 2) }
  }
}
