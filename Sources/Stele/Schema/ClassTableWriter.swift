/// The class table of an archive that is being written: names, types and entries.
///
/// Spec chapter 4.
package struct ClassTableWriter {
  /// The names and types, and the entries as compiled classes.
  package internal(set) var schema = CompiledSchema(types: Self.commonTypes)
  /// The names and entries that the archive has; those after them are of the previous archive, see ``reset()``.
  var defined = Definitions()
  /// The number of times that definitions of the previous archive have been forgotten.
  var revision = 0
  var numbers = NameNumbers()
  var indices = ShortTable<CompiledType, Int>()
  /// The entries, by their number minus 1.
  private(set) var entries: [WrittenEntry] = []
  /// The keys of records of classes that have superclasses.
  private var chains = EntryCache<[Int32]>()
  /// The names and entries that `CLAS` chunks hold.
  private var written = Definitions()

  package init() {}

  /// Whether there are names or entries that no `CLAS` chunk holds yet.
  var hasPendingDefinitions: Bool { written != defined }

  /// The entry of a number, or nil if there is none.
  subscript(number: Int) -> WrittenEntry? {
    number > 0 && number <= defined.entryCount ? entries[number - 1] : nil
  }

  /// Adds an entry whose superclass has been defined before.
  ///
  /// - Throws: A rule of chapter 4 that the entry breaks.
  package mutating func define(_ entry: ArchiveClassEntry) throws(ArchiveWritingError) -> Int {
    try define(WrittenEntry(entry))
  }

  /// Adds an entry whose superclass has been defined before.
  ///
  /// - Throws: A rule of chapter 4 that the entry breaks.
  mutating func define(_ entry: consuming WrittenEntry) throws(ArchiveWritingError) -> Int {
    if let superclass = entry.superclass {
      guard entry.kind == .class, let upper = schema[superclass], upper.kind == .class else {
        throw ArchiveWritingError(.breaks(.superclass), keyPath: KeyPathText.root(entry.name))
      }
      guard upper.chainCount < ArchiveLimits().superclassChain else {
        throw ArchiveWritingError(.breaks(.superclassChain), keyPath: KeyPathText.root(entry.name))
      }
    }
    let number = try add(entry)
    schema.completeChains(from: number - 1)
    return number
  }

  /// Adds all entries of a table, where superclasses may follow their subclasses.
  ///
  /// - Throws: A rule of chapter 4 that an entry breaks.
  package mutating func define(contentsOf all: ArchiveClassTable) throws(ArchiveWritingError) {
    try all.checkSuperclasses()
    let firstEntry = defined.entryCount
    for entry in all.entries { _ = try add(WrittenEntry(entry)) }
    schema.completeChains(from: firstEntry)
  }

  private mutating func add(
    _ entry: consuming WrittenEntry
  ) throws(ArchiveWritingError) -> Int {
    guard !entry.name.isEmpty else { throw ArchiveWritingError(.breaks(.emptyName)) }
    let name = number(ofName: entry.name)
    try validate(&entry)
    if hasFurtherDefinitions, usesAgain(entry) { return defined.entryCount }
    if entries.count > defined.entryCount { entries.removeSubrange(defined.entryCount...) }
    add(entry, name: name)
    entries.append(entry)
    return entries.count
  }

  /// Uses the next entry of the previous archive if it is the same one, or forgets it.
  private mutating func usesAgain(_ entry: WrittenEntry) -> Bool {
    let next = defined.entryCount
    guard next < schema.classes.count else { return false }
    guard entries[next].isSame(as: entry) else {
      forgetFurtherDefinitions()
      return false
    }
    defined.entryCount = next + 1
    return true
  }

  /// Begins another archive, which uses the definitions of this one again as long as it has the same ones in the same order.
  ///
  /// The indices of types stay, as they are not in archives.
  mutating func reset() {
    chains = EntryCache()
    (defined, written) = (Definitions(), Definitions())
  }

  /// Returns the stored keys of the records of a class.
  package mutating func keys(ofRecord entry: Int) -> BodyKeys {
    guard let own = schema[entry], let body = schema.body(ofEntry: entry) else {
      return BodyKeys()
    }
    guard own.chainCount > 1 else { return BodyKeys(body) }
    let optionalCount = schema.optionalCount(ofChain: entry)
    if let chain = chains[entry] { return BodyKeys(chain, optionalCount: optionalCount) }
    let chain = schema.chain(of: entry).flatMap { level in
      schema.body(ofEntry: level)?.keys.map { Int32(truncatingIfNeeded: $0) } ?? []
    }
    return BodyKeys(
      chains.keep(chain, of: entry, size: chain.count), optionalCount: optionalCount)
  }
}

