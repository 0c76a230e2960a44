import Synchronization

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
