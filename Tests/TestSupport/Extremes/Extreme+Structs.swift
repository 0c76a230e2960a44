extension Extreme {
  /// Structs and enums.
  static let structs: [OfValues] = [
    .list(
      "empty structs", of: [0x32, 1], [0], names: ["S"], entries: [Wire.structEntry(name: 1)],
      form: [1]),
    .list(
      "structs with a key", of: [0x32, 1], [7], names: ["S"],
      entries: [Wire.structEntry(name: 1, keys: [Wire.key("k", [0x07])])], form: [1]),
    .list(
      "structs without any of eight keys", of: [0x32, 1], [0], names: ["S"],
      entries: [
        Wire.structEntry(name: 1, keys: (0..<8).map { Wire.key(shortName($0), [0x07], flags: 1) })
      ], form: [1]),
    .list(
      "structs without any of many keys", of: [0x32, 1], Array(repeating: 0, count: 250),
      names: ["S"],
      entries: [
        Wire.structEntry(
          name: 1, keys: (0..<2_000).map { Wire.key(shortName($0), [0x07], flags: 1) })
      ], form: [1]),
    .list(
      "structs of two entries", of: [0x32, 1], [1, 0, 2, 0], names: ["S"],
      entries: [Wire.structEntry(name: 1), Wire.structEntry(name: 1, version: 2)], form: [0]),
    .list(
      "structs in optionals", of: [0x20, 0x32, 1], [1, 1, 0], names: ["S"],
      entries: [Wire.structEntry(name: 1)]),
    .list(
      "structs of any type", of: [0x14], [0x32, 1, 1, 0], names: ["S"],
      entries: [Wire.structEntry(name: 1)]),
    .list(
      "enums without payload", of: [0x33, 1], [0, 1], names: ["E"],
      entries: [Wire.enumEntry(name: 1, cases: [Wire.enumCase("a"), Wire.enumCase("b")])],
      form: [1]),
    .list(
      "enums without payload of two entries", of: [0x33, 1], [1, 0, 2, 0], names: ["E"],
      entries: [1, 2].map { Wire.enumEntry(name: 1, version: $0, cases: [Wire.enumCase("a")]) },
      form: [0]),
    .list(
      "enums with a payload", of: [0x33, 1], [0, 7], names: ["E"],
      entries: [
        Wire.enumEntry(name: 1, cases: [Wire.enumCase("a", keys: [Wire.key("k", [0x07])])])
      ], form: [1]),
    .list(
      "enums of any type", of: [0x14], [0x33, 1, 1, 0], names: ["E"],
      entries: [Wire.enumEntry(name: 1, cases: [Wire.enumCase("a")])]),
    // Each holds the next in an optional.
    .list(
      "structs in each other", of: [0x20, 0x32, 1], repeated([1, 1], 250) + [0], names: ["S"],
      entries: [Wire.structEntry(name: 1, keys: [Wire.key("k", [0x20, 0x32, 1])])]), nestedEntries,
    .list(
      "lists of uniform structs", of: [0x21, 0x32, 1], [1, 1, 7], names: ["S"],
      entries: [Wire.structEntry(name: 1, keys: [Wire.key("k", [0x07])])]),
  ]

  /// A list of one struct that contains 2 to the power of 14 others, of which the list gives the entries, and lists of it.
  private static let nestedEntries: OfValues = {
    let depth = 7
    var entries: [[UInt8]] = []
    for level in 1...depth {
      let type: [UInt8] = [0x32] + Wire.varint(level + 1)
      entries.append(
        Wire.structEntry(name: level, keys: [Wire.key("l", type), Wire.key("r", type)]))
    }
    entries.append(Wire.structEntry(name: depth + 1, keys: [Wire.key("k", [0x07])]))
    func numbers(_ level: Int) -> [UInt8] {
      level > depth ? [UInt8(level)] : [UInt8(level)] + numbers(level + 1) + numbers(level + 1)
    }
    let list = [1] + numbers(1) + Array(repeating: 7, count: 1 << depth)
    return .list(
      "nested entry numbers", of: [0x21, 0x32, 1], list,
      names: (0...depth).map { "S\($0)" }, entries: entries)
  }()

  /// Lists that give the entry numbers of many nested structs, of which half have many optional keys.
  ///
  /// The work of a reader that passes all keys of a struct for each of these numbers grows with the square of the bytes.
  /// The lists end after the numbers, since an element would take a byte for every eight keys.
  static let structsOverManyKeys: [Extreme] = [
    archive("nested entry numbers over many optional keys", bytesEach: 1) { archive, byteCount in
      let nested = NestedOverManyKeys(byteCount)
      archive.classes(names: nested.names, entries: nested.entries)
      archive.root("root", [0x21, 0x32, 1], nested.list)
    },
    archive("nested entry numbers over many optional keys, in an object", bytesEach: 1) {
      archive, byteCount in
      let nested = NestedOverManyKeys(byteCount)
      let holder = Wire.classEntry(
        name: nested.names.count + 1, keys: [Wire.key("k", [0x21, 0x32, 1])])
      archive.classes(names: nested.names + ["Holder"], entries: nested.entries + [holder])
      archive.objects(records: [Wire.varint(nested.entries.count + 1) + nested.list])
      archive.root("root", [0x30, 0], [1])
    },
  ]

  /// Structs each of which contains two of the next, the last of which has many optional keys; half of the bytes are keys,
  /// half are entry numbers.
  private struct NestedOverManyKeys {
    let names: [String]
    let entries: [[UInt8]]
    /// A list without its only element.
    let list: [UInt8]

    init(_ byteCount: Int) {
      var depth = 1
      while 4 << depth < byteCount { depth += 1 }
      names = (0...depth).map { "S\($0)" }
      let keys = (0..<(byteCount / 14)).map { Wire.key(shortName($0), [0x07], flags: 1) }
      entries =
        (1...depth).map { level in
          let type = [0x32] + Wire.varint(level + 1)
          return Wire.structEntry(name: level, keys: [Wire.key("l", type), Wire.key("r", type)])
        } + [Wire.structEntry(name: depth + 1, keys: keys)]
      // The numbers of a struct are its own and twice those of the next.
      list =
        [1]
        + (1...depth).reversed().reduce(Wire.varint(depth + 1)) { numbers, level in
          Wire.varint(level) + numbers + numbers
        }
    }
  }
}
