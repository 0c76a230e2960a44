/// The class table of an archive that is being written: names, types and entries.
///
/// Spec chapter 4.
struct ClassTableWriter {
  /// What the entries are compiled to, and all types.
  var types = TypeTable()
  /// The entries.
  private(set) var table = ArchiveClassTable()
  /// The keys of records of classes that have superclasses.
  private var chains = EntryCache<[Int32]>()
  private var writtenNameCount = 0
  private var writtenEntryCount = 0

  /// Whether there are names or entries that no `CLAS` chunk holds yet.
  var hasPendingDefinitions: Bool {
    writtenNameCount < types.schema.names.count || writtenEntryCount < table.count
  }

  /// Adds an entry whose superclass has been defined before.
  ///
  /// - Throws: A rule of chapter 4 that the entry breaks.
  mutating func define(_ entry: ArchiveClassEntry) throws(ArchiveWritingError) -> Int {
    if let superclass = entry.superclass {
      guard entry.kind == .class, let upper = types.schema[superclass], upper.kind == .class else {
        throw ArchiveWritingError(.breaks(.superclass), keyPath: entry.name)
      }
      guard upper.chainCount < ArchiveLimits().superclassChain else {
        throw ArchiveWritingError(.breaks(.superclassChain), keyPath: entry.name)
      }
    }
    let number = try add(entry)
    types.completeChains(from: number - 1)
    return number
  }

  /// Adds all entries of a table, where superclasses may follow their subclasses.
  ///
  /// - Throws: A rule of chapter 4 that an entry breaks.
  mutating func define(contentsOf all: ArchiveClassTable) throws(ArchiveWritingError) {
    try all.checkSuperclasses()
    let firstEntry = table.count
    for entry in all.entries { _ = try add(entry) }
    types.completeChains(from: firstEntry)
  }

  private mutating func add(_ entry: ArchiveClassEntry) throws(ArchiveWritingError) -> Int {
    guard !entry.name.isEmpty else { throw ArchiveWritingError(.breaks(.emptyName)) }
    _ = types.number(ofName: entry.name)
    try EntryRules.admit(entry, types: &types)
    try types.add(entry)
    return table.define(entry)
  }

  /// The stored keys of the records of a class.
  mutating func keys(ofRecord entry: Int) -> BodyKeys {
    guard let own = types.schema[entry], let body = types.schema.body(ofEntry: entry) else {
      return BodyKeys()
    }
    guard own.chainCount > 1 else { return BodyKeys(body) }
    let optionalCount = types.schema.optionalCount(ofChain: entry)
    if let chain = chains[entry] { return BodyKeys(chain, optionalCount: optionalCount) }
    let chain = types.schema.chain(of: entry).flatMap { level in
      types.schema.body(ofEntry: level)?.keys.map { Int32(truncatingIfNeeded: $0) } ?? []
    }
    return BodyKeys(
      chains.keep(chain, of: entry, size: chain.count), optionalCount: optionalCount)
  }
}

/// The stored keys of a body that is being written, by their indices in the schema.
struct BodyKeys {
  /// The number of keys.
  let count: Int
  /// The number of those that are optional.
  let optionalCount: Int
  private let first: Int
  /// The indices, if they are those of several levels.
  private let chain: [Int32]

  /// No keys.
  init() { (count, optionalCount, first, chain) = (0, 0, 0, []) }

  /// The keys of one level, struct or case.
  init(_ body: CompiledBody) {
    (count, optionalCount) = (body.keys.count, Int(body.optionalCount))
    (first, chain) = (body.keys.lowerBound, [])
  }

  /// The keys of all levels of a class.
  init(_ chain: [Int32], optionalCount: Int) {
    (count, first, self.optionalCount, self.chain) = (chain.count, 0, optionalCount, chain)
  }

  /// The index in the schema of the key at a position.
  subscript(position: Int) -> Int { chain.isEmpty ? first + position : Int(chain[position]) }
}

extension ClassTableWriter {
  /// Writes the payload of a `CLAS` chunk with all definitions that no chunk holds yet, and gives
  /// the number of entries in it.
  ///
  /// Spec §4.1.
  mutating func writePending(to output: inout ByteWriter) throws(ArchiveWritingError) -> Int {
    let names = types.schema.names[writtenNameCount...]
    let entryCount = table.count - writtenEntryCount
    output.write(number: names.count)
    output.write(number: entryCount)
    for name in names { output.write(string: name) }
    for number in writtenEntryCount..<table.count { try write(number + 1, to: &output) }
    writtenNameCount = types.schema.names.count
    writtenEntryCount = table.count
    return entryCount
  }

  /// Writes an entry.
  ///
  /// Spec §4.2.
  private mutating func write(_ number: Int, to output: inout ByteWriter)
    throws(ArchiveWritingError)
  {
    guard let entry = table[number] else { return }
    output.write(number: types.number(ofName: entry.name))
    output.write(number: entry.version)
    output.write(byte: entry.kind.rawValue)
    output.write(number: entry.superclass ?? 0)
    guard entry.kind == .enumeration else {
      try write(entry.keys, to: &output)
      return
    }
    output.write(number: entry.cases.count)
    for item in entry.cases {
      output.write(string: item.name)
      output.write(number: item.since)
      output.write(byte: item.isRetired ? 2 : 0)
      try write(item.keys, to: &output)
    }
  }

  /// Writes the count of some keys, and the keys.
  ///
  /// Spec §4.3.
  private mutating func write(_ keys: [ArchiveKey], to output: inout ByteWriter)
    throws(ArchiveWritingError)
  {
    output.write(number: keys.count)
    for key in keys {
      output.write(string: key.name)
      let type = try types.index(of: key.type)
      types.schema.writeDescriptor(type, to: &output)
      output.write(number: key.since)
      output.write(byte: key.presence.rawValue)
    }
  }
}
