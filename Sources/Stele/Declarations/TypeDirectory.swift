/// The declarations of all types that a coder has met.
package struct TypeDirectory {
  private var declarations: [ObjectIdentifier: TypeDeclaration] = [:]
  /// Classes by archive name: an archive with two classes of one name could not be read.
  private var classes: [ExactString: TypeDeclaration] = [:]
  /// Types that declare their names; value types that do not may share one.
  private var declaredTypes: [ExactString: TypeDeclaration] = [:]

  package init() {}

  /// The declaration of a type.
  ///
  /// - Throws: ``GraphCodingError`` when a class has inherited its name, shares it with another class, or has none,
  ///   and when a declaration contradicts itself.
  package mutating func declaration(
    of type: Any.Type
  ) throws(GraphCodingError) -> TypeDeclaration {
    if let known = declarations[ObjectIdentifier(type)] { return known }
    let declaration = try makeDeclaration(of: type)
    let name = ExactString(declaration.archiveClass.name)
    guard
      (declaration.isClass ? classes[name] : nil) == nil,
      (declaration.isDeclared ? declaredTypes[name] : nil) == nil
    else {
      throw GraphCodingError(.duplicateArchiveName(name.string), className: name.string)
    }
    if declaration.isClass { classes[name] = declaration }
    if declaration.isDeclared { declaredTypes[name] = declaration }
    declarations[ObjectIdentifier(type)] = declaration
    return declaration
  }

  private mutating func makeDeclaration(
    of type: Any.Type
  ) throws(GraphCodingError) -> TypeDeclaration {
    let declared = (type as? any Archived.Type)?.archiveClass
    let archiveClass = declared ?? ArchiveClass(TypeName.short(type))
    if declared != nil, let flaw = DeclarationFlaw.first(in: archiveClass) {
      throw GraphCodingError(.invalidDeclaration(flaw), className: TypeName.short(type))
    }
    let asClass: AnyClass? = type as? AnyClass
    let superclass = try asClass.flatMap(Superclass.nearest).map {
      superclass throws(GraphCodingError) in
      try self.declaration(of: superclass)
    }
    let declaration = TypeDeclaration(
      type: type, archiveClass: archiveClass, isDeclared: declared != nil,
      isClass: asClass != nil, superclass: superclass)
    if asClass != nil { try examineName(of: declaration) }
    return declaration
  }

  /// Looks for class names that would not be found again.
  private func examineName(of declaration: TypeDeclaration) throws(GraphCodingError) {
    let name = declaration.archiveClass.name
    let isInherited = declaration.levels.dropLast().contains {
      $0.archiveClass.name.isExactly(name)
    }
    if isInherited {
      throw GraphCodingError(.inheritedArchiveName(name), className: name)
    }
    if !declaration.isDeclared, TypeName(declaration.type).isHidden {
      throw GraphCodingError(.unnamedClass(name), className: name)
    }
  }
}
