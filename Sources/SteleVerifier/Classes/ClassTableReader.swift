internal import Stele

/// Phase 3: the payloads of the `CLAS` chunks.
///
/// A finding that leaves the structure clear does not stop the reading. Spec §4.
struct ClassTableReader {
  private(set) var table: ClassTable
  /// Whether names and entries have been read up to the end of the file.
  private(set) var isComplete = true
  /// Whether the ends of values can be found by the entries.
  private(set) var isUsable = true

  private let limits: VerifierLimits
  private var classNames: Set<[UInt8]> = []
  private var chunk: Chunk?
  private var log: FindingLog

  init(
    _ bytes: VerifiedBytes, chunks: inout [Chunk], limits: VerifierLimits, log: inout FindingLog
  ) {
    table = ClassTable(descriptorNesting: limits.descriptorNesting)
    self.limits = limits
    self.log = log
    for index in chunks.indices {
      if chunks[index].type == .classes, isComplete { read(bytes, &chunks[index]) }
      chunks[index].definedNameCount = table.names.count
      chunks[index].definedEntryCount = table.entries.count
    }
    log = self.log
  }

  /// A payload (§4.1).
  private mutating func read(_ bytes: VerifiedBytes, _ chunk: inout Chunk) {
    guard chunk.isSound, var cursor = log.cursor(bytes, chunk) else {
      isComplete = false
      return
    }
    self.chunk = chunk
    do throws(Defect) {
      let nameCount = try cursor.readCount()
      let entryCountOffset = cursor.offset
      let entryCount = try cursor.readCount()
      if let indexedCount = chunk.indexedCount, indexedCount != entryCount {
        record(.indexCount, entryCountOffset)
      }
      for _ in 0..<nameCount { try readClassName(&cursor) }
      let firstEntry = table.entries.count
      for _ in 0..<entryCount { try readEntry(&cursor, entryLimit: firstEntry + entryCount) }
      checkSuperclasses(of: firstEntry..<table.entries.count)
      chunk.count = nameCount + entryCount
      try cursor.finish()
    } catch {
      log.add(error, chunk: chunk)
      if error.rule != .trailingBytes { isComplete = false }
    }
  }

  private mutating func record(_ rule: ArchiveRule, _ offset: Int) {
    log.add(rule, at: offset, chunk: chunk)
  }

  /// C1, C2.
  private mutating func readClassName(_ cursor: inout Cursor) throws(Defect) {
    let offset = cursor.offset
    let name = Array(cursor.part[try cursor.readString()])
    let isNew = classNames.insert(name).inserted
    if name.isEmpty {
      record(.emptyName, offset)
    } else if !isNew {
      record(.duplicateName, offset)
    }
    table.names.append(ClassName(text: String(decoding: name, as: UTF8.self), offset: offset))
  }

  /// An entry (§4.2): C3, C4, C5, C6.
  private mutating func readEntry(
    _ cursor: inout Cursor, entryLimit: Int
  ) throws(Defect) {
    let offset = cursor.offset
    let name = try cursor.readNumber()
    if name == 0 || name > table.names.count {
      record(.entryName, offset)
      isUsable = false
    }
    let versionOffset = cursor.offset
    let version = try cursor.readVersion()
    if version == 0 { record(.classVersion, versionOffset) }
    let kindOffset = cursor.offset
    guard let kind = ClassEntry.Kind(rawValue: try cursor.readByte()) else {
      throw Defect(.kind, kindOffset)
    }
    let superclassOffset = cursor.offset
    var superclass = try cursor.readNumber()
    if superclass > (kind == .class ? entryLimit : 0) {
      record(.superclass, superclassOffset)
      isUsable = false
      superclass = 0
    }
    var entry = ClassEntry(
      offset: offset, superclassOffset: superclassOffset, name: UInt32(clamping: name),
      version: UInt32(clamping: version), kind: kind, superclass: UInt32(clamping: superclass))
    let count = try cursor.readCount()
    if kind == .enum {
      entry.cases = try readCases(&cursor, count, of: entry)
    } else {
      entry.keys = try readKeys(&cursor, count, of: entry)
      if kind == .struct { entry.nested = addNestedTypes(of: entry.keys) }
    }
    table.entries.append(entry)
  }

  /// The cases of an entry (§4.4): C12, C11, C9.
  private mutating func readCases(
    _ cursor: inout Cursor, _ count: Int, of entry: ClassEntry
  ) throws(Defect) -> Range<Int> {
    let first = table.cases.count
    var names = NameList()
    for _ in 0..<count {
      _ = try readName(&cursor, &names, .duplicateCaseName)
      try readSince(&cursor, of: entry)
      let flags = try readFlags(&cursor, ofCase: true)
      let keyCount = try cursor.readCount()
      let keys = try readKeys(&cursor, keyCount, of: entry)
      table.cases.append(EnumCase(keys: keys, isRetired: flags == 2))
    }
    return first..<table.cases.count
  }

