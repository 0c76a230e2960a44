internal import Stele

/// The rules of the canonical form about the class table.
///
/// Spec §9.6.
struct CanonicalClasses {
  private let classes: ClassTable
  private let chunks: [Chunk]

  init(_ classes: ClassTable, _ chunks: [Chunk]) {
    self.classes = classes
    self.chunks = chunks.filter { $0.type == .classes }
  }

  /// K3, K4, K5.
  func checkOrder(_ log: inout FindingLog) {
    for (before, name) in zip(classes.names, classes.names.dropFirst())
    where !before.text.utf8.lexicographicallyPrecedes(name.text.utf8) {
      add(.canonicalNames, at: name.offset, &log)
    }
    for number in classes.entries.indices.dropFirst()
    where !isLineage(of: number, below: number + 1) {
      add(.canonicalEntries, at: classes[number + 1].offset, &log)
    }
    for offset in classes.unorderedNames { add(.canonicalKeys, at: offset, &log) }
  }

  /// K4: compares two chains item by item.
  private func isLineage(of first: Int, below second: Int) -> Bool {
    var (left, right) = (first, second)
    while left != right, left != 0, right != 0 {
      let (one, two) = (classes[left], classes[right])
      if one.name != two.name {
        return classes.names[Int(one.name) - 1].text.utf8.lexicographicallyPrecedes(
          classes.names[Int(two.name) - 1].text.utf8)
      }
      guard one.version == two.version else { return one.version < two.version }
      guard one.kind == two.kind else { return one.kind.rawValue < two.kind.rawValue }
      (left, right) = (Int(one.superclass), Int(two.superclass))
    }
    return left == 0 && right != 0
  }

  /// K6.
  func checkUse(_ state: CanonicalState, _ log: inout FindingLog) {
    var state = state
    for number in classes.entries.indices.map({ $0 + 1 }) where state.isEntryUsed[number] {
      var superclass = Int(classes[number].superclass)
      while superclass != 0, !state.isEntryUsed[superclass] {
        state.use(entry: superclass)
        superclass = Int(classes[superclass].superclass)
      }
    }
    for entry in classes.entries { state.use(name: Int(entry.name)) }
    state.use(namesIn: classes.types.nodes[...])
    for (index, name) in classes.names.enumerated() where !state.isNameUsed[index + 1] {
      add(.canonicalUse, at: name.offset, &log)
    }
    for (index, entry) in classes.entries.enumerated() where !state.isEntryUsed[index + 1] {
      add(.canonicalUse, at: entry.offset, &log)
    }
  }

  private func add(_ rule: ArchiveRule, at offset: Int, _ log: inout FindingLog) {
    guard log.hasRoom else { return log.add(rule, at: offset) }
    log.add(rule, at: offset, chunk: chunks.first { $0.payload.contains(offset) })
  }
}
