import Synchronization

/// A type of the program: its declaration, and the levels of a class above it.
package final class TypeDeclaration: Sendable {
  package let type: Any.Type
  /// The declaration of the type, or the default declaration.
  package let archiveClass: ArchiveClass
  /// Whether the type declares its archive name.
  package let isDeclared: Bool
  package let isClass: Bool
  /// The nearest superclass that can be encoded or decoded.
  package let superclass: TypeDeclaration?
  /// The levels above this one, the topmost first.
  private let superclasses: [TypeDeclaration]
  let levelTypes: [ObjectIdentifier]
  private let histories: [ExactString: KeyHistory]
  /// Whether archives of other versions are read by aliases, defaults, conversions or migrations of keys or cases.
  let hasHistory: Bool
  /// The error of coding a type that has a property for unknown keys without it, or nil if the type has none.
  let unreadUnknownKeys: SteleCodingError?
  /// The names of the type's own properties, once they are needed.
  private let knownPropertyNames = Mutex<Set<ExactString>?>(nil)
  /// Positions in ``levels``, by key type; not the levels themselves, because this is one of them.
  private let levelIndices = Mutex<[ObjectIdentifier: Int]>([:])

  package init(
    type: Any.Type, archiveClass: ArchiveClass, isDeclared: Bool, isClass: Bool,
    superclass: TypeDeclaration?
  ) {
    self.type = type
    self.archiveClass = archiveClass
    self.isDeclared = isDeclared
    self.isClass = isClass
    self.superclass = superclass
    superclasses = superclass?.levels ?? []
    levelTypes = superclasses.map { ObjectIdentifier($0.type) } + [ObjectIdentifier(type)]
    histories = Dictionary(archiveClass.keys.map { (ExactString($0.name), $0) }) { first, _ in
      first
    }
    hasHistory =
      archiveClass.isMigrated || archiveClass.unknownCase != nil
      || archiveClass.keys.contains { key in
        !key.aliases.isEmpty || !key.movedFrom.isEmpty || !key.conversions.isEmpty
          || key.makeDefault != nil
      }
    unreadUnknownKeys = Self.unreadUnknownKeys(of: type, archiveClass)
  }

  private static func unreadUnknownKeys(
    of type: Any.Type, _ archiveClass: ArchiveClass
  ) -> SteleCodingError? {
    guard !archiveClass.allowsLostProperties,
      let name = StoredProperty.own(of: type)?.first(where: { $0.type == UnknownKeys.self })?.name
    else { return nil }
    let typeName = TypeName.short(type)
    var error = SteleCodingError(.lostProperties([name]), className: archiveClass.name, keyPath: "")
    error.detail =
      "\(typeName) has a property \(name) for unknown keys, but is coded without it, so they would be lost"
    error.hint =
      "Write case \(name) in the CodingKeys of \(typeName); in code by hand, \(name) = try container.decode(UnknownKeys.self, forKey: .\(name)) and try container.encode(\(name), forKey: .\(name)); with fields, \(name) = try fields.decode(\"\(name)\") and try fields.encode(\(name), \"\(name)\")."
    return error
  }

  /// The levels of an object of the class, the topmost superclass first, this one last.
  package var levels: [TypeDeclaration] {
    superclasses.isEmpty ? [self] : superclasses + [self]
  }

  /// The names under which the type is found in archives, beginning with the one that is written.
  package var names: [String] { [archiveClass.name] + archiveClass.aliases }

  /// Throws if a name is reserved by the format: a program can read such names, but not write them.
  ///
  /// Spec §12.4.
  ///
  /// - Throws: ``SteleCodingError`` with the name of the type.
  package func refuseReservedNames() throws(SteleCodingError) {
    let name = archiveClass.name
    guard !RegisteredName.isReserved(name) else {
      throw SteleCodingError(.reservedClassName(name), className: TypeName.short(type))
    }
    for key in archiveClass.keys where key.name.isExactly(RegisteredName.overflow) {
      guard key.retiredType == nil else {
        throw SteleCodingError(.reservedKey(key.name), className: name, keyPath: key.name)
      }
    }
  }

  /// Throws if a name of the type or of a level above it is reserved by the format.
  ///
  /// - Throws: ``SteleCodingError`` with the name of the topmost type that has one.
  func refuseReservedNamesOfLevels() throws(SteleCodingError) {
    try superclass?.refuseReservedNamesOfLevels()
    try refuseReservedNames()
  }

  package func history(of key: String) -> KeyHistory? {
    histories.isEmpty ? nil : histories[ExactString(key)]
  }

  /// The names of the type's own properties.
  package var propertyNames: Set<ExactString> {
    knownPropertyNames.withLock { known in
      if let known { return known }
      let names = Set(
        (StoredProperty.own(of: type) ?? []).compactMap { $0.name.map(ExactString.init) })
      known = names
      return names
    }
  }

  /// Returns the declaration of the payload of a case, or nil if there is none.
  func payload(ofCase name: String) -> TypeDeclaration? {
    let prefix = name + "."
    // A declaration for the case takes precedence over those for all cases.
    let own = archiveClass.keys.filter { $0.name.hasPrefix(prefix) }
    let common = archiveClass.keys.filter { !$0.name.contains(".") }
    let keys = (own + common).compactMap { $0.ofPayload(prefix) }
    guard !keys.isEmpty || archiveClass.isMigrated else { return nil }
    // The migrations run for the enum, where they read the payload.
    let runsForEnum: @Sendable (inout OldValues) throws -> Void = { _ in }
    return TypeDeclaration(
      type: type,
      archiveClass: ArchiveClass(
        archiveClass.name, version: archiveClass.version, keys: keys,
        migration: archiveClass.isMigrated ? runsForEnum : nil),
      isDeclared: isDeclared, isClass: false, superclass: nil)
  }

  /// Returns the position in ``levels`` of the level of a type of coding keys: the class in which it is nested, otherwise this class.
  ///
  /// Synthesised code nests the keys of each class in that class, so its keys identify a superclass that gets the encoder
  /// of its subclass by `super.encode(to: encoder)`.
  package func levelIndex(ofKeyType type: Any.Type) -> Int {
    guard !superclasses.isEmpty else { return 0 }
    return levelIndices.withLock { indices in
      if let known = indices[ObjectIdentifier(type)] { return known }
      let index = findLevelIndex(ofKeyType: type)
      indices[ObjectIdentifier(type)] = index
      return index
    }
  }

  /// Finds the level that encloses the key type and has the longest name: one class may be nested in another.
  private func findLevelIndex(ofKeyType type: Any.Type) -> Int {
    let name = TypeName(type)
    var best: (index: Int, byteCount: Int)?
    for (index, level) in levels.enumerated() {
      let enclosing = TypeName(level.type)
      if name.isNested(in: enclosing), enclosing.byteCount > best?.byteCount ?? 0 {
        best = (index, enclosing.byteCount)
      }
    }
    return best?.index ?? superclasses.count
  }
}

