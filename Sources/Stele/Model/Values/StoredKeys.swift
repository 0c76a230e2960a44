/// The keys of an entry that have values, in the order of the values.
///
/// Spec §3.7.
package struct StoredKeys: Sendable {
  /// The stored keys of a class or struct; none in an enum.
  let own: [ArchiveKey]
  /// The stored keys of each case of an enum.
  let cases: [[ArchiveKey]]

  init(_ entry: ArchiveClassEntry) {
    own = Self.stored(entry.keys)
    cases = entry.cases.map { Self.stored($0.keys) }
  }

  /// The stored keys of a case, or nil if there is no case of this index.
  func keys(ofCase index: Int) -> [ArchiveKey]? {
    cases.indices.contains(index) ? cases[index] : nil
  }

  private static func stored(_ keys: [ArchiveKey]) -> [ArchiveKey] {
    // An array without retired keys is shared, not copied.
    keys.allSatisfy(\.isStored) ? keys : keys.filter(\.isStored)
  }
}

extension ReadingContext {
  /// The stored keys of the entries, entry 1 first.
  ///
  /// - Complexity: O(*n*), where *n* is the number of entries and of their keys.
  package var layouts: [StoredKeys] { classes.entries.map { StoredKeys($0) } }
}
