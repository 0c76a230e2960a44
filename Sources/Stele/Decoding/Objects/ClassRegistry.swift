/// The classes of which objects may be made: those that were allowed, and those that the requested types lead to.
struct ClassRegistry {
  private var names: [ExactString: ObjectClass] = [:]
  private var aliases: [ExactString: ObjectClass] = [:]
  private var types: [ObjectIdentifier: ObjectClass] = [:]

  /// Adds a class, unless it is there.
  ///
  /// - Throws: ``GraphCodingError/Reason/duplicateArchiveName(_:)`` when another class has the name.
  mutating func add<Class: Decodable>(
    _ type: Class.Type, _ declaration: TypeDeclaration
  ) throws(GraphCodingError) {
    guard types[ObjectIdentifier(type)] == nil else { return }
    let new = ObjectClass(type, declaration)
    let name = declaration.archiveClass.name
    guard names[ExactString(name)] == nil else {
      throw GraphCodingError(.duplicateArchiveName(name), className: name)
    }
    for alias in declaration.archiveClass.aliases {
      let other = aliases.updateValue(new, forKey: ExactString(alias))
      guard other == nil else {
        throw GraphCodingError(.duplicateArchiveName(alias), className: name)
      }
    }
    types[ObjectIdentifier(type)] = new
    names[ExactString(name)] = new
  }

  /// The class that has a name in archives.
  subscript(name: String) -> ObjectClass? {
    names[ExactString(name)] ?? aliases[ExactString(name)]
  }
}