/// The stored keys of a body that is being written, by their indices in the schema.
package struct BodyKeys {
  /// The number of keys.
  package let count: Int
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

  /// Returns the index in the schema of the key at a position.
  package subscript(position: Int) -> Int {
    chain.isEmpty ? first + position : Int(chain[position])
  }
}

/// A class entry that is being written, with the types of its keys by index.
struct WrittenEntry {
  let kind: ArchiveClassEntry.Kind
  let name: String
  let version: Int
  /// The entry number of the superclass, or nil for none.
  var superclass: Int?
  /// The keys of a class or struct.
  var keys: [WrittenKey] = []
  /// The cases of an enum.
  var cases: [WrittenCase] = []
}

extension WrittenEntry {
  /// Whether both entries are the same, whose types are by the same indices.
  fileprivate func isSame(as other: WrittenEntry) -> Bool {
    kind == other.kind && version == other.version && superclass == other.superclass
      && name.isExactly(other.name) && keys.elementsEqual(other.keys) { $0.isSame(as: $1) }
      && cases.elementsEqual(other.cases) {
        $0.since == $1.since && $0.isRetired == $1.isRetired && $0.name.isExactly($1.name)
          && $0.keys.elementsEqual($1.keys) { $0.isSame(as: $1) }
      }
  }
}

/// A key of an entry that is being written.
struct WrittenKey {
  let name: String
  /// The index of the type; set with the entry if there is a descriptor.
  fileprivate(set) var type = 0
  /// The type of a key that was not observed.
  var descriptor: ArchiveTypeDescriptor?
  let since: Int
  let presence: ArchiveKey.Presence

  /// Whether records can have a value for the key.
  var isStored: Bool { presence != .retired }

  fileprivate func isSame(as other: WrittenKey) -> Bool {
    type == other.type && since == other.since && presence == other.presence
      && name.isExactly(other.name)
  }
}

extension WrittenKey {
  /// Makes a key of a type that need not be in the table.
  init(_ key: ArchiveKey) {
    self.init(name: key.name, descriptor: key.type, since: key.since, presence: key.presence)
  }
}

/// A case of an entry that is being written.
struct WrittenCase {
  let name: String
  let since: Int
  var isRetired = false
  var keys: [WrittenKey] = []
}

extension WrittenEntry {
  fileprivate init(_ entry: ArchiveClassEntry) {
    self.init(
      kind: entry.kind, name: entry.name, version: entry.version, superclass: entry.superclass,
      keys: entry.keys.map { WrittenKey($0) },
      cases: entry.cases.map { item in
        WrittenCase(
          name: item.name, since: item.since, isRetired: item.isRetired,
          keys: item.keys.map { WrittenKey($0) })
      })
  }
}

// MARK: Rules

extension ClassTableWriter {
  /// Validates an entry except for its superclass, and sets the types of its keys.
  ///
  /// Spec §4.2 to §4.4.
  ///
  /// - Throws: Rules C1, C4, P4, C10, C11, C12, L1.
  private mutating func validate(_ entry: inout WrittenEntry) throws(ArchiveWritingError) {
    let name = entry.name
    func fail(_ rule: ArchiveRule, _ key: String? = nil) -> ArchiveWritingError {
      ArchiveWritingError(
        .breaks(rule), keyPath: KeyPathText.root(name) + (key.map { KeyPathText.key($0) } ?? ""))
    }
    guard entry.version >= 1 else { throw fail(.classVersion) }
    guard entry.version <= Int32.max else { throw fail(.integerTooLarge) }
    let isEnum = entry.kind == .enum
    guard isEnum ? entry.keys.isEmpty : entry.cases.isEmpty else {
      throw ArchiveWritingError(.misplacedKeys, keyPath: KeyPathText.root(name))
    }
    try validate(&entry.keys, version: entry.version) {
      KeyPathText.root(name) + KeyPathText.key($0)
    }
    var caseNames = UniqueList<String>()
    for index in entry.cases.indices {
      let item = entry.cases[index]
      guard caseNames.insert(item.name) else {
        throw fail(.duplicateCaseName, item.name)
      }
      guard 1...entry.version ~= item.since else { throw fail(.since, item.name) }
      try validate(&entry.cases[index].keys, version: entry.version) {
        KeyPathText.root(name) + KeyPathText.key(item.name) + KeyPathText.key($0)
      }
    }
  }

