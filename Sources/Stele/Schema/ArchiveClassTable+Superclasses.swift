extension ArchiveClassTable {
  /// Validates all superclass numbers.
  ///
  /// Spec §4.2.
  ///
  /// - Throws: Rules C6, C7, L3.
  package func checkSuperclasses() throws(ArchiveWritingError) {
    var schema = CompiledSchema()
    schema.addBody(firstKey: 0)
    for entry in entries {
      if let superclass = entry.superclass {
        guard entry.kind == .class, self[superclass]?.kind == .class else {
          throw ArchiveWritingError(.breaks(.superclass), keyPath: KeyPathText.root(entry.name))
        }
      }
      schema.add(
        CompiledClass(
          kind: .class, version: 1, name: 0, superclass: entry.superclass ?? 0, firstBody: 0))
    }
    if let (index, rule) = schema.completeChains(from: 0) {
      throw ArchiveWritingError(.breaks(rule), keyPath: KeyPathText.root(entries[index].name))
    }
  }
}
