extension ValueDecoder {
  /// What a migration hook has set for a key, or its default when the archive has no value.
  func substitute(for name: String, _ keys: LevelKeys, _ level: Int) -> Any? {
    if let value = replacements[level]?[name] { return value }
    guard let makeDefault = keys.history(of: name)?.makeDefault,
      let place = try? find(name, keys, level: level)
    else { return nil }
    guard case .none = place else { return nil }
    return makeDefault()
  }

  /// Reads the value of a key of a type that has a history.
  ///
  /// Spec §8.2 to §8.4.
  func readWithHistory<T: Decodable>(
    _ type: T.Type, _ name: String, _ keys: LevelKeys, _ level: Int
  ) throws -> T? {
    if let substitute = substitute(for: name, keys, level) {
      if let value = substitute as? T { return value }
      throw Site(decoder: self, step: .key(name)).declaredValueHasOtherType(type)
    }
    let place = try find(name, keys, level: level)
    return try convertingIfNeeded(place, name, keys) { try read(type, at: place, name) }
  }

  /// Reads the value of a key of a type that has a history, if there is one, and if it is not nil.
  func readIfPresentWithHistory<T: Decodable>(
    _ type: T.Type, _ name: String, _ keys: LevelKeys, _ level: Int
  ) throws -> T? {
    if let substitute = substitute(for: name, keys, level) {
      if let value = substitute as? T? { return value }
      throw Site(decoder: self, step: .key(name)).declaredValueHasOtherType(type)
    }
    let place = try find(name, keys, level: level)
    return try convertingIfNeeded(place, name, keys) { try readIfPresent(type, at: place, name) }
  }

  /// Reads a value; when it is not of its type, tries the types that the key had before.
  private func convertingIfNeeded<T>(
    _ place: Place, _ name: String, _ keys: LevelKeys, _ read: () throws -> T?
  ) throws -> T? {
    do {
      return try read()
    } catch let error as DecodingError {
      for conversion in keys.history(of: name)?.conversions ?? [] {
        guard let old = try? readErased(conversion.source, at: place, name),
          let new = try conversion.convert(old) as? T
        else { continue }
        return new
      }
      throw error
    }
  }

  private func readErased<Old: Decodable>(
    _ type: Old.Type, at place: Place, _ name: String
  ) throws -> Any? {
    try read(type, at: place, name)
  }

  /// Runs the migration hook of a level, when it has one and was written with a smaller version.
  func migrate(_ level: Int, _ keys: LevelKeys) throws {
    guard keys.hasHistory, replacements[level] == nil, let migration = keys.migration else {
      return
    }
    let archived = archivedKeys(of: keys)
    var values = OldValues(
      version: keys.entry?.version ?? 0, keys: try names(archived, level: level)
    ) { name, type in
      try self.readErased(type, at: self.find(name, archived, level: level), name)
    }
    // Nested calls of the hook cannot come here again.
    replacements[level] = [:]
    try migration(&values)
    replacements[level] = values.replacements
  }

  /// The keys of a level by the names that the archive has for them.
  private func archivedKeys(of keys: LevelKeys) -> LevelKeys {
    guard let body else { return keys }
    return LevelKeys(body, range: keys.range, entry: keys.entry, declaration: nil)
  }
}

extension Site {
  /// Tells that a default, or what a migration hook has set, is not of the type that is decoded.
  fileprivate func declaredValueHasOtherType(_ type: Any.Type) -> DecodingError {
    .typeMismatch(
      type,
      DecodingError.Context(
        codingPath: codingPath,
        debugDescription: "The default or migrated value of the key is not of the type \(type)."))
  }
}