  /// The keys of an entry or case (§4.3): C10, C11, C9.
  private mutating func readKeys(
    _ cursor: inout Cursor, _ count: Int, of entry: ClassEntry
  ) throws(Defect) -> StoredKeys {
    let first = table.keys.count
    var optionalCount = 0
    var names = NameList()
    for _ in 0..<count {
      let name = try readName(&cursor, &names, .duplicateKeyName)
      let type = try table.types.read(&cursor, definedNameCount: table.names.count)
      try readSince(&cursor, of: entry)
      let flags = try readFlags(&cursor, ofCase: false)
      guard flags < 2 else { continue }
      optionalCount += Int(flags)
      table.keys.append(
        StoredKey(
          type: type, name: UInt32(clamping: table.keyNames.count), isOptional: flags == 1,
          isNestedStruct: flags == 0 && table.types[type].code == .struct))
      table.keyNames.append(String(decoding: cursor.part[name], as: UTF8.self))
    }
    return StoredKeys(range: first..<table.keys.count, optionalCount: optionalCount)
  }

  /// The names of the keys of an entry or case, or of the cases of an entry.
  private struct NameList {
    var names: Set<[UInt8]> = []
    var last: ArraySlice<UInt8>?
  }

  /// The name of a key or case: C10, C12, and for phase 7 K5.
  private mutating func readName(
    _ cursor: inout Cursor, _ list: inout NameList, _ rule: ArchiveRule
  ) throws(Defect) -> Range<Int> {
    let offset = cursor.offset
    let range = try cursor.readString()
    let name = cursor.part[range]
    if !list.names.insert(Array(name)).inserted { record(rule, offset) }
    if let last = list.last, !last.lexicographicallyPrecedes(name) {
      table.unorderedNames.append(offset)
    }
    list.last = name
    return range
  }

  /// C11.
  private mutating func readSince(_ cursor: inout Cursor, of entry: ClassEntry) throws(Defect) {
    let offset = cursor.offset
    let since = try cursor.readVersion()
    // An entry with an invalid version has no range for it.
    if entry.version > 0, since == 0 || since > Int(entry.version) { record(.since, offset) }
  }

  /// C9.
  private mutating func readFlags(
    _ cursor: inout Cursor, ofCase: Bool
  ) throws(Defect) -> UInt8 {
    let offset = cursor.offset
    let flags = try cursor.readByte()
    if flags > 2 || ofCase && flags == 1 {
      record(.flags, offset)
      isUsable = false
    }
    return flags
  }

  /// The types of the keys that hold nested structs (§3.5), as a range of ``ClassTable/nestedTypes``.
  private mutating func addNestedTypes(of keys: StoredKeys) -> Range<Int> {
    let first = table.nestedTypes.count
    for key in table.keys[keys.range] where key.isNestedStruct {
      table.nestedTypes.append(key.type)
    }
    return first..<table.nestedTypes.count
  }

  /// The rules that need all entries of the chunk (§4.2): C6 for the kind, then C7 and L3 entry by entry.
  private mutating func checkSuperclasses(of entries: Range<Int>) {
    let wrong = entries.filter { index in
      let superclass = Int(table.entries[index].superclass)
      return superclass != 0 && table[superclass].kind != .class
    }
    for index in wrong { record(.superclass, table.entries[index].superclassOffset) }
    guard wrong.isEmpty else {
      isUsable = false
      return
    }
    for index in entries {
      let length = measureChain(of: index + 1)
      guard length < 0 || length > limits.superclassChain else { continue }
      record(
        length < 0 ? .superclassLoop : .superclassChain, table.entries[index].superclassOffset)
      isUsable = false
    }
  }

  /// Follows a chain to an entry whose length is known, and finds the superclasses that store keys; returns the length, or
  /// -1 if the chain does not end.
  ///
  /// Each entry is passed once, so that the work is linear in the number of entries.
  private mutating func measureChain(of entry: Int) -> Int {
    var path: [Int] = []
    var next = entry
    while next != 0, table[next].chainLength == 0 {
      // An entry that is met again before its length is known is on a loop.
      table.entries[next - 1].chainLength = -1
      path.append(next)
      next = Int(table[next].superclass)
    }
    var length = next == 0 ? 0 : table[next].chainLength
    for below in path.reversed() where length >= 0 {
      length += 1
      table.entries[below - 1].chainLength = length
      let superclass = table[below].superclass
      guard superclass > 0 else { continue }
      let above = table[Int(superclass)]
      table.entries[below - 1].storingSuperclass =
        above.keys.range.isEmpty ? above.storingSuperclass : superclass
    }
    return Int(table[entry].chainLength)
  }
}
