internal import Stele

/// Phase 3: the payloads of the `CLAS` chunks.
///
/// Spec §4.
struct ClassTableReader {
  private(set) var table: ClassTable
  /// Whether the numbers of names and entries are known up to the end of the file.
  private(set) var isComplete = true
  /// Whether the bytes of values of all entries can be told apart.
  private(set) var isUsable = true

  private let limits: VerifierLimits
  private var names = RangeTable()
  private var keyNames = RangeTable()
  private var caseNames = RangeTable()
  private var chunk: Chunk?
  private var log: FindingLog

  private init(limits: VerifierLimits, log: FindingLog) {
    table = ClassTable(descriptorNesting: limits.descriptorNesting)
    self.limits = limits
    self.log = log
  }

  /// Reads and validates the class table of an archive.
  init(
    _ bytes: VerifiedBytes, chunks: inout [Chunk], limits: VerifierLimits, log: inout FindingLog
  ) {
    self.init(limits: limits, log: log)
    for index in chunks.indices {
      if chunks[index].type == .classes, isComplete { read(bytes, &chunks[index]) }
      chunks[index].definedNameCount = table.nameOffsets.count
      chunks[index].definedEntryCount = table.entries.count
    }
    log = self.log
  }

  /// Reads an instalment, and goes on after a finding that leaves the structure clear.
  private mutating func read(_ bytes: VerifiedBytes, _ chunk: inout Chunk) {
    guard chunk.isSound else {
      isComplete = false
      return
    }
    self.chunk = chunk
    guard let payload = bytes.copy(of: chunk.payload) else {
      log.add(.truncated, at: chunk.payload.lowerBound, chunk: chunk)
      isComplete = false
      return
    }
    let offset = table.append(payload, at: chunk.payload.lowerBound)
    log.origin = chunk.payload.lowerBound - offset
    defer { log.origin = 0 }
    // Gone before the next payload is appended, which would copy the array otherwise.
    let all = table.bytes
    read(all.span, from: offset, &chunk)
  }

  private mutating func read(_ bytes: Span<UInt8>, from start: Int, _ chunk: inout Chunk) {
    var cursor = Cursor(start..<bytes.count)
    do throws(Defect) {
      let nameCount = try cursor.readCount(bytes)
      let entryCountOffset = cursor.offset
      let entryCount = try cursor.readCount(bytes)
      if let indexedCount = chunk.indexedCount, indexedCount != entryCount {
        note(.indexCount, entryCountOffset)
      }
      for _ in 0..<nameCount { try readName(bytes, &cursor) }
      let firstEntry = table.entries.count
      for _ in 0..<entryCount {
        try readEntry(bytes, &cursor, entryLimit: firstEntry + entryCount)
      }
      checkChains(bytes, from: firstEntry)
      chunk.count = nameCount + entryCount
      try cursor.finish()
    } catch {
      note(error.rule, error.offset)
      if error.rule != .trailingBytes { isComplete = false }
    }
  }

  private mutating func note(_ rule: ArchiveRule, _ offset: Int) {
    log.add(rule, at: offset, chunk: chunk)
  }

  private mutating func readName(_ bytes: Span<UInt8>, _ cursor: inout Cursor) throws(Defect) {
    let offset = cursor.offset
    let name = try cursor.readString(bytes)
    if name.isEmpty { note(.emptyName, offset) }
    if !names.insert(bytes, offset..<name.upperBound), !name.isEmpty {
      note(.duplicateName, offset)
    }
    table.nameOffsets.append(offset)
  }

  /// Spec §4.2.
  private mutating func readEntry(
    _ bytes: Span<UInt8>, _ cursor: inout Cursor, entryLimit: Int
  ) throws(Defect) {
    let offset = cursor.offset
    let name = try cursor.readNumber(bytes)
    if name == 0 || name > table.nameOffsets.count {
      note(.entryName, offset)
      isUsable = false
    }
    let versionOffset = cursor.offset
    let version = try cursor.readShortNumber(bytes)
    if version == 0 { note(.classVersion, versionOffset) }
    let kindOffset = cursor.offset
    guard let kind = ClassEntry.Kind(rawValue: try cursor.readByte(bytes)) else {
      throw Defect(.kind, kindOffset)
    }
    let superclassOffset = cursor.offset
    var superclass = try cursor.readNumber(bytes)
    if superclass > (kind == .class ? entryLimit : 0) {
      note(.superclass, superclassOffset)
      isUsable = false
      superclass = 0
    }
    var entry = ClassEntry(
      offset: offset, name: UInt32(clamping: name), version: UInt32(clamping: version), kind: kind,
      superclass: UInt32(clamping: superclass))
    let count = try cursor.readCount(bytes)
    if kind == .enum {
      let firstCase = table.cases.count
      caseNames.removeAll()
      for _ in 0..<count { try readCase(bytes, &cursor, of: entry) }
      entry.cases = firstCase..<table.cases.count
    } else {
      entry.keys = try readKeys(bytes, &cursor, count, of: entry)
    }
    table.entries.append(entry)
  }

