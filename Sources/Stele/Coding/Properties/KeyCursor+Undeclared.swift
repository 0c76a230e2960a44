extension KeyCursor {
  /// Refuses a property that must have been renamed without a declaration: the archive does not have it, but has a value of its
  /// kind for which there is no property.
  ///
  /// Newer programs may have renamed properties, and kept keys are not lost.
  ///
  /// - Throws: `DecodingError`.
  @inline(never)
  func refuseUndeclaredRename(among properties: [any PropertyCoder]) throws {
    let levelPlan = self.levelPlan
    levelPlan.isCompared = true
    guard let declared = levelPlan.declaration?.archiveClass, levelPlan.entry > 0,
      levelPlan.version <= declared.version, levelPlan.overflow == nil,
      levelPlan.migrations.isEmpty,
      !plan.levels.contains(where: { $0.levelPlan.overflow != nil }),
      !properties.contains(where: \.keepsUnknownKeys)
    else { return }
    let unclaimed = (0..<levelPlan.count).filter { index in
      guard let name = levelPlan.programName(index) else { return false }
      return levelPlan.history(of: name) == nil
        && !plan.levels.contains { $0.levelPlan.hasKey(named: name) }
    }
    for property in properties where levelPlan.index(of: property.name) == nil {
      guard levelPlan.history(of: property.name) == nil,
        route(to: property.name).isNowhereElse,
        let index = unclaimed.first(where: {
          session.types.match(property.valueType, levelPlan[$0].type) > .unknown
        })
      else { continue }
      let (name, old) = (property.name.quoted, levelPlan.name(index).quoted)
      throw failure(
        .missingKey(property.name), property.name, of: declared.name,
        "the archive has no value for \(name), but one for \(old), for which there is no property",
        hint:
          "If the property was renamed, declare .key(\(name), aliases: [\(old)]); if not, declare .retired(\(old), ...), or .key(\(name), since: ...) with a new version."
      )
    }
  }
}
