extension KeyCursor {
  /// Looks for a property that has been renamed without a declaration: the archive does not have it, but has a value of its
  /// kind for which there is no property.
  ///
  /// Newer programs may have renamed properties, and kept keys are not lost.
  ///
  /// - Throws: `DecodingError`.
  @inline(never)
  func compare(with properties: [any PropertyCoder]) throws {
    let table = table
    table.isCompared = true
    guard let declared = table.declaration?.archiveClass, table.entry > 0,
      table.version <= declared.version, table.overflow == nil, table.migrations.isEmpty,
      !levels.levels.contains(where: { $0.table.overflow != nil }),
      !properties.contains(where: \.keepsUnknownKeys)
    else { return }
    let unclaimed = (0..<table.count).filter { index in
      guard let name = table.programName(index) else { return false }
      return table.history(of: name) == nil
        && !levels.levels.contains { $0.table.hasKey(named: name) }
    }
    for property in properties where table.index(of: property.name) == nil {
      guard table.history(of: property.name) == nil,
        levels.route(of: property.name, at: level).isNowhereElse,
        let index = unclaimed.first(where: {
          session.types.match(property.valueType, table.type($0)) > .unknown
        })
      else { continue }
      let (name, old) = (property.name.quoted, table.name(index).quoted)
      throw failure(
        .missingKey(property.name), property.name, of: declared.name,
        "the archive has no value for \(name), but one for \(old), for which there is no property",
        hint:
          "If the property was renamed, declare .key(\(name), aliases: [\(old)]); if not, declare .retired(\(old), ...), or .key(\(name), since: ...) with a new version."
      )
    }
  }
}
