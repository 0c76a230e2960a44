// Declarations of keys: defaults, conversions, and the values that migrations have set

extension KeyCursor {
  /// Returns the value that a migration has set for a key, or the default of the key if the archive has no value.
  ///
  /// - Parameters:
  ///   - name: The key.
  ///   - admitsNil: Whether the key may be nil. If it may, and the program that wrote the record knew the key, then the
  ///     absence of a value is a nil that was saved, and the default does not replace it.
  /// - Returns: The value that the key gets, or nil if the archive has a value, or nothing takes its place.
  mutating func substitute(for name: String, admitsNil: Bool) -> Any? {
    guard levelPlan.hasHistory else { return nil }
    return substitute(for: route(to: name), admitsNil: admitsNil)
  }

  private mutating func substitute(for route: Route, admitsNil: Bool) -> Any? {
    if let value = replacement(for: route) { return value }
    guard let makeDefault = route.history?.makeDefault, !admitsNil || !route.wasKnown,
      find(route) == nil
    else { return nil }
    return makeDefault()
  }

  /// Decodes the value of a key of a type that has a history.
  ///
  /// A nil that the type does not take gets the default of the key, too; with `mayBeMissing`, the caller replaces it.
  ///
  /// - Returns: The value, or nil if there is none.
  /// - Throws: `DecodingError`, or the error of a conversion.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func valueWithHistory<T: Decodable>(
    as type: T.Type, _ name: String, mayBeMissing: Bool = false
  ) throws -> T? {
    try valueWithHistory(type, as: type, name) { keys, place in
      let makeDefault = keys.levelPlan.history(of: name)?.makeDefault
      guard mayBeMissing || makeDefault != nil else {
        return try keys.value(as: type, at: place, name)
      }
      return try keys.valueUnlessNil(as: type, at: place, name)
        ?? makeDefault.flatMap { DeclaredValue.convert($0(), to: type) }
    }
  }

  /// Decodes the value of a key, or returns nil if there is none, or for a nil that the type does not take.
  mutating func valueUnlessNil<T: Decodable>(
    as type: T.Type, at place: Place?, _ name: String
  ) throws -> T? {
    do {
      return try value(as: type, at: place, name)
    } catch DecodingError.valueNotFound where place.map({ session.types.isNil($0.value) }) == true {
      session.path.count = depth
      return nil
    }
  }

  /// Decodes the value of a key of a type that has a history, if there is one, and if it is not nil.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func valueIfPresentWithHistory<T: Decodable>(
    as type: T.Type, _ name: String
  ) throws -> T? {
    try valueWithHistory(type, as: T?.self, name) {
      try $0.valueIfPresent(as: type, at: $1, name)
    } ?? nil
  }

  /// Decodes or makes the value of a key of a type that has a history.
  ///
  /// Spec §10.2 to §10.4.
  ///
  /// The result is of the type, or the optional of it if the value may be absent.
  ///
  /// - Returns: The value, or nil if there is none.
  /// - Throws: `DecodingError`, or the error of a conversion.
  private mutating func valueWithHistory<Result>(
    _ type: Any.Type, as result: Result.Type, _ name: String,
    decode: (inout KeyCursor, Place?) throws -> Result?
  ) throws -> Result? {
    func declared(_ value: Any) throws -> Result {
      if let value = DeclaredValue.convert(value, to: result) { return value }
      throw declaredValueHasOtherType(type, name, value)
    }
    if !plan.isChecked { _ = makeExtras() }
    let route = route(to: name)
    if let flaw = route.history?.flaw(decodedAs: type) {
      throw invalidDeclaration(flaw, of: name, type)
    }
    let admitsNil = result is any OptionalType.Type
    if let substitute = substitute(for: route, admitsNil: admitsNil) {
      return try declared(substitute)
    }
    let place = find(route)
    guard let history = route.history, !history.conversions.isEmpty else {
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
      session.conversions.hasTriedDeclared = true
      defer { session.conversions.hasTriedDeclared = false }
      return try decode(&self, place)
    }
  }

  /// Returns whether values of a type have no keys, so that decoding one twice takes little time.
  private static func isScalar(_ type: Any.Type) -> Bool {
    let type = DeclaredValue.unwrapped(type)
    return type is any DecodableScalar.Type || type is any ArchiveScalarConvertible.Type
  }

  /// Returns the error of a value that is declared for a key, or that a migration has set, and is not of the decoded type.
  func declaredValueHasOtherType(_ type: Any.Type, _ name: String, _ value: Any) -> DecodingError {
    let made = TypeName.short(Swift.type(of: value))
    return invalidDeclaration(
      .madeType(key: name, made: made, property: TypeName.short(type)), of: name, type)
  }

  private func invalidDeclaration(
    _ flaw: DeclarationFlaw, of name: String, _ type: Any.Type
  ) -> DecodingError {
    session.path.put(.key(name), at: depth)
    var error = session.error(.invalidDeclaration(flaw), at: nil)
    error.className = levelPlan.declaration?.archiveClass.name
    return .typeMismatch(type, error.decodingContext(session.codingPath))
  }
}

// Conversions from types that the key had before

