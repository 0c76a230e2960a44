/// The class entries of an archive, numbered from 1.
///
/// Spec chapter 4.
public struct ArchiveClassTable: Hashable, Sendable {
  /// The entries; entry 1 comes first.
  public private(set) var entries: [ArchiveClassEntry] = []
  /// The keys of each entry that have values, so that retired keys cost nothing where values are read.
  private var layouts: [StoredKeys] = []

  /// Makes an empty table.
  public init() {}

  /// Makes a table of entries, entry 1 first.
  ///
  /// Whether the entries keep the rules of the format is validated when they are written.
  public init(_ entries: [ArchiveClassEntry]) {
    self.entries = entries
    layouts = entries.map { StoredKeys($0) }
  }

  /// The number of entries.
  package var count: Int { entries.count }

  /// Adds an entry, and returns its number.
  @discardableResult
  public mutating func define(_ entry: ArchiveClassEntry) -> Int {
    entries.append(entry)
    layouts.append(StoredKeys(entry))
    return entries.count
  }

  /// The entry of a number, or nil if there is none.
  public subscript(number: Int) -> ArchiveClassEntry? {
    entries.indices.contains(number &- 1) ? entries[number &- 1] : nil
  }

  /// The numbers of the entries from the topmost superclass down to an entry.
  ///
  /// A chain that leads nowhere or into a loop ends there.
  ///
  /// Spec §4.2.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the chain.
  package func chain(of number: Int) -> [Int] {
    var chain: [Int] = []
    var next: Int? = number
    while let current = next, let entry = self[current], chain.count <= entries.count {
      chain.append(current)
      next = entry.superclass
    }
    return chain.reversed()
  }

  /// Whether an object of an entry is a member of the class of a name.
  ///
  /// Spec §4.2.
  public func entry(_ number: Int, isA name: String) -> Bool {
    chain(of: number).contains { self[$0]?.name.isExactly(name) == true }
  }

  /// The stored keys of the whole chain of an entry, in the order of the values of a record.
  ///
  /// Spec §5.2.
  public func storedKeys(of number: Int) -> [ArchiveKey] {
    guard self[number]?.superclass != nil else { return ownKeys(of: number) ?? [] }
    return chain(of: number).flatMap { ownKeys(of: $0) ?? [] }
  }

  /// The stored keys of an entry itself, or of a case of an enum; nil if there is no such entry or case.
  ///
  /// Spec §3.7.
  package func ownKeys(of number: Int, caseIndex: Int? = nil) -> [ArchiveKey]? {
    guard layouts.indices.contains(number &- 1) else { return nil }
    guard let caseIndex else { return layouts[number - 1].own }
    let cases = layouts[number - 1].cases
    return cases.indices.contains(caseIndex) ? cases[caseIndex] : nil
  }

  /// Validates all superclass numbers.
  ///
  /// Spec §4.2.
  ///
  /// - Throws: Rules C6, C7, L3.
  package func checkSuperclasses() throws(ArchiveWritingError) {
    var schema = CompiledSchema()
    schema.addBody()
    for entry in entries {
      // No entry has the largest number.
      let superclass = entry.superclass.map { self[$0] == nil ? Int(Int32.max) : $0 }
      schema.add(
        CompiledClass(
          kind: entry.kind, version: 1, name: 0, superclass: superclass ?? 0, firstBody: 0))
    }
    if let (index, rule) = schema.completeChains(from: 0) {
      throw ArchiveWritingError(.breaks(rule), keyPath: KeyPathText.root(entries[index].name))
    }
  }
}

/// The keys of an entry that have values, in the order of the values.
///
/// Spec §3.7.
struct StoredKeys: Sendable {
  /// The stored keys of a class or struct; none in an enum.
  let own: [ArchiveKey]
  /// The stored keys of each case of an enum.
  let cases: [[ArchiveKey]]

  init(_ entry: ArchiveClassEntry) {
    own = Self.stored(entry.keys)
    cases = entry.cases.map { Self.stored($0.keys) }
  }

  private static func stored(_ keys: [ArchiveKey]) -> [ArchiveKey] {
    // An array without retired keys is shared, not copied.
    keys.allSatisfy(\.isStored) ? keys : keys.filter(\.isStored)
  }
}
