/// The classes of which objects may be made: those that were allowed, and those that the requested types lead to.
///
/// They are as many as the program has, and asked for once for each entry and type, so they are compared one by one.
struct ClassRegistry {
  private var classes: [ObjectClass] = []

  /// How many there are.
  var count: Int { classes.count }

  /// Adds a class, unless it is there.
  ///
  /// - Throws: ``GraphCodingError/Reason/duplicateArchiveName(_:)`` when another class has the name.
  mutating func add<Class: Decodable>(
    _ type: Class.Type, _ declaration: TypeDeclaration
  ) throws(GraphCodingError) {
    guard !classes.contains(where: { $0.type == type }) else { return }
    let added = declaration.archiveClass
    for known in classes.lazy.map(\.declaration.archiveClass) {
      guard !known.name.isExactly(added.name) else {
        throw GraphCodingError(.duplicateArchiveName(added.name), className: added.name)
      }
      for alias in added.aliases where known.aliases.contains(where: { $0.isExactly(alias) }) {
        throw GraphCodingError(.duplicateArchiveName(alias), className: added.name)
      }
    }
    for (index, alias) in added.aliases.enumerated()
    where added.aliases[..<index].contains(where: { $0.isExactly(alias) }) {
      throw GraphCodingError(.duplicateArchiveName(alias), className: added.name)
    }
    classes.append(ObjectClass(type, declaration))
  }

  /// Whether all objects are read by hand.
  var areByHand: Bool { classes.allSatisfy(\.maker.isByHand) }

  /// Forgets the archive, and what has been asked of the classes.
  func forgetArchive() {
    for known in classes { known.forgetArchive() }
  }

  /// Lets go of the decoders of objects.
  func removeDecoders() {
    for known in classes { known.idle = nil }
  }

  /// The class that has a name in archives.
  subscript(name: String) -> ObjectClass? {
    classes.first { $0.declaration.archiveClass.name.isExactly(name) }
      ?? classes.first {
        $0.declaration.archiveClass.aliases.contains { alias in alias.isExactly(name) }
      }
  }
}
