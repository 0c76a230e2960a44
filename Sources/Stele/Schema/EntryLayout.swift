/// The stored keys of an entry or a case: what its bodies consist of.
///
/// Spec §3.7.
package struct BodyLayout: Sendable {
  /// The keys that have values, in their order.
  package let keys: [Key]
  /// How many of them are optional.
  package let optionalCount: Int
  /// The places of the keys whose entries uniform lists say once.
  package let nestedPlaces: [Int]
  /// The size of all values but those, when they are floats, dates, uuids and 8-bit integers; nil otherwise.
  package let fixedByteCount: Int?

  package init(_ keys: [Key]) {
    // An array without retired keys is shared, not copied.
    let stored = keys.allSatisfy(\.isStored) ? keys : keys.filter(\.isStored)
    self.keys = stored
    optionalCount = stored.count { $0.presence == .optional }
    nestedPlaces = stored.indices.filter { stored[$0].isNestedInLists }
    fixedByteCount = Self.fixedByteCount(of: stored)
  }

  private static func fixedByteCount(of keys: [Key]) -> Int? {
    guard !keys.isEmpty else { return nil }
    var byteCount = 0
    for key in keys where !key.isNestedInLists {
      guard key.presence == .required, let own = key.type.code.fixedByteCount else { return nil }
      byteCount += own
    }
    return byteCount
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
