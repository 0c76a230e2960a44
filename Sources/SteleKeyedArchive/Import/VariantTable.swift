import Stele

/// The entries made from the dictionaries of a keyed archive.
///
/// Spec §E.3, §E.4.
struct VariantTable {
  /// The name and superclass that several entries share.
  struct Group: Hashable {
    let kind: ArchiveClassEntry.Kind
    let name: Int
    var superclass: Int?
    /// The type of bare values, each of which has an entry.
    var bareType: InlineType?
  }

  /// The entries of a group.
  private struct Members {
    /// The most recent ones.
    var candidates: [Int] = []
    var ofKeys: [[Int]: Int] = [:]
  }

  /// The number of entries of a group that are searched for new keys.
  private static let candidateCount = 8

  /// The entries made so far.
  private(set) var variants: [Variant] = []
  private(set) var groups: [Group] = []
  private var groupNumbers: [Group: Int] = [:]
  /// The entries of each group.
  private var members: [Members] = []

  mutating func group(_ group: Group) -> Int {
    if let number = groupNumbers[group] { return number }
    groupNumbers[group] = groups.count
    groups.append(group)
    members.append(Members())
    return groups.count - 1
  }

  /// Counts a dictionary or a bare value, and returns its entry.
  mutating func place(_ keys: [Int], types: [InlineType], in group: Int) -> Int {
    let variant = variant(of: keys, in: group)
    variants[variant].count(keys, types: types)
    return variant
  }

  private mutating func variant(of keys: [Int], in group: Int) -> Int {
    if let known = members[group].ofKeys[keys] { return known }
    for candidate in members[group].candidates where variants[candidate].absorb(keys) {
      members[group].ofKeys[keys] = candidate
      return candidate
    }
    let fresh = variants.count
    variants.append(Variant(group: group, keys: keys))
    members[group].ofKeys[keys] = fresh
    if members[group].candidates.count == Self.candidateCount {
      members[group].candidates.removeFirst()
    }
    members[group].candidates.append(fresh)
    return fresh
  }
}
