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

/// The rules that a class entry must keep by itself.
///
/// Spec §4.2 to §4.4.
enum EntryRules {
  /// Validates an entry, its superclass apart.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - types: The types of the archive.
  /// - Throws: Rules C1, C4, P4, C10, C11, C12, L1.
  static func admit(_ entry: ArchiveClassEntry, types: inout TypeTable) throws(ArchiveWritingError)
  {
    func fail(_ rule: ArchiveRule, _ key: String? = nil) -> ArchiveWritingError {
      ArchiveWritingError(.breaks(rule), keyPath: key.map { "\(entry.name).\($0)" } ?? entry.name)
    }
    guard !entry.name.isEmpty else { throw fail(.emptyName) }
    guard entry.version >= 1 else { throw fail(.classVersion) }
    guard entry.version <= Int32.max else { throw fail(.integerTooLarge) }
    let isEnum = entry.kind == .enumeration
    guard isEnum ? entry.keys.isEmpty : entry.cases.isEmpty else {
      throw ArchiveWritingError(.misplacedKeys, keyPath: entry.name)
    }
    try admit(entry.keys, of: entry, types: &types)
    var caseNames = DistinctNames()
    for (index, item) in entry.cases.enumerated() {
      guard caseNames.insert(item.name, after: entry.cases[..<index], \.name) else {
        throw fail(.duplicateCaseName, item.name)
      }
      guard 1...entry.version ~= item.since else { throw fail(.since, item.name) }
      try admit(item.keys, of: entry, in: item, types: &types)
    }
  }

  private static func admit(
    _ keys: [ArchiveKey], of entry: ArchiveClassEntry, in item: ArchiveCase? = nil,
    types: inout TypeTable
  ) throws(ArchiveWritingError) {
    func keyPath(_ key: ArchiveKey) -> String {
      item.map { "\(entry.name).\($0.name).\(key.name)" } ?? "\(entry.name).\(key.name)"
    }
    var names = DistinctNames()
    for (index, key) in keys.enumerated() {
      guard names.insert(key.name, after: keys[..<index], \.name) else {
        throw ArchiveWritingError(.breaks(.duplicateKeyName), keyPath: keyPath(key))
      }
      do throws(ArchiveWritingError) {
        _ = try types.index(of: key.type)
      } catch {
        throw ArchiveWritingError(error.reason, keyPath: keyPath(key))
      }
      guard 1...entry.version ~= key.since else {
        throw ArchiveWritingError(.breaks(.since), keyPath: keyPath(key))
      }
    }
  }
}

/// What has been worked out for some entries of a class table, so much of it at a time that an archive cannot make it large.
///
/// An entry of five bytes can inherit the keys of 255 others (spec §10.5). What is written out for each entry with all keys
/// of its chain would take memory in the square of the table, so it is kept for a limited number of keys; then everything
/// is forgotten and worked out again when it is needed.
package struct EntryCache<Content> {
  /// How many keys and levels all contents may have together.
  private static var limit: Int { 8_192 }

  private var contents: [Int: Content] = [:]
  private var size = 0

  package init() {}

  /// What is kept of an entry.
  package subscript(entry: Int) -> Content? {
    @inline(__always) get { contents[entry] }
  }

  /// Keeps the content of an entry, and gives it.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - entry: The entry number.
  ///   - added: How many keys and levels the content has.
  /// - Returns: The content.
  package mutating func keep(_ content: Content, of entry: Int, size added: Int) -> Content {
    if size + added >= Self.limit {
      contents = [:]
      size = 0
    }
    contents[entry] = content
    size += added + 1
    return content
  }
}

extension EntryCache: Sendable where Content: Sendable {}
