// What the program declares of keys: defaults, conversions, migration hooks

extension KeyCursor {
  /// What a migration hook has set for a key, or its default if the archive has no value.
  mutating func substitute(for name: String) -> Any? {
    guard table.hasHistory else { return nil }
    if let value = extras?.replacements[level]?[name] { return value }
    guard let makeDefault = table.history(of: name)?.makeDefault, case .none = find(name) else {
      return nil
    }
    return makeDefault()
  }

  /// Decodes the value of a key of a type that has a history.
  ///
  /// Spec §8.2 to §8.4.
  mutating func valueWithHistory<T: Decodable>(as type: T.Type, _ name: String) throws -> T? {
    try refuseUnfitDefault(as: type, name)
    if let substitute = substitute(for: name) {
      if let value = DeclaredValue.convert(substitute, to: type) { return value }
      throw declaredValueHasOtherType(type, name)
    }
    let place = find(name)
    do {
      return try value(as: type, at: place, name)
    } catch let error as DecodingError {
      guard let value = try converted(to: type, at: place, name) else { throw error }
      return value
    }
  }

  /// Decodes the value of a key of a type that has a history, if there is one, and if it is not nil.
  mutating func valueIfPresentWithHistory<T: Decodable>(
    as type: T.Type, _ name: String
  ) throws -> T? {
    try refuseUnfitDefault(as: type, name)
    if let substitute = substitute(for: name) {
      if let value = DeclaredValue.convert(substitute, to: T?.self) { return value }
      throw declaredValueHasOtherType(type, name)
    }
    let place = find(name)
    do {
      return try valueIfPresent(as: type, at: place, name)
    } catch let error as DecodingError {
      guard let value = try converted(to: type, at: place, name) else { throw error }
      return value
    }
  }

  /// Decodes a value as one of the types that the key had before, and converts it.
  private mutating func converted<T>(
    to type: T.Type, at place: Place, _ name: String
  ) throws -> T? {
    for conversion in table.history(of: name)?.conversions ?? [] {
      guard let old = try? erasedValue(as: conversion.source, at: place, name),
        let new = try conversion.convert(old) as? T
      else { continue }
      return new
    }
    return nil
  }

  private mutating func erasedValue<Old: Decodable>(
    as type: Old.Type, at place: Place, _ name: String
  ) throws -> Any? {
    try value(as: type, at: place, name)
  }

  /// Runs the migration hook of the level, if it has one and was written with an older version.
  mutating func migrate() throws {
    guard table.hasHistory, extras?.replacements[level] == nil, let migration = table.migration
    else { return }
    let extras = makeExtras()
    let archived = OldKeys(withoutHistory())
    var values = OldValues(version: table.version, keys: archived.cursor.names()) { name, type in
      try archived.value(as: type, name)
    }
    // Nested calls of the hook cannot come here again.
    extras.replacements[level] = [:]
    try migration(&values)
    extras.replacements[level] = values.replacements
  }

  /// Refuses a default that the property cannot have, whether or not the archive has a value.
  private func refuseUnfitDefault(as type: Any.Type, _ name: String) throws {
    guard let declaration = table.declaration, !declaration.unfitDefaults.isEmpty,
      let unfit = declaration.unfitDefault(of: name), unfit.isDefault(ofPropertyOf: type)
    else { return }
    session.path.put(.key(name), at: depth)
    throw DecodingError.typeMismatch(
      type,
      DecodingError.Context(
        codingPath: session.codingPath, debugDescription: unfit.flaw.description,
        underlyingError: SteleCodingError(
          .invalidDeclaration(unfit.flaw), className: declaration.archiveClass.name, keyPath: name))
    )
  }

  private func declaredValueHasOtherType(_ type: Any.Type, _ name: String) -> DecodingError {
    session.path.put(.key(name), at: depth)
    return .typeMismatch(
      type,
      DecodingError.Context(
        codingPath: session.codingPath,
        debugDescription: "The default or migrated value of the key is not of the type \(type)."))
  }
}

/// The keys of a level by the names that the archive has for them, for a migration hook.
private final class OldKeys {
  var cursor: KeyCursor
  /// The tables that the cursor does not keep.
  private let levels: KeyLevels

  init(_ keys: (cursor: KeyCursor, levels: KeyLevels)) {
    cursor = keys.cursor
    levels = keys.levels
  }

  func value<T: Decodable>(as type: T.Type, _ name: String) throws -> Any? {
    var keys = cursor
    defer { cursor = keys }
    return try keys.value(as: type, at: keys.find(name), name)
  }
}
