extension Extreme {
  /// Records, and references to them.
  static let objects: [Extreme] = [
    archive("records", bytesEach: 2) { archive, count in
      archive.classes(names: ["A"], entries: [Wire.classEntry(name: 1)])
      archive.objects(records: Array(repeating: [1], count: count))
    },
    archive("records that a list refers to", bytesEach: 5) { archive, count in
      archive.classes(names: ["A"], entries: [Wire.classEntry(name: 1)])
      archive.listedObjects(Array(repeating: [1], count: count))
    },
    archive("records with a key", bytesEach: 3) { archive, count in
      let entry = Wire.classEntry(name: 1, keys: [Wire.key("k", [0x01])])
      archive.classes(names: ["A"], entries: [entry])
      archive.objects(records: Array(repeating: [1, 1], count: count))
    },
    archive("records without any of many keys", bytesEach: 254) { archive, count in
      let keys = (0..<2_000).map { Wire.key(shortName($0), [0x07], flags: 1) }
      archive.classes(names: ["A"], entries: [Wire.classEntry(name: 1, keys: keys)])
      let record = [1] + [UInt8](repeating: 0, count: 250)
      archive.objects(records: Array(repeating: record, count: count))
    },
    archive("records with many keys", bytesEach: 510) { archive, count in
      let keys = (0..<500).map { Wire.key(shortName($0), [0x07]) }
      archive.classes(names: ["A"], entries: [Wire.classEntry(name: 1, keys: keys)])
      let record = [1] + [UInt8](repeating: 7, count: 500)
      archive.objects(records: Array(repeating: record, count: count))
    },
    archive("a large record among small ones", bytesEach: 1) { archive, count in
      let entry = Wire.classEntry(name: 1, keys: [Wire.key("k", [0x10])])
      archive.classes(names: ["A"], entries: [entry])
      let large = [1] + Wire.varint(count / 2) + [UInt8](repeating: 7, count: count / 2)
      archive.objects(records: [large] + Array(repeating: [1, 0], count: count / 6))
    },
    linked("records that each refer to the next", isBackward: false),
    linked("records that each refer to the one before", isBackward: true),
    archive("records that refer to the next twice", bytesEach: 10) { archive, count in
      let keys = ["l", "r"].map { Wire.key($0, [0x20, 0x30, 1]) }
      archive.classes(names: ["A"], entries: [Wire.classEntry(name: 1, keys: keys)])
      archive.objects(
        records: (1...count).map { number in
          let next = Wire.varint(number == count ? 0 : number + 1)
          return [1] + next + next
        })
      archive.root("root", [0x30, 1], [1])
    },
    archive("references to one object", bytesEach: 1) { archive, count in
      archive.classes(names: ["A"], entries: [Wire.classEntry(name: 1)])
      archive.objects(records: [[1]])
      archive.root("root", [0x21, 0x30, 1], Wire.varint(count) + repeated([1], count))
    },
    archive("weak references", bytesEach: 1) { archive, count in
      archive.classes(names: ["A"], entries: [Wire.classEntry(name: 1)])
      archive.objects(records: [[1]])
      archive.weak([1])
      archive.root("root", [0x21, 0x31, 1], Wire.varint(count) + repeated([1], count))
    },
    archive("references in a key of each object", bytesEach: 6) { archive, count in
      let entry = Wire.classEntry(name: 1, keys: [Wire.key("all", [0x21, 0x30, 1])])
      archive.classes(names: ["A"], entries: [entry])
      archive.listedObjects((1...count).map { [1, 1] + Wire.varint($0) })
    },
  ]

  private static func linked(_ name: String, isBackward: Bool) -> Extreme {
    archive(name, bytesEach: 5) { archive, count in
      let entry = Wire.classEntry(name: 1, keys: [Wire.key("next", [0x20, 0x30, 1])])
      archive.classes(names: ["A"], entries: [entry])
      archive.objects(
        records: (1...count).map { number in
          [1] + Wire.varint(isBackward ? number - 1 : number == count ? 0 : number + 1)
        })
      archive.root("root", [0x30, 1], Wire.varint(isBackward ? count : 1))
    }
  }
}
