package import Stele

/// The lineages of the entries of a class table: name, version and kind of each entry and of its superclasses.
///
/// Spec §9.6, rule K4.
struct Lineages {
  struct Lineage: Hashable {
    let name: NumberedName
    let version: Int
    let kind: ArchiveClassEntry.Kind
    /// The lineage of the superclass.
    let above: Int?
  }

  /// All lineages, which are identified by their positions.
  private(set) var all: [Lineage] = []
  private var positions: [Lineage: Int] = [:]
  private var names = NameNumbers()

  /// Returns the lineage of the last entry of a chain, which begins with the topmost superclass.
  mutating func position(of chain: [ArchiveClassEntry]) -> Int {
    var above: Int?
    for entry in chain {
      let lineage = Lineage(
        name: names.numbered(entry.name), version: entry.version, kind: entry.kind, above: above)
      if let known = positions[lineage] {
        above = known
      } else {
        above = all.count
        positions[lineage] = all.count
        all.append(lineage)
      }
    }
    return above ?? 0
  }

  /// Whether one lineage comes before another.
  func precedes(_ left: Int, _ right: Int) -> Bool {
    var left: Int? = left
    var right: Int? = right
    while left != right {
      guard let first = left else { return true }
      guard let second = right else { return false }
      let a = all[first]
      let b = all[second]
      if a.name != b.name { return ExactString(a.name.string) < ExactString(b.name.string) }
      if a.version != b.version { return a.version < b.version }
      if a.kind != b.kind { return a.kind.rawValue < b.kind.rawValue }
      left = a.above
      right = b.above
    }
    return false
  }
}

extension ArchiveClassTable {
  /// Whether a lineage has several entries.
  package var hasSharedLineages: Bool {
    var lineages = Lineages()
    var known: Set<Int> = []
    return entries.indices.contains { index in
      let chain = chain(of: index + 1).compactMap { self[$0] }
      return !known.insert(lineages.position(of: chain)).inserted
    }
  }
}
