/// The rules that a class entry must keep by itself and beside its namesakes.
///
/// Spec §4.2 to §4.4.
struct EntryRules {
  private var retiredKeys = RetiredKeys()

  /// Examines an entry, its superclass apart, and remembers which keys it retires.
  ///
  /// - Throws: Rules C1, C4, C9, C10, C11, C12, L1.
  mutating func admit(
    _ entry: ClassEntry, types: inout TypeTable
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
    try admit(entry.keys, of: entry, path: entry.name, types: &types)
    var caseNames: Set<ExactString> = []
    for item in entry.cases {
      guard caseNames.insert(ExactString(item.name)).inserted else {
        throw fail(.duplicateCaseName, item.name)
      }
      guard 1...entry.version ~= item.since else { throw fail(.since, item.name) }
      try admit(item.keys, of: entry, path: "\(entry.name).\(item.name)", types: &types)
    }
    let scope = RetiredKeys.Scope(className: entry.name, version: entry.version)
    for key in entry.keys where !retiredKeys.admits(key, in: scope) {
      throw fail(.retiredReuse, key.name)
    }
  }

  private func admit(
    _ keys: [Key], of entry: ClassEntry, path: String, types: inout TypeTable
  ) throws(GraphError) {
    var names: Set<ExactString> = []
    for key in keys {
      let keyPath = "\(path).\(key.name)"
      guard names.insert(ExactString(key.name)).inserted else {
        throw GraphError(.breaks(.duplicateKeyName), keyPath: keyPath)
      }
      do throws(GraphError) {
        _ = try types.plan(of: key.type)
      } catch {
        throw GraphError(error.reason, keyPath: keyPath)
      }
      guard 1...entry.version ~= key.since else {
        throw GraphError(.breaks(.since), keyPath: keyPath)
      }
    }
  }
}
