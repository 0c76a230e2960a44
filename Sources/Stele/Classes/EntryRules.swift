/// The rules that a class entry must keep by itself and beside its namesakes.
///
/// Spec §4.2 to §4.4.
struct EntryRules {
  /// What is known of keys that have been retired, from the first such key on.
  private var retiredKeys: RetiredKeys?

  /// Examines an entry, its superclass apart, and remembers which keys it retires.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - table: The entries before it.
  ///   - types: The types of the archive.
  /// - Throws: Rules C1, C4, C10, C11, C12, C13, L1.
  mutating func admit(
    _ entry: ClassEntry, after table: ClassTable, types: inout TypeTable
  ) throws(GraphError) {
    func fail(_ rule: Rule, _ key: String? = nil) -> GraphError {
      GraphError(.breaks(rule), keyPath: key.map { "\(entry.name).\($0)" } ?? entry.name)
    }
    guard !entry.name.isEmpty else { throw fail(.emptyName) }
    guard entry.version >= 1 else { throw fail(.classVersion) }
    let isEnum = entry.kind == .enumeration
    guard isEnum ? entry.keys.isEmpty : entry.cases.isEmpty else {
      throw GraphError(.misplacedKeys, keyPath: entry.name)
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
    let scope = RetiredKeys.Scope(className: entry.name, version: entry.version)
    if retiredKeys == nil, entry.keys.contains(where: { $0.presence == .retired }) {
      retiredKeys = RetiredKeys(table.entries)
    }
    for key in entry.keys where retiredKeys?.admits(key, in: scope) == false {
      throw fail(.retiredReuse, key.name)
    }
  }

  private func admit(
    _ keys: [Key], of entry: ClassEntry, in item: Case? = nil, types: inout TypeTable
  ) throws(GraphError) {
    func keyPath(_ key: Key) -> String {
      item.map { "\(entry.name).\($0.name).\(key.name)" } ?? "\(entry.name).\(key.name)"
    }
    var names = DistinctNames()
    for (index, key) in keys.enumerated() {
      guard names.insert(key.name, after: keys[..<index], \.name) else {
        throw GraphError(.breaks(.duplicateKeyName), keyPath: keyPath(key))
      }
      do throws(GraphError) {
        _ = try types.plan(of: key.type)
      } catch {
        throw GraphError(error.reason, keyPath: keyPath(key))
      }
      guard 1...entry.version ~= key.since else {
        throw GraphError(.breaks(.since), keyPath: keyPath(key))
      }
    }
  }
}
