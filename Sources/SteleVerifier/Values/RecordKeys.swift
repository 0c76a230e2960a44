/// The stored keys of records, which are those of whole chains (spec §5.2).
///
/// The keys of a chain are put together for its first record, which pays a bit for each, and kept while there is room:
/// together the chains of an archive can have far more keys than it has bytes.
struct RecordKeys {
  /// The keys of ``ClassTable/keys``, and after them those of chains.
  private(set) var keys: [StoredKey]
  private let entries: [ClassEntry]
  private let ownKeyCount: Int
  private let roomForChains: Int
  private var chains: [Int: StoredKeys] = [:]

  init(_ classes: ClassTable) {
    keys = classes.keys
    entries = classes.entries
    ownKeyCount = keys.count
    roomForChains = max(65_536, keys.count)
  }

  /// The keys of the records of a class entry, as a range of ``keys``.
  @inline(__always)
  mutating func keys(ofEntry entry: Int) -> StoredKeys {
    entries[entry &- 1].storingSuperclass == 0
      ? entries[entry &- 1].keys : chains[entry] ?? joined(entry)
  }

  @inline(never)
  private mutating func joined(_ entry: Int) -> StoredKeys {
    var chain: [StoredKeys] = []
    var next = entry
    while next != 0 {
      chain.append(entries[next - 1].keys)
      next = Int(entries[next - 1].storingSuperclass)
    }
    let keyCount = chain.reduce(0) { $0 + $1.range.count }
    if keys.count - ownKeyCount + keyCount > roomForChains {
      keys.removeSubrange(ownKeyCount...)
      chains.removeAll()
    }
    let first = keys.count
    for own in chain.reversed() { keys += Array(keys[own.range]) }
    let all = StoredKeys(
      range: first..<keys.count, optionalCount: chain.reduce(0) { $0 + $1.optionalCount })
    chains[entry] = all
    return all
  }
}
