/// Reads the instalments of the class table, in file order.
///
/// Spec chapter 4.
package struct ClassTableReader: Sendable {
  /// A key without values, of which the compiled schema has no trace.
  private struct RetiredKey {
    let name: String
    /// The index of the type.
    let type: Int
    let since: Int
    /// The index of the body, and that of the stored key that follows this one.
    let body: Int
    let nextKey: Int
  }

  /// The names that have been read; name 1 comes first.
  package var names: [String] { schema.names }
  /// The entries made ready for coding.
  package private(set) var schema = CompiledSchema()
  /// The version that introduced each stored key, and each case, in the order of the schema.
  private var sinceOfKeys: [Int32] = []
  private var sinceOfCases: [Int32] = []
  /// The retired keys, in file order.
  private var retiredKeys: [RetiredKey] = []

  private let limits: ArchiveLimits
  /// The number of bytes of all instalments.
  private var byteCount = 0
  /// The position of each name among the names.
  private var nameIndex = UniqueList<String>()
  /// The names of the keys of the current body, and of the cases of the current enum.
  private var keyNames = UniqueList<String>()
  private var caseNames = UniqueList<String>()
  /// The offset of the superclass number of each entry of the instalment.
  private var superclassOffsets: [Int] = []
  /// The rest of the reader's memory while an instalment is read.
  private var budget = MemoryBudget(byteCount: 0)

  package init(limits: ArchiveLimits) {
    self.limits = limits
  }

  /// Reads one payload.
  ///
  /// - Parameters:
  ///   - input: The payload of a `CLAS` chunk.
  ///   - indexedCount: The number of entries in the index.
  ///   - budget: The rest of the reader's memory, which pays for the table.
  /// - Throws: The rule that is broken, L4 included.
  package mutating func read(
    _ input: inout ByteReader, indexedCount: Int?, budget: inout MemoryBudget
  ) throws(ArchiveError) {
    self.budget = budget
    defer { budget = self.budget }
    // Every index is below the number of bytes that the table takes, and indices have 32 bits.
    byteCount += input.remaining
    guard byteCount <= Int(Int32.max) else { throw ArchiveError(.memory, at: input.offset) }
    let nameCount = try input.readCount()
    let countOffset = input.offset
    let entryCount = try input.readCount()
    guard entryCount == indexedCount ?? entryCount else {
      throw ArchiveError(.indexCount, at: countOffset)
    }
    for _ in 0..<nameCount { try readName(&input) }
    let firstEntry = schema.classes.count
    superclassOffsets.removeAll()
    reserve(min(entryCount, input.remaining / Self.leastEntryByteCount))
    for _ in 0..<entryCount {
      try readEntry(&input, lastEntry: firstEntry + entryCount)
    }
    if let (index, rule) = schema.completeChains(from: firstEntry, limit: limits.superclassChain) {
      throw ArchiveError(rule, at: superclassOffsets[index - firstEntry])
    }
    try input.finish()
  }

  /// The least number of bytes of an entry.
  private static let leastEntryByteCount = 5

  /// Makes room for entries that are more than those before them; room for fewer grows with them.
  private mutating func reserve(_ count: Int) {
    guard count > schema.classes.count else { return }
    schema.reserveCapacity(count)
    superclassOffsets.reserveCapacity(count)
  }

  /// Reads a class name: C1, C2.
  private mutating func readName(_ input: inout ByteReader) throws(ArchiveError) {
    let offset = input.offset
    let name = try input.readString()
    try budget.pay(
      MemoryBudget.name + 2 * MemoryLayout<String>.stride
        + MemoryBudget.string(byteCount: name.utf8.count), at: offset)
    guard !name.isEmpty else { throw ArchiveError(.emptyName, at: offset) }
    guard nameIndex.insert(name) else {
      throw ArchiveError(.duplicateName, at: offset)
    }
    schema.addName(name)
  }

  /// The memory of an entry in all tables, in bytes, including the entry that is made when a program asks for it.
  private static let entryByteCount =
    MemoryLayout<ArchiveClassEntry>.stride + MemoryLayout<StoredKeys>.stride
    + MemoryLayout<CompiledClass>.stride
    + MemoryLayout<CompiledBody>.stride
    + MemoryLayout<Int>.stride

  /// The memory of a key beside that in its entry, in bytes, including that for finding duplicate names.
  private static let keyByteCount =
    2
    * (MemoryLayout<CompiledKey>.stride + MemoryLayout<String>.stride + MemoryLayout<Int32>.stride)
    + MemoryBudget.name

  /// The memory of a case in all tables, in bytes, including that for finding duplicate names.
  private static let caseByteCount =
    2 * MemoryLayout<ArchiveCase>.stride + MemoryLayout<[ArchiveKey]>.stride + 2
    * (MemoryLayout<CompiledBody>.stride + MemoryLayout<String>.stride)
    + MemoryBudget.name

  /// Reads an entry: C3 to C6, and the rules of its keys.
  private mutating func readEntry(
    _ input: inout ByteReader, lastEntry: Int
  ) throws(ArchiveError) {
    let nameOffset = input.offset
    try budget.pay(Self.entryByteCount, at: nameOffset)
    let nameNumber = try input.readNumber()
    guard names.indices.contains(nameNumber - 1) else {
      throw ArchiveError(.entryName, at: nameOffset)
    }
    let versionOffset = input.offset
    let version = try input.readVersion()
    guard version > 0 else { throw ArchiveError(.classVersion, at: versionOffset) }
    let kindOffset = input.offset
    guard let kind = ArchiveClassEntry.Kind(rawValue: try input.readByte()) else {
      throw ArchiveError(.kind, at: kindOffset)
    }
    let superclassOffset = input.offset
    let superclass = try input.readNumber()
    guard superclass <= (kind == .class ? lastEntry : 0) else {
      throw ArchiveError(.superclass, at: superclassOffset)
    }
    superclassOffsets.append(superclassOffset)
    let compiled = CompiledClass(
      kind: kind, version: version, name: nameNumber, superclass: superclass,
      firstBody: schema.bodies.count)
    var cases: [String] = []
    if kind == .enum {
      cases = try readCases(&input, version: version)
    } else {
      try readKeys(&input, version: version)
      schema.addBody(isStructure: kind == .struct)
    }
    schema.add(compiled, cases: cases)
  }

  /// Reads the keys of an entry or a case: C9 to C11.
  private mutating func readKeys(
    _ input: inout ByteReader, version: Int
  ) throws(ArchiveError) {
    let count = try input.readCount()
    // A key takes four bytes at least: the lengths of an empty name, a type, a version, and flags.
    let keyCount = min(count, input.remaining / 4)
    try budget.pay(MemoryBudget.array(of: ArchiveKey.self, count: keyCount), at: input.offset)
    keyNames.forgetNames()
    let firstKey = schema.keys.count
    for _ in 0..<count {
      let nameOffset = input.offset
      let name = try input.readString()
      guard keyNames.insert(name) else {
        throw ArchiveError(.duplicateKeyName, at: nameOffset)
      }
      let typeCount = schema.types.count
      let type = try input.withCursor { input throws(ArchiveError) in
        try schema.readType(&input, nameCount: schema.names.count, limits: limits)
      }
      try budget.pay(
        Self.keyByteCount + MemoryBudget.string(byteCount: name.utf8.count)
          + schema.typeByteCount(from: typeCount), at: nameOffset)
      let since = try readSince(&input, version: version)
      let flagsOffset = input.offset
      guard let presence = ArchiveKey.Presence(rawValue: try input.readByte()) else {
        throw ArchiveError(.flags, at: flagsOffset)
      }
      guard presence != .retired else {
        retiredKeys.append(
          RetiredKey(
            name: name, type: type, since: since, body: schema.bodies.count,
            nextKey: schema.keys.count))
        continue
      }
      schema.addKey(name, type: type, isOptional: presence == .optional)
      sinceOfKeys.append(Int32(truncatingIfNeeded: since))
    }
    guard retiredKeys.last?.body == schema.bodies.count else { return }
    // The stored keys are there a second time, without the retired ones.
    let storedCount = schema.keys.count - firstKey
    try budget.pay(
      2 * MemoryBudget.array(of: ArchiveKey.self, count: storedCount), at: input.offset)
  }

  /// Reads the cases of an enum, and returns their names: C9, C11, C12.
  private mutating func readCases(
    _ input: inout ByteReader, version: Int
  ) throws(ArchiveError) -> [String] {
    let count = try input.readCount()
    var names: [String] = []
    caseNames.forgetNames()
    for _ in 0..<count {
      let nameOffset = input.offset
      let name = try input.readString()
      try budget.pay(
        Self.caseByteCount + MemoryBudget.string(byteCount: name.utf8.count), at: nameOffset)
      guard caseNames.insert(name) else {
        throw ArchiveError(.duplicateCaseName, at: nameOffset)
      }
      let since = try readSince(&input, version: version)
      let flagsOffset = input.offset
      let flags = try input.readByte()
      guard flags == 0 || flags == 2 else { throw ArchiveError(.flags, at: flagsOffset) }
      try readKeys(&input, version: version)
      schema.addBody(isRetired: flags == 2)
      sinceOfCases.append(Int32(truncatingIfNeeded: since))
      names.append(name)
    }
    return names
  }

  /// Reads the version that introduced a key or case: C11.
  private func readSince(
    _ input: inout ByteReader, version: Int
  ) throws(ArchiveError) -> Int {
    let offset = input.offset
    let since = try input.readVersion()
    guard (1...version).contains(since) else { throw ArchiveError(.since, at: offset) }
    return since
  }
}