extension TypeDeclaration {
  /// The declarations that have been made, which are bounded by the types of the program.
  private static let known = Mutex(ShortTable<ObjectIdentifier, TypeDeclaration>())

  /// Returns the declaration of a type, which all coders share and which is read once.
  ///
  /// - Throws: ``SteleCodingError`` if a class has inherited its name or has none, or if the declaration contradicts
  ///   itself.
  static func shared(for type: Any.Type) throws(SteleCodingError) -> TypeDeclaration {
    if let known = known.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    // This runs code of the program, which may encode and decode, too.
    let new = try make(for: type)
    return known.withLock { known in
      let first = known[ObjectIdentifier(type)] ?? new
      known.set(first, for: ObjectIdentifier(type))
      return first
    }
  }

  /// The declarations with a history of the types that enclose types of coding keys; and, if a type was not found by its name, the
  /// number of declarations that had been made.
  private static let owners = Mutex<[ObjectIdentifier: (owner: TypeDeclaration?, count: Int?)]>(
    [:])

  /// Returns the declaration of the type in which a type of coding keys is nested, if it has a history.
  ///
  /// That is mostly the type of one of the levels, for which the runtime need not search the program. Private types are found
  /// once they have been coded.
  private static func owner(
    ofKeyType type: Any.Type, _ levels: [TypeDeclaration]
  ) -> TypeDeclaration? {
    let count = known.withLock { $0.count }
    if let found = owners.withLock({ $0[ObjectIdentifier(type)] }), found.count ?? count == count {
      return found.owner
    }
    var owner: TypeDeclaration?
    var isFound = true
    if let name = TypeName(type).enclosing {
      if let level = levels.first(where: { TypeName($0.type).isNamed(name) }) {
        owner = level
      } else if let enclosing = TypeName.type(named: name) {
        owner = (enclosing as? any ArchiveDeclaring.Type).flatMap { try? shared(for: $0) }
      } else {
        isFound = false
        owner = known.withLock { Array($0.values) }.first { TypeName($0.type).isNamed(name) }
      }
    }
    if owner?.hasHistory == false { owner = nil }
    owners.withLock { $0[ObjectIdentifier(type)] = (owner, isFound ? nil : count) }
    return owner
  }

  /// Returns why a history would not apply to keys: they belong to a type that is coded in place of another one, or to a
  /// superclass that nothing identifies.
  ///
  /// - Parameters:
  ///   - keyType: The type of the coding keys.
  ///   - level: The level to which they belong.
  ///   - levels: The levels of the value that is coded, or none for a value without its own type.
  /// - Returns: The reason, or nil.
  static func misplacement(
    of keyType: Any.Type, at level: Int, of levels: [TypeDeclaration]
  ) -> SteleCodingError.Reason? {
    if let owner = owner(ofKeyType: keyType, levels) { return owner.misplacement(in: levels) }
    guard level > 0, levels.prefix(level).contains(where: \.hasHistory) else { return nil }
    let name = TypeName(keyType)
    guard !levels.contains(where: { name.isNested(in: TypeName($0.type)) }) else { return nil }
    return .unknownLevel(ofKeys: TypeName.short(keyType))
  }

