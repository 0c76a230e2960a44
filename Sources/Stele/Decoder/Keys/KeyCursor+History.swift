// What the program declares of keys: defaults, and what migrations have set

extension KeyCursor {
  /// The value that a migration has set for a key, or the default of the key if the archive has no value.
  ///
  /// - Parameters:
  ///   - name: The key.
  ///   - admitsNil: Whether the key may be nil. If it may, and the program that wrote the record knew the key, then the
  ///     absence of a value is a nil that was saved, and the default does not replace it.
  /// - Returns: The value, or nil if the archive has one, or there is none.
  mutating func substitute(for name: String, admitsNil: Bool) -> Any? {
    guard table.hasHistory else { return nil }
    if let value = replacement(for: name) { return value }
    guard let history = table.history(of: name), let makeDefault = history.makeDefault,
      case .none = find(name, admitsNil: admitsNil),
      !admitsNil || !table.wasKnown(name, history)
    else { return nil }
    return makeDefault()
  }

  /// Decodes the value of a key of a type that has a history.
  ///
  /// Spec §8.2 to §8.4.
  mutating func valueWithHistory<T: Decodable>(as type: T.Type, _ name: String) throws -> T? {
    try refuseUnfitDefault(as: type, name)
    let admitsNil = T.self is any OptionalType.Type
    if let substitute = substitute(for: name, admitsNil: admitsNil) {
      if let value = DeclaredValue.convert(substitute, to: type) { return value }
      throw declaredValueHasOtherType(type, name)
    }
    let place = find(name, admitsNil: admitsNil)
    guard let history = table.history(of: name), !history.conversions.isEmpty else {
      return try value(as: type, at: place, name)
    }
    if let converted = try convertedFirst(history, to: type, at: place) {
      if let value = DeclaredValue.convert(converted, to: type) { return value }
      throw declaredValueHasOtherType(type, name)
    }
    let start = self
    do {
      return try value(as: type, at: place, name)
    } catch let error as DecodingError {
      if let value = try converted(history, to: type, at: place) { return value }
      guard Self.isScalar(type) else { throw error }
      self = start
      session.convertsDeclaredKeys = true
      defer { session.convertsDeclaredKeys = false }
      return try value(as: type, at: place, name)
    }
  }

  /// Decodes the value of a key of a type that has a history, if there is one, and if it is not nil.
  mutating func valueIfPresentWithHistory<T: Decodable>(
    as type: T.Type, _ name: String
  ) throws -> T? {
    try refuseUnfitDefault(as: type, name)
    if let substitute = substitute(for: name, admitsNil: true) {
      if let value = DeclaredValue.convert(substitute, to: T?.self) { return value }
      throw declaredValueHasOtherType(type, name)
    }
    let place = find(name, admitsNil: true)
    guard let history = table.history(of: name), !history.conversions.isEmpty else {
      return try valueIfPresent(as: type, at: place, name)
    }
    if let converted = try convertedFirst(history, to: type, at: place) {
      if let value = DeclaredValue.convert(converted, to: T?.self) { return value }
      throw declaredValueHasOtherType(type, name)
    }
    let start = self
    do {
      return try valueIfPresent(as: type, at: place, name)
    } catch let error as DecodingError {
      if let value = try converted(history, to: type, at: place) { return value }
      guard Self.isScalar(type) else { throw error }
      self = start
      session.convertsDeclaredKeys = true
      defer { session.convertsDeclaredKeys = false }
      return try valueIfPresent(as: type, at: place, name)
    }
  }

  /// Whether values of a type have no keys of their own, so that to decode one again takes no time.
  private static func isScalar(_ type: Any.Type) -> Bool {
    let type = DeclaredValue.unwrapped(type)
    return type is any DecodableScalar.Type || type is any ArchiveScalarConvertible.Type
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

  /// What is declared for a key, or a migration has set, is not of the type that is asked for.
  func declaredValueHasOtherType(_ type: Any.Type, _ name: String) -> DecodingError {
    session.path.put(.key(name), at: depth)
    return .typeMismatch(
      type,
      DecodingError.Context(
        codingPath: session.codingPath,
        debugDescription:
          "The value of the key that is declared, converted or migrated is not of the type \(type)."
      ))
  }
}
