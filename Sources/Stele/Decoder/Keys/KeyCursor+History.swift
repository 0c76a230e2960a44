// Declarations of keys: defaults, and the values that migrations have set

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
  mutating func valueWithHistory<T: Decodable>(as type: T.Type, _ name: String) throws -> T? {
    try valueWithHistory(type, as: type, name) { try $0.value(as: type, at: $1, name) }
  }

  /// Decodes the value of a key of a type that has a history, if there is one, and if it is not nil.
  mutating func valueIfPresentWithHistory<T: Decodable>(
    as type: T.Type, _ name: String
  ) throws -> T? {
    try valueWithHistory(type, as: T?.self, name) {
      try $0.valueIfPresent(as: type, at: $1, name)
    } ?? nil
  }

  /// Decodes or makes the value of a key of a type that has a history.
  ///
  /// Spec §8.2 to §8.4.
  ///
  /// - Parameters:
  ///   - type: The type of the key.
  ///   - result: The type, or the optional of it if the value may be absent.
  ///   - name: The key.
  ///   - decode: Decodes the value at a place.
  /// - Returns: The value, or nil if there is none.
  /// - Throws: `DecodingError`, or what a conversion throws.
  private mutating func valueWithHistory<Result>(
    _ type: Any.Type, as result: Result.Type, _ name: String,
    decode: (inout KeyCursor, Place) throws -> Result?
  ) throws -> Result? {
    func declared(_ value: Any) throws -> Result {
      if let value = DeclaredValue.convert(value, to: result) { return value }
      throw declaredValueHasOtherType(type, name)
    }
    try refuseUnfitDefault(as: type, name)
    let admitsNil = result is any OptionalType.Type
    if let substitute = substitute(for: name, admitsNil: admitsNil) {
      return try declared(substitute)
    }
    let place = find(name, admitsNil: admitsNil)
    guard let history = table.history(of: name), !history.conversions.isEmpty else {
      return try decode(&self, place)
    }
    if let converted = try convertedFirst(history, to: type, at: place) {
      return try declared(converted)
    }
    let start = self
    do {
      return try decode(&self, place)
    } catch let error as DecodingError {
      if let value = try converted(history, to: result, at: place) { return value }
      guard Self.isScalar(type) else { throw error }
      self = start
      session.convertsDeclaredKeys = true
      defer { session.convertsDeclaredKeys = false }
      return try decode(&self, place)
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

  /// The value that is declared for a key, or that a migration has set, is not of the type that is decoded.
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
