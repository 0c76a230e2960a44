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
