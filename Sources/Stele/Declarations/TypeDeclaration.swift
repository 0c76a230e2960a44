import Synchronization

/// A type of the program: its declaration, and for classes the levels above it.
package final class TypeDeclaration: Sendable {
  /// The type.
  package let type: Any.Type
  /// The declaration of the type, or the default one.
  package let archiveClass: ArchiveClass
  /// Whether the type declares its archive name itself.
  package let isDeclared: Bool
  /// The default names that earlier versions of this library gave the type, apart from its name.
  package let formerNames: [String]
  /// Whether the type is a class.
  package let isClass: Bool
  /// The nearest superclass that can be encoded or decoded.
  package let superclass: TypeDeclaration?
  /// The levels above this one, the topmost first.
  private let superclasses: [TypeDeclaration]
  private let histories: [ExactString: KeyHistory]
  /// The defaults that the stored properties of their names cannot have.
  package let unfitDefaults: [UnfitDefault]
  /// The names of the properties that the type itself has, once they are needed.
  private let knownPropertyNames = Mutex<Set<ExactString>?>(nil)
  /// Positions in ``levels``, by key type; not the levels themselves, of which this is one.
  private let levelIndices = Mutex<[ObjectIdentifier: Int]>([:])

  package init(
    type: Any.Type, archiveClass: ArchiveClass, isDeclared: Bool, isClass: Bool,
    superclass: TypeDeclaration?
  ) {
    self.type = type
    self.archiveClass = archiveClass
    self.isDeclared = isDeclared
    formerNames = isDeclared ? [] : TypeName.formerly(type)
    self.isClass = isClass
    self.superclass = superclass
    superclasses = superclass?.levels ?? []
    histories = Dictionary(archiveClass.keys.map { (ExactString($0.name), $0) }) { first, _ in
      first
    }
    unfitDefaults = isDeclared ? UnfitDefault.all(of: archiveClass, type) : []
  }

  /// The levels of an object of the class, the topmost superclass first, this one last.
  package var levels: [TypeDeclaration] { superclasses + [self] }

  /// The names that are declared, the one that is written first, or the default name.
  package var currentNames: [String] { [archiveClass.name] + archiveClass.aliases }

  /// The names under which the type is found in archives, the one that is written first.
  package var names: [String] {
    currentNames + formerNames
  }

  /// Refuses names that the format reserves, which a program can read but not write.
  ///
  /// Spec §11.4.
  ///
  /// - Throws: ``SteleCodingError`` with the name of the type.
  package func refuseReservedNames() throws(SteleCodingError) {
    let name = archiveClass.name
    guard !RegisteredName.isReserved(name) else {
      throw SteleCodingError(.reservedClassName(name), className: TypeName.short(type))
    }
    for key in archiveClass.keys where key.name.isExactly(RegisteredName.furtherKeys) {
      guard key.retiredType == nil else {
        throw SteleCodingError(.reservedKey(key.name), className: name, keyPath: key.name)
      }
    }
  }

  /// What is declared of a key.
  package func history(of key: String) -> KeyHistory? {
    histories.isEmpty ? nil : histories[ExactString(key)]
  }

  /// The names of the properties that the type itself has.
  package var propertyNames: Set<ExactString> {
    knownPropertyNames.withLock { known in
      if let known { return known }
      let names = Set(
        (StoredProperty.own(of: type) ?? []).compactMap { $0.name.map(ExactString.init) })
      known = names
      return names
    }
  }

  /// The declaration of the keys of the payload of a case, or nil if there is none.
  func payload(ofCase name: String) -> TypeDeclaration? {
    let prefix = name + "."
    // A declaration for the case goes before those for all cases.
    let own = archiveClass.keys.filter { $0.name.hasPrefix(prefix) }
    let common = archiveClass.keys.filter { !$0.name.contains(".") }
    let keys = (own + common).compactMap { $0.ofPayload(prefix) }
    guard !keys.isEmpty || archiveClass.isMigrated else { return nil }
    // The migrations run for the enum, and see the payload there.
    let runsForEnum: @Sendable (inout OldValues) throws -> Void = { _ in }
    return TypeDeclaration(
      type: type,
      archiveClass: ArchiveClass(
        archiveClass.name, version: archiveClass.version, keys: keys,
        migration: archiveClass.isMigrated ? runsForEnum : nil),
      isDeclared: isDeclared, isClass: false, superclass: nil)
  }

  /// The default of a key, if the stored property of that name cannot have it.
  package func unfitDefault(of key: String) -> UnfitDefault? {
    unfitDefaults.first { $0.key.isExactly(key) }
  }

  /// The level that a type of coding keys belongs to: the class in which it is nested, otherwise this class.
  ///
  /// Synthesised code nests the keys of each class in that class, so a superclass that is given the encoder of its
  /// subclass, as `super.encode(to: encoder)` does, is told apart by its keys.
  package func level(ofKeyType type: Any.Type) -> TypeDeclaration {
    let index = levelIndex(ofKeyType: type)
    return index < superclasses.count ? superclasses[index] : self
  }

  /// The position in ``levels`` of the level that a type of coding keys belongs to.
  package func levelIndex(ofKeyType type: Any.Type) -> Int {
    guard !superclasses.isEmpty else { return 0 }
    return levelIndices.withLock { indices in
      if let known = indices[ObjectIdentifier(type)] { return known }
      let index = findLevelIndex(ofKeyType: type)
      indices[ObjectIdentifier(type)] = index
      return index
    }
  }

  /// The level with the longest name that encloses the key type: one class may be nested in another.
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
  /// The declarations that have been made; a program has as many types as it has.
  private static let known = Mutex(ShortTable<ObjectIdentifier, TypeDeclaration>())

  /// The declaration of a type, which all coders share.
  ///
  /// What a type declares is asked for once.
  ///
  /// - Throws: ``SteleCodingError`` when a class has inherited its name or has none, and when a declaration contradicts
  ///   itself.
  static func shared(for type: Any.Type) throws(SteleCodingError) -> TypeDeclaration {
    if let known = known.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    // Code of the program runs here, which may encode and decode in its turn.
    let new = try make(for: type)
    return known.withLock { known in
      let first = known[ObjectIdentifier(type)] ?? new
      known.set(first, for: ObjectIdentifier(type))
      return first
    }
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
    let superclass = try asClass.flatMap(Superclass.nearest).map {
      superclass throws(SteleCodingError) in
      try shared(for: superclass)
    }
    let declaration = TypeDeclaration(
      type: type, archiveClass: archiveClass, isDeclared: declared != nil,
      isClass: asClass != nil, superclass: superclass)
    if asClass != nil { try declaration.validateName() }
    return declaration
  }

  /// Looks for class names that would not be found again.
  private func validateName() throws(SteleCodingError) {
    let name = archiveClass.name
    if levels.dropLast().contains(where: { $0.archiveClass.name.isExactly(name) }) {
      // The archive name is that of the superclass, too, so the class is named by its type.
      throw SteleCodingError(.inheritedArchiveName(name), className: TypeName.short(type))
    }
    if !isDeclared, TypeName(type).isHidden {
      throw SteleCodingError(.unnamedClass(name), className: name)
    }
  }
}

