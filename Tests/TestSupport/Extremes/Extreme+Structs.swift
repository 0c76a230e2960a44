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
        Wire.structEntry(
          name: 1, keys: (0..<8).map { Wire.key(shortName($0), [0x07], flags: 1) })
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
      entries: [Wire.structEntry(name: 1, keys: [Wire.key("k", [0x20, 0x32, 1])])]),
    nestedEntries,
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
}
