extension Extreme {
  /// Entries that the canonical form joins.
  ///
  /// Spec §9.7, §11.5.
  static let joins: [Extreme] = [
    archive("entries with keys of their own", bytesEach: 18) { archive, count in
      let entries = (0..<count).map {
        Wire.classEntry(name: 1, keys: [Wire.key(shortName($0), [0x07])])
      }
      archive.classes(names: ["A"], entries: entries)
      archive.listedObjects((1...count).map { Wire.varint($0) + [1] })
    },
    archive("structs with keys of their own", bytesEach: 15) { archive, count in
      let entries = (0..<count).map {
        Wire.structEntry(name: 1, keys: [Wire.key(shortName($0), [0x07])])
      }
      archive.classes(names: ["S"], entries: entries)
      let elements = joined(count) { Wire.varint($0 + 1) + [1] }
      archive.root("root", [0x21, 0x32, 1], Wire.varint(count) + [0] + elements)
    },
    archive("enums with cases of their own", bytesEach: 17) { archive, count in
      let entries = (0..<count).map {
        Wire.enumEntry(name: 1, cases: [Wire.enumCase(shortName($0))])
      }
      archive.classes(names: ["E"], entries: entries)
      let elements = joined(count) { Wire.varint($0 + 1) + [0] }
      archive.root("root", [0x21, 0x33, 1], Wire.varint(count) + [0] + elements)
    },
    archive("keys of different deep types", bytesEach: 4) { archive, count in
      // The values of both entries become values of type any, which each carry a long type.
      let deep = Array(repeating: UInt8(0x21), count: 63) + [0x07]
      let entries = [deep, [0x07]].map { Wire.classEntry(name: 1, keys: [Wire.key("k", $0)]) }
      archive.classes(names: ["A"], entries: entries)
      archive.listedObjects((0..<count).map { $0 == 0 ? [2, 0] : [1, 0] })
    },
    archive("keys of different deep types by turns", bytesEach: 5) { archive, count in
      // Neighbouring values do not have the same type.
      let deep = [UInt8(0x21), 0x22].map { Array(repeating: $0, count: 62) + [0x21, 0x07] }
      let entries = [deep, [[0x07], [0x07]]].map {
        Wire.classEntry(name: 1, keys: [Wire.key("j", $0[0]), Wire.key("k", $0[1])])
      }
      archive.classes(names: ["A"], entries: entries)
      archive.listedObjects((0..<count).map { $0 == 0 ? [2, 0, 0] : [1, 0, 0] })
    },
    archive("keys of different wide types", bytesEach: 6) { archive, count in
      // Each value of type any carries a descriptor that takes a part of the archive.
      var wide: [UInt8] = [0x07]
      while wide.count < count / 2 { wide = [0x23] + wide + wide }
      let entries = [wide, [0x07]].map { Wire.classEntry(name: 1, keys: [Wire.key("k", $0)]) }
      archive.classes(names: ["A"], entries: entries)
      archive.listedObjects((0..<count).map { $0 == 0 ? [2, 0] : [1, 0] })
    },
    archive("records that join one with many keys", bytesEach: 6) { archive, count in
      let keys = (0..<(count / 4)).map { Wire.key(shortName($0), [0x07], flags: 1) }
      let entries = [Wire.classEntry(name: 1, keys: keys), Wire.classEntry(name: 1)]
      archive.classes(names: ["A"], entries: entries)
      let wide = [1] + [UInt8](repeating: 0, count: (keys.count + 7) / 8)
      archive.objects(records: [wide] + Array(repeating: [2], count: count / 2))
      let numbers = joined(count / 2 + 1) { Wire.varint($0 + 1) }
      archive.root("root", [0x21, 0x30, 1], Wire.varint(count / 2 + 1) + numbers)
    },
  ]
}
