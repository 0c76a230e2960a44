extension KeyCursor {
  /// Looks for a property that has been renamed without saying so: the archive does not have it, but a value of its kind for
  /// which there is no property.
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
      levels.overflowLevels(session.keys).isEmpty,
      !properties.contains(where: \.keepsUnknownKeys)
    else { return }
    let unclaimed = (0..<table.count).filter { index in
      guard let name = table.programName(index) else { return false }
      return table.history(of: name) == nil
        && !levels.levels.contains { $0.table.claims(name) }
    }
    for property in properties where table.index(of: property.name) == nil {
      guard table.history(of: property.name) == nil,
        case .none = levels.movedKey(property.name, of: level, admitsNil: true, session.keys),
        let index = unclaimed.first(where: {
          session.types.match(property.valueType, table.type($0)) > .unknown
        })
      else { continue }
      throw renamed(property.name, from: table.name(index))
    }
  }

  private func renamed(_ name: String, from old: String) -> DecodingError {
    session.path.count = depth
    var error = session.error(.missingKey(name), at: start)
    error.className = table.declaration?.archiveClass.name
    error.detail =
      "the archive has no value for \(name.quoted), but one for \(old.quoted), for which there is no property"
    error.hint =
      "If the property was renamed, declare .key(\(name.quoted), aliases: [\(old.quoted)]); "
      + "if not, declare .retired(\(old.quoted), ...), or .key(\(name.quoted), since: ...) with a new version."
    return .keyNotFound(
      PathKey(stringValue: name, intValue: nil), error.decodingContext(session.codingPath))
  }
}
