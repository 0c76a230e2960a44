import Stele

/// The entries made from the dictionaries of a keyed archive.
///
/// Spec §E.3, §E.4.
struct VariantTable {
  /// The name and superclass that several entries share.
  struct Group: Hashable {
    let kind: ArchiveClassEntry.Kind
    let name: Int
    let superclass: Int?
  }

  /// The keys of a dictionary, and the group of its entry.
  private struct Shape: Hashable {
    let group: Int
    let keys: [Int]
  }

  /// The number of entries of a group that are searched for new keys.
  private static let candidateCount = 8

  /// The entries made so far.
  private(set) var variants: [Variant] = []
  private(set) var groups: [Group] = []
  private var groupNumbers: [Group: Int] = [:]
  /// The most recent entries of each group.
  private var candidates: [[Int]] = []
  private var variantOfShape: [Shape: Int] = [:]
  private var bareVariants: [BareShape: Int] = [:]

  private struct BareShape: Hashable {
    let group: Int
    let type: InlineType
  }

  mutating func group(_ group: Group) -> Int {
    if let number = groupNumbers[group] { return number }
    groupNumbers[group] = groups.count
    groups.append(group)
    candidates.append([])
    return groups.count - 1
  }

  /// Counts a dictionary, and returns its entry.
  mutating func place(_ keys: [Int], types: [InlineType], in group: Int) -> Int {
    let variant = variant(of: Shape(group: group, keys: keys))
    variants[variant].count(keys, types: types)
    return variant
  }

  private mutating func variant(of shape: Shape) -> Int {
    if let known = variantOfShape[shape] { return known }
    for candidate in candidates[shape.group] where variants[candidate].absorb(shape.keys) {
      variantOfShape[shape] = candidate
      return candidate
    }
    let fresh = variants.count
    variants.append(Variant(group: shape.group, keys: shape.keys))
    variantOfShape[shape] = fresh
    if candidates[shape.group].count == Self.candidateCount {
      candidates[shape.group].removeFirst()
    }
    candidates[shape.group].append(fresh)
    return fresh
  }

  /// Counts a bare value, and returns its entry: one for each type.
  mutating func placeBare(_ key: Int, type: InlineType, in group: Int) -> Int {
    let shape = BareShape(group: group, type: type)
    let variant = bareVariants[shape] ?? variants.count
    if variant == variants.count {
      variants.append(Variant(group: group, keys: [key]))
      bareVariants[shape] = variant
    }
    variants[variant].count([key], types: [type])
    return variant
  }
}