  /// Spec §4.4.
  private mutating func readCase(
    _ bytes: Span<UInt8>, _ cursor: inout Cursor, of entry: ClassEntry
  ) throws(Defect) {
    let nameOffset = cursor.offset
    let name = try cursor.readString(bytes)
    if !caseNames.insert(bytes, nameOffset..<name.upperBound) {
      note(.duplicateCaseName, nameOffset)
    }
    try readSince(bytes, &cursor, of: entry)
    let flagsOffset = cursor.offset
    let flags = try cursor.readByte(bytes)
    if flags != 0, flags != 2 {
      note(.flags, flagsOffset)
      isUsable = false
    }
    let keyCount = try cursor.readCount(bytes)
    let keys = try readKeys(bytes, &cursor, keyCount, of: entry)
    table.cases.append(EnumCase(keys: keys, isRetired: flags == 2))
  }

  /// Spec §4.3.
  private mutating func readKeys(
    _ bytes: Span<UInt8>, _ cursor: inout Cursor, _ count: Int, of entry: ClassEntry
  ) throws(Defect) -> StoredKeys {
    let first = table.keys.count
    var optionalCount = 0
    keyNames.removeAll()
    for _ in 0..<count {
      let nameOffset = cursor.offset
      let name = try cursor.readString(bytes)
      if !keyNames.insert(bytes, nameOffset..<name.upperBound) {
        note(.duplicateKeyName, nameOffset)
      }
      let type = try table.types.read(
        bytes, &cursor, place: .key, definedNameCount: table.nameOffsets.count)
      try readSince(bytes, &cursor, of: entry)
      let flagsOffset = cursor.offset
      let flags = try cursor.readByte(bytes)
      if flags > 2 {
        note(.flags, flagsOffset)
        isUsable = false
      }
      guard flags < 2 else { continue }
      optionalCount += Int(flags)
      table.keys.append(
        StoredKey(
          node: type, in: table.types, isOptional: flags == 1, name: table.keyNameOffsets.count))
      table.keyNameOffsets.append(nameOffset)
    }
    return StoredKeys(range: first..<table.keys.count, optionalCount: optionalCount)
  }

  private mutating func readSince(
    _ bytes: Span<UInt8>, _ cursor: inout Cursor, of entry: ClassEntry
  ) throws(Defect) {
    let offset = cursor.offset
    let since = try cursor.readShortNumber(bytes)
    // An entry with an invalid version has no range for it.
    if entry.version > 0, since == 0 || since > Int(entry.version) { note(.since, offset) }
  }

  /// The rules that need all entries of the chunk: C6 for the kind, C7, L3.
  private mutating func checkChains(_ bytes: Span<UInt8>, from firstEntry: Int) {
    var isWrong = false
    for index in firstEntry..<table.entries.count {
      let superclass = Int(table.entries[index].superclass)
      guard superclass != 0, table[superclass].kind != .class else { continue }
      note(.superclass, superclassOffset(bytes, index))
      isWrong = true
    }
    guard !isWrong else {
      isUsable = false
      return
    }
    var chains = SuperclassChains()
    for index in firstEntry..<table.entries.count {
      let length = chains.length(of: index + 1, in: &table)
      guard length == nil || length ?? 0 > limits.superclassChain else { continue }
      note(length == nil ? .superclassLoop : .superclassChain, superclassOffset(bytes, index))
      isUsable = false
    }
  }

  /// The offset of the superclass number of an entry, after two numbers and the kind.
  private func superclassOffset(_ bytes: Span<UInt8>, _ index: Int) -> Int {
    var cursor = Cursor(table.entries[index].offset..<bytes.count)
    do throws(Defect) {
      _ = try cursor.readNumber(bytes)
      _ = try cursor.readNumber(bytes)
      try cursor.skip(1)
    } catch {
      return table.entries[index].offset
    }
    return cursor.offset
  }
}