extension ClassTableReader {
  /// Makes the entries that have been read.
  ///
  /// - Complexity: O(*n*), where *n* is the number of entries and of their keys.
  package func makeClasses() -> ArchiveClassTable {
    var retired = retiredKeys[...]
    return ArchiveClassTable(schema.classes.map { makeEntry($0, &retired) })
  }

  /// Makes an entry, and takes its retired keys, with which the list begins.
  private func makeEntry(
    _ compiled: CompiledClass, _ retired: inout ArraySlice<RetiredKey>
  ) -> ArchiveClassEntry {
    let name = schema.name(compiled.name) ?? ""
    let version = Int(compiled.version)
    let firstBody = Int(compiled.firstBody)
    switch compiled.kind {
    case .class:
      return .class(
        name, version: version,
        superclass: compiled.superclass > 0 ? Int(compiled.superclass) : nil,
        keys: makeKeys(ofBody: firstBody, &retired))
    case .struct:
      return .struct(name, version: version, keys: makeKeys(ofBody: firstBody, &retired))
    case .enum:
      let cases = (0..<Int(compiled.caseCount)).map { index in
        let number = Int(compiled.firstCase) + index
        return ArchiveCase(
          schema.caseNames[number], since: Int(sinceOfCases[number]),
          isRetired: schema.bodies[firstBody + index].isRetired,
          keys: makeKeys(ofBody: firstBody + index, &retired))
      }
      return .enum(name, version: version, cases: cases)
    }
  }

  private func makeKeys(
    ofBody body: Int, _ retired: inout ArraySlice<RetiredKey>
  ) -> [ArchiveKey] {
    let stored = schema.bodies[body].keys
    var keys: [ArchiveKey] = []
    keys.reserveCapacity(stored.count)
    for index in stored.lowerBound...stored.upperBound {
      while let key = retired.first, key.body == body, key.nextKey == index {
        retired.removeFirst()
        keys.append(
          ArchiveKey(key.name, schema.descriptor(key.type), since: key.since, presence: .retired))
      }
      guard index < stored.upperBound else { break }
      let key = schema.keys[index]
      keys.append(
        ArchiveKey(
          schema.keyNames[index], schema.descriptor(Int(key.typeIndex)),
          since: Int(sinceOfKeys[index]), presence: key.isOptional ? .optional : .required))
    }
    return keys
  }
}