  private mutating func validate(
    _ keys: inout [WrittenKey], version: Int, _ path: (String) -> String
  ) throws(ArchiveWritingError) {
    var names = UniqueList<String>()
    for index in keys.indices {
      let key = keys[index]
      guard names.insert(key.name) else {
        throw ArchiveWritingError(.breaks(.duplicateKeyName), keyPath: path(key.name))
      }
      if let descriptor = key.descriptor {
        do throws(ArchiveWritingError) {
          keys[index].type = try self.index(of: descriptor)
        } catch {
          throw ArchiveWritingError(error.reason, keyPath: path(key.name))
        }
      }
      guard 1...version ~= key.since else {
        throw ArchiveWritingError(.breaks(.since), keyPath: path(key.name))
      }
    }
  }
}

// MARK: Writing

extension ClassTableWriter {
  /// The definitions that no chunk holds yet, and the state of those that archives have in common; equal ones have the same bytes
  /// in all archives of a series.
  typealias PendingDefinitions = (written: Definitions, defined: Definitions, revision: Int)

  /// The definitions that no chunk holds yet.
  var pendingDefinitions: PendingDefinitions { (written, defined, revision) }

  /// Writes the payload of a `CLAS` chunk with all definitions that no chunk holds yet, and returns
  /// the number of entries in it.
  ///
  /// Spec §4.1.
  mutating func writePending(to output: inout ByteWriter) -> Int {
    let names = schema.names[written.nameCount..<defined.nameCount]
    let pending = entries[written.entryCount..<defined.entryCount]
    output.write(number: names.count)
    output.write(number: pending.count)
    for name in names { output.write(string: name) }
    for (index, entry) in zip(pending.indices, pending) {
      write(entry, name: Int(schema[index + 1]?.name ?? 0), to: &output)
    }
    rememberWritten()
    return pending.count
  }

  /// Remembers that chunks hold all definitions so far.
  mutating func rememberWritten() { written = defined }

  /// Writes an entry.
  ///
  /// Spec §4.2.
  private func write(_ entry: WrittenEntry, name: Int, to output: inout ByteWriter) {
    output.write(number: name)
    output.write(number: entry.version)
    output.write(byte: entry.kind.rawValue)
    output.write(number: entry.superclass ?? 0)
    guard entry.kind == .enum else { return write(entry.keys, to: &output) }
    output.write(number: entry.cases.count)
    for item in entry.cases {
      output.write(string: item.name)
      output.write(number: item.since)
      output.write(byte: item.isRetired ? 2 : 0)
      write(item.keys, to: &output)
    }
  }

  /// Writes the number of keys, and the keys.
  ///
  /// Spec §4.3.
  private func write(_ keys: [WrittenKey], to output: inout ByteWriter) {
    output.write(number: keys.count)
    for key in keys {
      output.write(string: key.name)
      schema.writeDescriptor(key.type, to: &output)
      output.write(number: key.since)
      output.write(byte: key.presence.rawValue)
    }
  }
}

/// A cache of content by class entry, whose size an archive cannot make large.
///
/// An entry of five bytes can inherit the keys of 255 others (spec §11.5). Content with all keys of the chain of each entry
/// would take memory in the square of the table, so it is kept for a limited number of keys; then everything
/// is forgotten and made again when it is needed.
package struct EntryCache<Content> {
  /// The limit of keys and levels of all contents together.
  private static var limit: Int { 8_192 }

  private var contents: [Int: Content] = [:]
  private var size = 0

  package init() {}

  /// The content of an entry, or nil if it is not kept.
  package subscript(entry: Int) -> Content? {
    @inline(__always) get { contents[entry] }
  }

  /// Keeps the content of an entry, and returns it.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - entry: The entry number.
  ///   - added: The number of keys and levels of the content.
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