/// The declarations of all types that a coder has met.
package struct TypeDirectory {
  private var declarations = ShortTable<ObjectIdentifier, TypeDeclaration>()
  /// The types of each archive name.
  private var bearers = ShortTable<ExactString, Bearers>()

  /// The types of one archive name, of which value types that do not declare theirs may share one.
  private struct Bearers {
    /// The class: an archive with two classes of one name could not be read.
    var `class`: TypeDeclaration?
    /// The type that declares its name.
    var declared: TypeDeclaration?
  }

  package init() {}

  /// The declaration of a type.
  ///
  /// - Throws: ``SteleCodingError`` when a class has inherited its name, shares it with another class, or has none,
  ///   and when a declaration contradicts itself.
  package mutating func declaration(
    of type: Any.Type
  ) throws(SteleCodingError) -> TypeDeclaration {
    if let known = declarations[ObjectIdentifier(type)] { return known }
    let declaration = try TypeDeclaration.shared(for: type)
    try add(declaration)
    return declaration
  }

  /// Adds a declaration, and those of the superclasses.
  ///
  /// - Throws: ``SteleCodingError`` when a class shares its name with another class.
  package mutating func add(_ declaration: TypeDeclaration) throws(SteleCodingError) {
    let type = ObjectIdentifier(declaration.type)
    guard declarations[type] == nil else { return }
    if let superclass = declaration.superclass { try add(superclass) }
    let name = ExactString(declaration.archiveClass.name)
    var bearers = bearers[name] ?? Bearers()
    if let other = (declaration.isClass ? bearers.class : nil)
      ?? (declaration.isDeclared ? bearers.declared : nil)
    {
      throw .sharedName(name.string, declaration, other)
    }
    if declaration.isClass { bearers.class = declaration }
    if declaration.isDeclared { bearers.declared = declaration }
    self.bearers.set(bearers, for: name)
    declarations.set(declaration, for: type)
  }
}
