internal import Stele

/// Structs, enums and the bodies of records.
///
/// Spec §3.7, §5.2.
extension ValueReader {
  /// Reads the entry number of a struct or enum value: C8, V8, V9.
  mutating func readEntry(of type: TypeNode) throws(Defect) -> Int {
    let offset = cursor.offset
    let entry = try cursor.readNumber()
    try checkEntry(entry, at: offset, of: type)
    return entry
  }

  /// C8, V8, V9.
  func checkEntry(_ number: Int, at offset: Int, of type: TypeNode) throws(Defect) {
    guard number > 0, number <= definedEntryCount else { throw Defect(.undefinedEntry, offset) }
    let entry = contents.classes[number]
    let kind: ClassEntry.Kind = type.code == .struct ? .struct : .enum
    guard entry.kind == kind else { throw Defect(.valueKind, offset) }
    guard entry.name == type.name else { throw Defect(.valueClass, offset) }
  }

  /// Opens a struct or enum value at a depth after its entry number: V10, V12.
  mutating func openContent(
    of number: Int, depth: Int, isListed: Bool = false
  ) throws(Defect) {
    canonical?.use(entry: number)
    let entry = contents.classes[number]
    let offset = cursor.offset
    guard entry.kind == .enum else {
      guard entry.keys.range.isEmpty else {
        return try openBody(entry.keys, depth: depth + 1, isListed: isListed)
      }
      guard try cursor.readByte() == 0 else { throw Defect(.emptyBody, offset) }
      return
    }
    let index = try cursor.readNumber()
    guard index < entry.cases.count else { throw Defect(.caseIndex, offset) }
    let enumCase = contents.classes.cases[entry.cases.lowerBound + index]
    guard !enumCase.isRetired else { throw Defect(.caseIndex, offset) }
    if !enumCase.keys.range.isEmpty { try openBody(enumCase.keys, depth: depth + 1) }
  }

  /// Reads the presence bytes of a body, and opens it: P1, V11.
  mutating func openBody(
    _ keys: StoredKeys, depth: Int, isListed: Bool = false
  ) throws(Defect) {
    let start = cursor.offset
    try cursor.skip((keys.optionalCount + 7) / 8)
    let usedBitCount = keys.optionalCount % 8
    let last = cursor.offset - 1
    if usedBitCount > 0, cursor.part[last] >> UInt8(usedBitCount) != 0 {
      throw Defect(.spareBits, last)
    }
    push(
      OpenValue(
        kind: .body, depth: depth, next: keys.range.lowerBound, end: keys.range.upperBound,
        start: start, isListed: isListed))
  }

  /// The values of the keys of the body on top that are present, until another value is open.
  mutating func continueBody() throws(Defect) {
    while top.kind == .body {
      guard top.next < top.end else { return pop() }
      let key = keys[top.next]
      top.next += 1
      if key.isOptional {
        let bit = top.optionalCount
        top.optionalCount += 1
        guard cursor.part[top.start + bit / 8] >> UInt8(bit % 8) & 1 == 1 else { continue }
      }
      if key.isNestedStruct, top.isListed {
        try openListed(types[key.type], depth: top.depth)
      } else {
        try readValue(key.type, depth: top.depth)
      }
    }
  }
}

/// The stored keys of records, which are those of whole chains (§5.2).
///
/// The keys of a chain are put together for its first record, which pays a bit for each, and kept while there is room:
/// together the chains of an archive can have far more keys than it has bytes (§11.5).
struct RecordKeys {
  /// The keys of ``ClassTable/keys``, and after them those of chains.
  private var keys: [StoredKey]
  private let entries: [ClassEntry]
  private let ownKeyCount: Int
  private let roomForChains: Int
  /// The keys of the chain of each entry, if they have been put together.
  private var chains: [StoredKeys?]

  init(_ classes: ClassTable) {
    keys = classes.keys
    entries = classes.entries
    ownKeyCount = keys.count
    roomForChains = max(65_536, keys.count)
    chains = Array(repeating: nil, count: entries.count)
  }

  subscript(place: Int) -> StoredKey {
    @inline(__always) get { keys[place] }
  }

  /// Returns the keys of the records of a class entry.
  mutating func keys(ofEntry entry: Int) -> StoredKeys {
    if entries[entry - 1].storingSuperclass == 0 { return entries[entry - 1].keys }
    return chains[entry - 1] ?? join(entry)
  }

  private mutating func join(_ entry: Int) -> StoredKeys {
    var chain: [StoredKeys] = []
    var next = entry
    while next != 0 {
      chain.append(entries[next - 1].keys)
      next = Int(entries[next - 1].storingSuperclass)
    }
    let keyCount = chain.reduce(0) { $0 + $1.range.count }
    if keys.count - ownKeyCount + keyCount > roomForChains {
      keys.removeSubrange(ownKeyCount...)
      chains = Array(repeating: nil, count: entries.count)
    }
    let first = keys.count
    // Those of the topmost superclass come first.
    for own in chain.reversed() { keys += Array(keys[own.range]) }
    let all = StoredKeys(
      range: first..<keys.count, optionalCount: chain.reduce(0) { $0 + $1.optionalCount })
    chains[entry - 1] = all
    return all
  }
}