extension KeyCursor {
  /// Converts the value of a key if its type in the archive is one that the key had before.
  ///
  /// - Returns: The new value, or nil if the value is to be decoded as it is.
  mutating func convertedFirst(
    _ history: KeyHistory, to target: Any.Type, at place: Place?
  ) throws -> Any? {
    let start = self
    for (conversion, match) in dueConversions(history, to: target, at: place) {
      self = start
      let old: Any?
      if match > .unknown {
        old = try value(as: conversion.source, at: place, history.name)
      } else {
        // The type decides by its own code which values it reads, so the conversion has to be tried.
        old = try? value(as: conversion.source, at: place, history.name)
      }
      if let old, let new = try conversion.convert(old) { return new }
    }
    self = start
    return nil
  }

  /// Decodes a value that is not of the type of the key as one of the types that the key had before, and converts it.
  mutating func converted<T>(
    _ history: KeyHistory, to type: T.Type, at place: Place?
  ) throws -> T? {
    let start = self
    for conversion in history.conversions
    where conversion.before.map({ levelPlan.version < $0 }) ?? true {
      self = start
      guard let old = try? value(as: conversion.source, at: place, history.name),
        let new = try conversion.convert(old)
      else { continue }
      if let value = DeclaredValue.convert(new, to: type) { return value }
    }
    return nil
  }

  /// Returns the conversions that may apply to a value, and how well their types match that of the value: the conversion from
  /// exactly its type first.
  private func dueConversions(
    _ history: KeyHistory, to target: Any.Type, at place: Place?
  ) -> [(conversion: KeyHistory.Conversion, match: TypeMatch)] {
    guard let stored = place?.value else { return [] }
    var reading = stored.input
    let inner = session.types.unwrap(stored.type, &reading)
    return history.conversions.compactMap {
      conversion -> (conversion: KeyHistory.Conversion, match: TypeMatch)? in
      let match = inner.map { session.types.match(conversion.source, $0) } ?? .unknown
      if inner == nil, !(conversion.source is any OptionalType.Type) { return nil }
      if let end = conversion.before ?? (levelPlan.version < history.since ? history.since : nil) {
        guard end > levelPlan.version, match != .none else { return nil }
      } else {
        // Without a version the types decide: a value of the current type is a current value. A late reference fails only
        // later, so that a conversion from a type that decides by its own code has to be tried first.
        let current = inner.map { session.types.match(target, $0) }
        let lowest: TypeMatch =
          current == TypeMatch.none && target is any LateDecodable.Type ? .unknown : .widened
        guard match >= lowest, current == TypeMatch.none || current == .widened else { return nil }
      }
      return (conversion, match)
    }.sorted { $0.match > $1.match }
  }
}

/// The quality of the match between a Swift type and a type of the archive.
enum TypeMatch: Comparable {
  /// The types differ.
  case none
  /// The Swift type decides by its own code which types it reads.
  case unknown
  /// Each value of the archive is one of the Swift type, too (§10.4).
  case widened
  /// The Swift type is written as the type of the archive.
  case exact
}

extension ArchivedTypes {
  /// Compares a Swift type with a type of the archive, without optionals.
  func match(_ swiftType: Any.Type, _ archived: ArchivedType) -> TypeMatch {
    let swiftType = DeclaredValue.unwrapped(swiftType)
    if let late = swiftType as? any LateDecodable.Type { return match(late.contentType, archived) }
    var type = archived
    while type.code == .optional { type = first(of: type) }
    if type.code == .any || type.code == .never { return .unknown }
    switch swiftType {
    case let scalar as any DecodableScalar.Type:
      if scalar.code == type.code { return .exact }
      return type.code.widens(to: scalar.code) ? .widened : .none
    case let scalar as any ArchiveScalarConvertible.Type:
      return scalar.wireType.code == type.code ? .exact : .unknown
    case is Duration.Type:
      return descriptor(of: type) == .struct(RegisteredName.duration) ? .exact : .none
    case is AnyClass: return type.isReference || type.code == .weak ? .unknown : .none
    default:
      return DeclaredValue.parts(of: swiftType).map { matchParts($0, of: swiftType, type) }
        ?? matchName(swiftType, type)
    }
  }

  /// Compares a collection with a list, set or map of the archive, by the types of their parts.
  private func matchParts(
    _ parts: [Any.Type], of collection: Any.Type, _ type: ArchivedType
  ) -> TypeMatch {
    let isMap = parts.count == 2
    let code: TypeCode = isMap ? .map : collection is any SetAlgebra.Type ? .set : .list
    guard type.code == code else { return .none }
    let match = match(parts[0], first(of: type))
    return isMap ? min(match, self.match(parts[1], second(of: type))) : match
  }

  /// Compares a type that is not one of the language with a struct or enum of the archive, by their names.
  private func matchName(_ swiftType: Any.Type, _ type: ArchivedType) -> TypeMatch {
    let name: String
    switch descriptor(of: type) {
    case .struct(let structure): name = structure
    case .enum(let enumeration): name = enumeration
    default: return .unknown
    }
    guard let declaration = try? TypeDeclaration.shared(for: swiftType) else { return .unknown }
    return declaration.names.contains { $0.isExactly(name) } ? .exact : .none
  }
}

extension TypeCode {
  /// Returns whether each number of the type is a number of another, wider type of Swift, none of which is a date.
  ///
  /// Spec §10.4.
  func widens(to other: TypeCode) -> Bool {
    switch (scalarLayout, other.scalarLayout) {
    case (.signed(let own), .signed(let wide)), (.unsigned(let own), .unsigned(let wide)),
      (.unsigned(let own), .signed(let wide)), (.float(let own), .float(let wide)):
      own < wide
    default: false
    }
  }
}
