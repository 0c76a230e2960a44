/// The keys of an entry that have values, in the order of these.
///
/// Spec §3.7.
package struct StoredKeys: Sendable {
  /// Those of a class or struct; none in an enum.
  let own: [Key]
  /// Those of each case of an enum.
  let cases: [[Key]]

  init(_ entry: ClassEntry) {
    own = Self.stored(entry.keys)
    cases = entry.cases.map { Self.stored($0.keys) }
  }

  private static func stored(_ keys: [Key]) -> [Key] {
    // An array without retired keys is shared, not copied.
    keys.allSatisfy(\.isStored) ? keys : keys.filter(\.isStored)
  }
}
