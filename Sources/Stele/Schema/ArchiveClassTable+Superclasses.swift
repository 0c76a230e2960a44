extension ArchiveClassTable {
  /// Validates all superclass numbers.
  ///
  /// Spec §4.2.
  ///
  /// - Throws: Rules C6, C7, L3.
  package func checkSuperclasses() throws(ArchiveWritingError) {
    var schema = CompiledSchema()
    schema.addBody()
    for entry in entries {
      // No entry has the largest number.
      let superclass = entry.superclass.map { self[$0] == nil ? Int(Int32.max) : $0 }
      schema.add(
        CompiledClass(
          kind: entry.kind, version: 1, name: 0, superclass: superclass ?? 0, firstBody: 0))
    }
    if let (index, rule) = schema.completeChains(from: 0) {
      throw ArchiveWritingError(.breaks(rule), keyPath: KeyPathText.root(entries[index].name))
    }
  }
}
