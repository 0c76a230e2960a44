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
