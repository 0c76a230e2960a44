extension Extreme {
  /// Names, entries, keys, cases and chains.
  static let classes: [Extreme] = [
    archive("names", bytesEach: 5) { archive, count in
      archive.classes(names: (0..<count).map(shortName))
    },
    archive("a long name", bytesEach: 1) { archive, count in
      archive.classes(
        names: [String(repeating: "n", count: count)], entries: [Wire.classEntry(name: 1)])
    },
    entries("class entries") { Wire.classEntry(name: 1, version: $0 % 100 + 1) },
    entries("struct entries") { Wire.structEntry(name: 1, version: $0 % 100 + 1) },
    entries("enum entries") { Wire.enumEntry(name: 1, version: $0 % 100 + 1) },
    keys("keys", flags: 0), keys("optional keys", flags: 1), keys("retired keys", flags: 2),
    archive("keys of deep types", bytesEach: 70) { archive, count in
      let type = Array(repeating: UInt8(0x21), count: 63) + [0x07]
      let keys = (0..<count).map { Wire.key(shortName($0), type) }
      archive.classes(names: ["A"], entries: [Wire.classEntry(name: 1, keys: keys)])
    },
    archive("keys of a long name", bytesEach: 2) { archive, count in
      let keys = [Wire.key(String(repeating: "k", count: count), [0x07])]
      archive.classes(names: ["A"], entries: [Wire.classEntry(name: 1, keys: keys)])
      archive.objects(records: Array(repeating: [1, 7], count: max(1, count / 3)))
    },
    archive("cases", bytesEach: 7) { archive, count in
      let cases = (0..<count).map { Wire.enumCase(shortName($0)) }
      archive.classes(names: ["E"], entries: [Wire.enumEntry(name: 1, cases: cases)])
    },
    archive("cases with a key", bytesEach: 12) { archive, count in
      let cases = (0..<count).map { Wire.enumCase(shortName($0), keys: [Wire.key("k", [0x07])]) }
      archive.classes(names: ["E"], entries: [Wire.enumEntry(name: 1, cases: cases)])
    },
    archive("retired keys of many entries", bytesEach: 14) { archive, count in
      let entries = (0..<count).map {
        Wire.classEntry(name: 1, version: $0 + 1, keys: [Wire.key("k", [0x07], flags: 2)])
      }
      archive.classes(names: ["A"], entries: entries)
    },
    archive("entries with a record", bytesEach: 13) { archive, count in
      archive.classes(
        names: ["A"], entries: Array(repeating: Wire.classEntry(name: 1), count: count))
      archive.listedObjects((1...count).map { Wire.varint($0) }, ofClass: 0)
    },
    archive("classes with a record", bytesEach: 23) { archive, count in
      archive.classes(
        names: (0..<count).map(shortName),
        entries: (1...count).map { Wire.classEntry(name: $0, keys: [Wire.key("k", [0x07])]) })
      archive.listedObjects((1...count).map { Wire.varint($0) + [1] }, ofClass: 0)
    },
    archive("classes with a record that has a value of any type", bytesEach: 24) { archive, count in
      archive.classes(
        names: (0..<count).map(shortName),
        entries: (1...count).map { Wire.classEntry(name: $0, keys: [Wire.key("k", [0x14])]) })
      archive.listedObjects((1...count).map { Wire.varint($0) + [0x07, 1] }, ofClass: 0)
    },
    chains("superclass chains", bytesEach: 6) { _, _ in },
    chains("superclass chains with records", bytesEach: 13) { archive, count in
      archive.listedObjects((1...count).map { Wire.varint($0) })
    },
    chains("superclass chains with keys", bytesEach: 12, keys: [Wire.key("k", [0x07])]) {
      archive, count in
      let records = (1...count).filter { $0 % 2_048 == 0 }.map { number -> [UInt8] in
        Wire.varint(number) + Array(repeating: 7, count: 256)
      }
      if !records.isEmpty { archive.objects(records: records) }
    },
    archive("the same keys in all classes of a chain", bytesEach: 255 * 7) { archive, count in
      let keys = (0..<count).map { Wire.key(shortName($0), [0x01]) }
      archive.classes(
        names: (0..<255).map(shortName),
        entries: (0..<255).map { Wire.classEntry(name: $0 + 1, superclass: $0, keys: keys) })
    },
    combs("subclasses of a long chain", hasRecords: false),
    combs("subclasses of a long chain with records", hasRecords: true),
    archive("references to the top of a chain", bytesEach: 1) { archive, count in
      let entries = (0..<256).map { Wire.classEntry(name: $0 + 1, superclass: $0) }
      archive.classes(names: (0..<256).map(shortName), entries: entries)
      archive.objects(records: [Wire.varint(256)])
      archive.root("root", [0x21, 0x30, 1], Wire.varint(count) + repeated([1], count))
    },
  ]

  private static func entries(
    _ name: String, _ entry: @escaping @Sendable (Int) -> [UInt8]
  ) -> Extreme {
    archive(name, bytesEach: 5) { archive, count in
      archive.classes(names: ["A"], entries: (0..<count).map(entry))
    }
  }

  private static func keys(_ name: String, flags: UInt8) -> Extreme {
    archive(name, bytesEach: 7) { archive, count in
      let keys = (0..<count).map { Wire.key(shortName($0), [0x07], flags: flags) }
      archive.classes(names: ["A"], entries: [Wire.classEntry(name: 1, keys: keys)])
    }
  }

  /// Chains as long as rule L3 allows, one after the other.
  private static func chains(
    _ name: String, bytesEach: Int, keys: [[UInt8]] = [],
    _ body: @escaping @Sendable (inout ChunkAssembler, Int) -> Void
  ) -> Extreme {
    archive(name, bytesEach: bytesEach) { archive, count in
      let entries = (0..<count).map {
        Wire.classEntry(name: 1, superclass: $0 % 256 == 0 ? 0 : $0, keys: keys)
      }
      archive.classes(names: ["A"], entries: entries)
      body(&archive, count)
    }
  }

  /// Many entries below one chain of 255, each with all of its optional keys.
  private static func combs(_ name: String, hasRecords: Bool) -> Extreme {
    archive(name, bytesEach: hasRecords ? 45 : 7) { archive, count in
      let key = Wire.key("k", [0x07], flags: 1)
      let chain = (0..<255).map { Wire.classEntry(name: 1, superclass: $0, keys: [key]) }
      let leaf = Wire.classEntry(name: 1, superclass: 255)
      archive.classes(names: ["A"], entries: chain + Array(repeating: leaf, count: count))
      guard hasRecords else { return }
      let absent = [UInt8](repeating: 0, count: 32)
      archive.listedObjects((256..<(256 + count)).map { Wire.varint($0) + absent })
    }
  }
}