  /// Returns why the history of the type does not apply where other types are coded.
  func misplacement(in levels: [TypeDeclaration]) -> SteleCodingError.Reason? {
    guard hasHistory, !levels.contains(where: { $0.type == type }) else { return nil }
    return .codedInPlace(archiveClass.name)
  }

  private static func make(for type: Any.Type) throws(SteleCodingError) -> TypeDeclaration {
    let declared = (type as? any ArchiveDeclaring.Type)?.archiveClass
    let archiveClass = declared ?? ArchiveClass(TypeName.inArchives(type))
    let asClass: AnyClass? = type as? AnyClass
    if declared != nil,
      let flaw = DeclarationFlaw.first(in: archiveClass, isClass: asClass != nil)
    {
      throw SteleCodingError(.invalidDeclaration(flaw), className: TypeName.short(type))
    }
    let superclass = try asClass.flatMap(archivableSuperclass).map {
      superclass throws(SteleCodingError) in
      try shared(for: superclass)
    }
    let declaration = TypeDeclaration(
      type: type, archiveClass: archiveClass, isDeclared: declared != nil,
      isClass: asClass != nil, superclass: superclass)
    if asClass != nil { try declaration.validateName() }
    return declaration
  }

  /// Throws if the class could not be found by its name.
  private func validateName() throws(SteleCodingError) {
    let name = archiveClass.name
    if levels.dropLast().contains(where: { $0.archiveClass.name.isExactly(name) }) {
      // The superclass has the same archive name, so the error names the type.
      throw SteleCodingError(.inheritedArchiveName(name), className: TypeName.short(type))
    }
    if !isDeclared, TypeName(type).isHidden {
      throw SteleCodingError(.unnamedClass(name), className: name)
    }
  }
}

/// The declarations of all types that a coder has coded.
package struct TypeDirectory {
  private var declarations = ShortTable<ObjectIdentifier, TypeDeclaration>()
  /// The types of each archive name, which value types that do not declare their names may share: the class, as an archive with two
  /// classes of one name could not be read, and the type that declares the name.
  private var bearers = ShortTable<
    ExactString, (classType: TypeDeclaration?, declared: TypeDeclaration?)
  >()

  package init() {}

  package var count: Int { declarations.count }

  /// Removes all declarations but the first ones.
  package mutating func removeAll(after count: Int) {
    let kept = Array(declarations.values.prefix(count))
    removeAll()
    // None of them shares its name with another.
    for declaration in kept { try? add(declaration) }
  }

  /// Forgets all declarations, and keeps the memory if they were few.
  mutating func removeAll() {
    declarations.removeAll()
    bearers.removeAll()
  }

  /// Returns the declaration of a type.
  ///
  /// - Throws: ``SteleCodingError`` if a class has inherited its name, shares it with another class, or has none,
  ///   or if the declaration contradicts itself.
  package mutating func declaration(
    of type: Any.Type
  ) throws(SteleCodingError) -> TypeDeclaration {
    if let known = declarations[ObjectIdentifier(type)] { return known }
    let declaration = try TypeDeclaration.shared(for: type)
    try add(declaration)
    return declaration
  }

  /// Adds a declaration, and the declarations of its superclasses.
  ///
  /// - Throws: ``SteleCodingError`` if a class shares its name with another class.
  package mutating func add(_ declaration: TypeDeclaration) throws(SteleCodingError) {
    let type = ObjectIdentifier(declaration.type)
    guard declarations[type] == nil else { return }
    if let superclass = declaration.superclass { try add(superclass) }
    let name = ExactString(declaration.archiveClass.name)
    var bearers = bearers[name] ?? (nil, nil)
    if let other = (declaration.isClass ? bearers.classType : nil)
      ?? (declaration.isDeclared ? bearers.declared : nil)
    {
      throw .sharedName(name.string, declaration, other)
    }
    if declaration.isClass { bearers.classType = declaration }
    if declaration.isDeclared { bearers.declared = declaration }
    self.bearers.set(bearers, for: name)
    declarations.set(declaration, for: type)
  }
}

extension TypeDeclaration {
  /// Returns the nearest superclass that can be encoded or decoded.
  ///
  /// Superclasses that cannot, such as the classes of a framework, are not in archives.
  static func archivableSuperclass(of type: AnyClass) -> AnyClass? {
    // The standard library's `_getSuperclass` is the one way that all platforms have and that needs no object.
    guard let superclass = _getSuperclass(type) else { return nil }
    return superclass is any Encodable.Type || superclass is any Decodable.Type
      ? superclass : archivableSuperclass(of: superclass)
  }
}
