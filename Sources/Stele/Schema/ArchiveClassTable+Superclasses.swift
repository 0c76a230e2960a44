extension ArchiveClassTable {
  /// Validates all superclass numbers, and returns the lengths of all chains.
  ///
  /// Spec §4.2.
  ///
  /// - Throws: Rules C6, C7, L3.
  @discardableResult
  package func checkSuperclasses() throws(ArchiveWritingError) -> [Int] {
    for entry in entries {
      guard let superclass = entry.superclass else { continue }
      guard entry.kind == .class, self[superclass]?.kind == .class else {
        throw ArchiveWritingError(.breaks(.superclass), keyPath: KeyPathText.root(entry.name))
      }
    }
    let counts = try chainCounts()
    for (entry, count) in zip(entries, counts) where count > ArchiveLimits().superclassChain {
      throw ArchiveWritingError(.breaks(.superclassChain), keyPath: KeyPathText.root(entry.name))
    }
    return counts
  }

  /// The lengths of all chains, each found once.
  private func chainCounts() throws(ArchiveWritingError) -> [Int] {
    var counts = Array(repeating: 0, count: count)
    for number in 1..<(count + 1) where counts[number - 1] == 0 {
      var path: [Int] = []
      var onPath: Set<Int> = []
      var next: Int? = number
      while let current = next, counts[current - 1] == 0 {
        guard onPath.insert(current).inserted else {
          throw ArchiveWritingError(
            .breaks(.superclassLoop), keyPath: KeyPathText.root(entries[number - 1].name))
        }
        path.append(current)
        next = entries[current - 1].superclass
      }
      var count = next.map { counts[$0 - 1] } ?? 0
      for current in path.reversed() {
        count += 1
        counts[current - 1] = count
      }
    }
    return counts
  }
}
