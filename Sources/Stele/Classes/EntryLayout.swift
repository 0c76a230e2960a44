/// The stored keys of an entry or a case: what its bodies consist of.
///
/// Spec §3.7.
package struct BodyLayout: Sendable {
  /// The keys that have values, in their order.
  package let keys: [Key]
  /// How many of them are optional.
  package let optionalCount: Int

  package init(_ keys: [Key]) {
    // An array without retired keys is shared, not copied.
    self.keys = keys.allSatisfy(\.isStored) ? keys : keys.filter(\.isStored)
    optionalCount = keys.count { $0.presence == .optional }
  }
}

/// The bodies of an entry: one of a class or struct, one for each case of an enum.
package struct EntryLayout: Sendable {
  /// The body of a class or struct; without keys in an enum.
  package let body: BodyLayout
  /// The body of each case of an enum.
  package let cases: [BodyLayout]

  package init(_ entry: ClassEntry) {
    body = BodyLayout(entry.keys)
    cases = entry.cases.map { BodyLayout($0.keys) }
  }
}
