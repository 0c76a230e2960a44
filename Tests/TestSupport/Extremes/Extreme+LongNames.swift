extension Extreme {
  /// A long name in every place where names are used, as many times as fit.
  ///
  /// Half of the bytes are one name, so that work for each byte of each use would grow with their square.
  ///
  /// Spec §11.2, §11.5.
  static let longNames: [Extreme] = [
    uses("keys", bytesEach: 9) { archive, name, count in
      archive.classes(names: ["A", name], entries: [Wire.classEntry(name: 1, keys: keys(count))])
    },
    uses("retired keys", bytesEach: 9) { archive, name, count in
      let entry = Wire.classEntry(name: 1, keys: keys(count, flags: [2]))
      archive.classes(names: ["A", name], entries: [entry])
    },
    uses("keys of structs", bytesEach: 9) { archive, name, count in
      archive.classes(names: ["A", name], entries: [Wire.structEntry(name: 1, keys: keys(count))])
    },
    uses("keys of cases", bytesEach: 14) { archive, name, count in
      let cases = keys(count).enumerated().map {
        Wire.enumCase(shortName($0), flags: $0 % 3 == 2 ? 2 : 0, keys: [$1])
      }
      archive.classes(names: ["A", name], entries: [Wire.enumEntry(name: 1, cases: cases)])
    },
    uses("keys of entries that are joined", bytesEach: 12) { archive, name, count in
      // Each key has another type in the other entry.
      let entries = [0, 1].map { Wire.classEntry(name: 1, keys: keys(count / 2, first: $0)) }
      archive.classes(names: ["A", name], entries: entries)
    },
    uses("keys of two versions", bytesEach: 12) { archive, name, count in
      let entries = [0, 1].map {
        Wire.classEntry(name: 1, version: $0 + 1, keys: keys(count / 2, first: $0))
      }
      archive.classes(names: ["A", name], entries: entries)
    },
    uses("keys of long names that differ at the end", bytesEach: 9) { archive, name, count in
      let half = String(name.prefix(name.utf8.count / 2))
      let entries = [2, 3].map { number in
        let types = (0..<(count / 2)).map { Wire.key(shortName($0), [0x30, UInt8(number)]) }
        return Wire.classEntry(name: 1, version: Int(number), keys: types)
      }
      archive.classes(names: ["A", half + "1", half + "2"], entries: entries)
    },
    uses("entries", bytesEach: 7) { archive, name, count in
      let entries = (0..<count).map { number in
        switch number % 3 {
        case 0: Wire.classEntry(name: 1, version: number + 1)
        case 1: Wire.structEntry(name: 1, version: number + 1)
        default: Wire.enumEntry(name: 1, version: number + 1)
        }
      }
      archive.classes(names: [name], entries: entries)
    },
    uses("entries with records", bytesEach: 16) { archive, name, count in
      let entries = (0..<count).map {
        Wire.classEntry(name: 1, version: $0 + 1, keys: [Wire.key("k", [0x30, 1])])
      }
      archive.classes(names: [name], entries: entries)
      archive.listedObjects((1...count).map { Wire.varint($0) + [1] })
    },
    uses("superclasses", bytesEach: 9) { archive, name, count in
      let entries = (0..<count).map {
        Wire.classEntry(name: 1, version: $0 + 1, superclass: $0 % 256 == 0 ? 0 : $0)
      }
      archive.classes(names: [name], entries: entries)
      archive.objects(records: [Wire.varint(count)])
      archive.root("root", [0x30, 1], [1])
    },
    uses("superclasses of many classes", bytesEach: 12) { archive, name, count in
      let entries = (0..<count).map { Wire.classEntry(name: $0 + 1, superclass: $0 == 0 ? 0 : 1) }
      archive.classes(names: [name] + (1..<max(2, count)).map(shortName), entries: entries)
    },
    uses("records", bytesEach: 5) { archive, name, count in
      let entry = Wire.classEntry(name: 1, keys: [Wire.key("k", [0x20, 0x30, 1])])
      archive.classes(names: [name], entries: [entry])
      archive.objects(records: (1...count).map { [1] + Wire.varint($0 == count ? 0 : $0 + 1) })
      archive.root("root", [0x30, 1], [1])
    },
    uses("roots", bytesEach: 8) { archive, name, count in
      archive.classes(names: ["A", name])
      archive.roots((0..<count).map { (shortName($0), [0x20, 0x32, 2], [0]) })
    },
    uses("values of any type", bytesEach: 4) { archive, name, count in
      archive.classes(names: [name])
      archive.root("root", [0x21, 0x14], Wire.varint(count) + repeated([0x20, 0x32, 1, 0], count))
    },
    uses("references of any type", bytesEach: 3) { archive, name, count in
      archive.classes(names: [name], entries: [Wire.classEntry(name: 1)])
      archive.objects(records: [[1]])
      archive.root("root", [0x21, 0x14], Wire.varint(count) + repeated([0x30, 1, 1], count))
    },
    uses("structs of any type", bytesEach: 4) { archive, name, count in
      archive.classes(names: [name], entries: [Wire.structEntry(name: 1)])
      archive.root("root", [0x21, 0x14], Wire.varint(count) + repeated([0x32, 1, 1, 0], count))
    },
    uses("keys of any type in records", bytesEach: 8) { archive, name, count in
      let entry = Wire.classEntry(name: 1, keys: [Wire.key("k", [0x14])])
      archive.classes(names: [name], entries: [entry])
      archive.listedObjects((1...count).map { [1, 0x30, 1] + Wire.varint($0) })
    },
    uses("maps of any type", bytesEach: 5) { archive, name, count in
      archive.classes(names: [name])
      let values = repeated([0x23, 0x0F, 0x32, 1, 0], count)
      archive.root("root", [0x21, 0x14], Wire.varint(count) + values)
    },
    uses("keys with a long name in structs", bytesEach: 1) { archive, name, count in
      let entry = Wire.structEntry(name: 1, keys: [Wire.key(name, [0x07])])
      archive.classes(names: ["S"], entries: [entry])
      archive.root("root", [0x21, 0x32, 1], Wire.varint(count) + [1, 1] + repeated([7], count))
    },
    uses("cases with a long name", bytesEach: 2) { archive, name, count in
      archive.classes(
        names: ["E"], entries: [Wire.enumEntry(name: 1, cases: [Wire.enumCase(name)])])
      archive.root("root", [0x21, 0x14], Wire.varint(count) + repeated([0x33, 1, 1, 0], count))
    },
    uses("lost references", bytesEach: 2) { archive, name, count in
      let entry = Wire.classEntry(name: 1, keys: [Wire.key("k" + name, [0x21, 0x30, 0])])
      archive.classes(names: [name], entries: [entry])
      archive.objects(records: [[1] + Wire.varint(count) + repeated([2], count)])
      archive.root("root", [0x30, 1], [1])
    },
    uses("a root with a long name", bytesEach: 2) { archive, name, count in
      archive.root(name, [0x21, 0x30, 0], Wire.varint(count) + repeated([1], count))
    },
  ]

  private static func uses(
    _ name: String, bytesEach: Int,
    _ body: @escaping @Sendable (inout ChunkAssembler, String, Int) -> Void
  ) -> Extreme {
    archive("a long name: \(name)", bytesEach: 1) { archive, count in
      let name = String(repeating: "n", count: max(1, count / 2))
      body(&archive, name, max(2, count / 2 / bytesEach))
    }
  }

  /// Keys of all types that have a name in them, which is name 2.
  private static func keys(_ count: Int, first: Int = 0, flags: [UInt8] = [0, 1]) -> [[UInt8]] {
    let types: [[UInt8]] = [
      [0x30, 2], [0x31, 2], [0x32, 2], [0x33, 2], [0x20, 0x30, 2], [0x21, 0x32, 2],
      [0x22, 0x33, 2], [0x23, 0x32, 2, 0x07], [0x23, 0x0F, 0x30, 2],
    ]
    return (0..<count).map { number in
      Wire.key(
        shortName(number), types[(number + first) % types.count], flags: flags[number % flags.count]
      )
    }
  }
}
