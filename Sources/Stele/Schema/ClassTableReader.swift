/// Reads the instalments of the class table, in file order.
///
/// Spec chapter 4.
package struct ClassTableReader: Sendable {
  /// The entries that have been read.
  package private(set) var classes = ArchiveClassTable()
  /// The names that have been read; name 1 comes first.
  package var names: [String] { schema.names }
  /// The entries made ready for coding.
  package private(set) var schema = CompiledSchema()

  private let limits: ArchiveLimits
  /// The number of bytes of all instalments.
  private var byteCount = 0
  /// Where each name stands among the names.
  private var nameIndex = NameIndex()
  /// The number of entries on the chain of each entry.
  private var chainLengths: [Int] = []
  /// The offset of the superclass number of each entry of the instalment.
  private var superclassOffsets: [Int] = []
  /// What is left of the reader's memory while an instalment is read.
  private var budget = MemoryBudget(byteCount: 0)

  /// What has been defined so far.
  var definitions: Definitions {
    var definitions = Definitions()
    definitions.nameCount = schema.names.count
    definitions.entryCount = schema.classes.count
    return definitions
  }

  /// The number of a class name, or 0 if it is not defined.
  func number(ofName name: String) -> Int { (nameIndex.index(of: name) ?? -1) + 1 }

  package init(limits: ArchiveLimits) {
    self.limits = limits
  }

  /// Reads one payload.
  ///
  /// - Parameters:
  ///   - input: The payload of a `CLAS` chunk.
  ///   - indexedCount: The number of entries that the index says.
  ///   - budget: What is left of the reader's memory, which pays for the table.
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
    let firstEntry = classes.count
    superclassOffsets.removeAll()
    reserve(min(entryCount, input.remaining / Self.leastEntryByteCount))
    for _ in 0..<entryCount {
      try readEntry(&input, lastEntry: firstEntry + entryCount)
    }
    try checkSuperclasses(from: firstEntry)
    schema.completeChains(from: firstEntry)
    try input.finish()
  }

  /// How many bytes an entry takes at least.
  private static let leastEntryByteCount = 5

  /// Makes room for entries where these are more than there are; otherwise the room grows with them.
  private mutating func reserve(_ count: Int) {
    guard count > classes.count else { return }
    let all = classes.count + count
    classes.reserveCapacity(all)
    schema.reserveCapacity(count)
    chainLengths.reserveCapacity(all)
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

  /// The memory of an entry in all tables, in bytes.
  private static let entryByteCount =
    MemoryLayout<ArchiveClassEntry>.stride + MemoryLayout<CompiledClass>.stride
    + MemoryLayout<CompiledBody>.stride
    + 2 * MemoryLayout<Int>.stride

  /// The memory of a key beside that in its entry, in bytes, that for telling apart names included.
  private static let keyByteCount =
    2
    * (MemoryLayout<CompiledKey>.stride + MemoryLayout<String>.stride + MemoryLayout<Int32>.stride)
    + MemoryBudget.name

  /// The memory of a case in all tables, in bytes, that for telling apart names included.
  private static let caseByteCount =
    2 * MemoryLayout<ArchiveCase>.stride + 2
    * (MemoryLayout<CompiledBody>.stride + MemoryLayout<String>.stride)
    + MemoryBudget.name

  /// Reads an entry: C3 to C6 and what concerns its keys.
  private mutating func readEntry(
    _ input: inout ByteReader, lastEntry: Int
  ) throws(ArchiveError) {
    let nameOffset = input.offset
    try budget.pay(Self.entryByteCount, at: nameOffset)
    let nameNumber = try input.readNumber()
    guard names.indices.contains(nameNumber - 1) else {
      throw ArchiveError(.entryName, at: nameOffset)
    }
    let name = names[nameNumber - 1]
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
    switch kind {
    case .class, .structure:
      let firstKey = schema.keys.count
      let keys = try readKeys(&input, version: version)
      schema.addBody(firstKey: firstKey, isStructure: kind == .structure)
      classes.define(
        kind == .class
          ? .class(
            name, version: version, superclass: superclass == 0 ? nil : superclass, keys: keys)
          : .structure(name, version: version, keys: keys))
    case .enumeration:
      let cases = try readCases(&input, version: version)
      classes.define(.enumeration(name, version: version, cases: cases))
    }
    schema.add(compiled, cases: classes[classes.count]?.cases.map(\.name) ?? [])
  }

  /// Reads the keys of an entry or a case: C9 to C11.
  private mutating func readKeys(
    _ input: inout ByteReader, version: Int
  ) throws(ArchiveError) -> [ArchiveKey] {
    let count = try input.readCount()
    var keys: [ArchiveKey] = []
    // A key takes four bytes at least: the lengths of an empty name, a type, a version, and flags.
    let keyCount = min(count, input.remaining / 4)
    try budget.pay(MemoryBudget.array(of: ArchiveKey.self, count: keyCount), at: input.offset)
    keys.reserveCapacity(keyCount)
    var distinct = DistinctNames()
    var presenceBit = 0
    for _ in 0..<count {
      let nameOffset = input.offset
      let name = try input.readString()
      guard distinct.insert(name, after: keys, \.name) else {
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
      let key = ArchiveKey(
        name, schema.descriptor(type), since: since, presence: presence)
      if key.isStored {
        schema.addKey(name, type: type, presenceBit: presence == .optional ? presenceBit : nil)
        if presence == .optional { presenceBit += 1 }
      }
      keys.append(key)
    }
    return keys
  }

  /// Reads the cases of an enum: C9, C11, C12.
  private mutating func readCases(
    _ input: inout ByteReader, version: Int
  ) throws(ArchiveError) -> [ArchiveCase] {
    let count = try input.readCount()
    var cases: [ArchiveCase] = []
    var distinct = DistinctNames()
    for _ in 0..<count {
      let nameOffset = input.offset
      let name = try input.readString()
      try budget.pay(
        Self.caseByteCount + MemoryBudget.string(byteCount: name.utf8.count), at: nameOffset)
      guard distinct.insert(name, after: cases, \.name) else {
        throw ArchiveError(.duplicateCaseName, at: nameOffset)
      }
      let since = try readSince(&input, version: version)
      let flagsOffset = input.offset
      let flags = try input.readByte()
      guard flags == 0 || flags == 2 else { throw ArchiveError(.flags, at: flagsOffset) }
      let firstKey = schema.keys.count
      let keys = try readKeys(&input, version: version)
      schema.addBody(firstKey: firstKey, isRetired: flags == 2)
      cases.append(ArchiveCase(name, since: since, isRetired: flags == 2, keys: keys))
    }
    return cases
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

  /// Validates the superclasses of an instalment: C6, then C7 and L3.
  private mutating func checkSuperclasses(from firstEntry: Int) throws(ArchiveError) {
    guard classes.entries[firstEntry...].contains(where: { $0.superclass != nil }) else {
      chainLengths += repeatElement(1, count: classes.count - firstEntry)
      return
    }
    let new = (firstEntry + 1)..<(classes.count + 1)
    for number in new {
      guard let superclass = classes[number]?.superclass else { continue }
      guard classes[superclass]?.kind == .class else {
        throw ArchiveError(.superclass, at: superclassOffsets[number - firstEntry - 1])
      }
    }
    chainLengths += Array(repeating: 0, count: new.count)
    var visits = [Int](repeating: 0, count: new.count)
    for number in new {
      let offset = superclassOffsets[number - firstEntry - 1]
      var path: [Int] = []
      var next: Int? = number
      while let current = next, chainLengths[current - 1] == 0 {
        guard visits[current - firstEntry - 1] != number else {
          throw ArchiveError(.superclassLoop, at: offset)
        }
        visits[current - firstEntry - 1] = number
        path.append(current)
        next = classes[current]?.superclass
      }
      var length = next.map { chainLengths[$0 - 1] } ?? 0
      for current in path.reversed() {
        length += 1
        chainLengths[current - 1] = length
      }
      guard chainLengths[number - 1] <= limits.superclassChain else {
        throw ArchiveError(.superclassChain, at: offset)
      }
    }
  }
}
