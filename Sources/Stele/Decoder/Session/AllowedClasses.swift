/// A class of which objects may be made.
struct AllowedClass {
  /// The class.
  let type: Any.Type
  /// The declaration of the class.
  let declaration: TypeDeclaration
  /// Makes the plan of the objects of an entry.
  let makePlan: (Int, DecodingSession) -> RecordPlan

  init<Class: Decodable>(_ type: Class.Type, _ declaration: TypeDeclaration) {
    self.type = type
    self.declaration = declaration
    makePlan = { entry, session in
      func twoPhase<T: TwoPhaseDecodable>(_ type: T.Type) -> RecordPlan {
        TwoPhasePlan<T>(type, declaration, entry: entry, isTwoPhase: true, session)
      }
      func fields<T: FieldDecodable>(_ type: T.Type) -> RecordPlan {
        FieldPlan<T>(type, declaration, entry: entry, isTwoPhase: false, session)
      }
      if let type = type as? any TwoPhaseDecodable.Type { return twoPhase(type) }
      if let type = type as? any FieldDecodable.Type { return fields(type) }
      return CodablePlan<Class>(type, declaration, entry: entry, isTwoPhase: false, session)
    }
  }
}

extension AllowedClass {
  /// Whether records that were written with a version may be those of other classes now.
  func isDivided(before version: Int) -> Bool {
    declaration.archiveClass.successor != nil && version < declaration.archiveClass.version
  }
}

/// The allowed classes: those that the program lists, and those that the requested types lead to.
///
/// They are as many as the program has, and asked for once for each entry and type, so they are compared one by one.
struct ClassRegistry {
  private var classes: [AllowedClass] = []
  private let types: ArchivedTypes

  /// Makes a registry without classes, for an archive that has some types.
  init(_ types: ArchivedTypes) { self.types = types }

  /// The number of classes.
  var count: Int { classes.count }

  /// The class of a type, if it is allowed.
  subscript(type: Any.Type) -> AllowedClass? { classes.first { $0.type == type } }

  /// Whether a class is allowed.
  func contains(_ type: Any.Type) -> Bool { self[type] != nil }

  /// Adds a class, unless it is there.
  ///
  /// - Throws: ``SteleCodingError/Reason/duplicateArchiveName(_:)`` if another class has the name.
  mutating func add<Class: Decodable>(
    _ type: Class.Type, _ declaration: TypeDeclaration
  ) throws(SteleCodingError) {
    guard !classes.contains(where: { $0.type == type }) else { return }
    let added = declaration.archiveClass
    for other in classes {
      let known = other.declaration.archiveClass
      guard !known.name.isExactly(added.name) else {
        throw SteleCodingError.sharedName(added.name, declaration, other.declaration)
      }
      for alias in added.aliases where known.aliases.contains(where: { $0.isExactly(alias) }) {
        throw SteleCodingError.sharedName(alias, declaration, other.declaration)
      }
    }
    for (index, alias) in added.aliases.enumerated()
    where added.aliases[..<index].contains(where: { $0.isExactly(alias) }) {
      var error = SteleCodingError(.duplicateArchiveName(alias), className: added.name)
      error.detail = "the class has the alias \(alias.quoted) twice"
      error.hint = "Remove one of them."
      throw error
    }
    classes.append(AllowedClass(type, declaration))
  }

  /// The class that has a name in archives: by its name, else by an alias, else by a default name that it had.
  subscript(name: String) -> AllowedClass? {
    current(name) ?? formerly(name).first
  }

  private func current(_ name: String) -> AllowedClass? {
    classes.first { $0.declaration.archiveClass.name.isExactly(name) }
      ?? classes.first {
        $0.declaration.archiveClass.aliases.contains { alias in alias.isExactly(name) }
      }
  }

  /// The classes that have a name in archives: several only if it was their default name, and a reference admits them.
  func candidates(_ name: String, _ request: RequestedClass) -> [AllowedClass] {
    if let found = current(name) { return [found] }
    let found = formerly(name)
    let admitted = found.filter { request.admits($0.type) }
    return admitted.isEmpty ? Array(found.prefix(1)) : admitted
  }

  /// The classes whose default name a name was, and that may have it in the archive.
  private func formerly(_ name: String) -> [AllowedClass] {
    classes.filter { types.mayName($0.declaration, formerly: name) }
  }

  /// The classes whose default name a name was, but that the archive has under their present names.
  func otherwiseNamed(_ name: String) -> [TypeDeclaration] {
    classes.map(\.declaration).filter { declaration in
      declaration.formerNames.contains { $0.isExactly(name) }
        && types.hasName(declaration.archiveClass.name)
    }
  }

  /// The names that the program uses now for the names in a class table.
  func renames(_ classes: ArchiveClassTable) -> [ExactString: String] {
    var renames: [ExactString: String] = [:]
    for entry in classes.entries {
      let former = current(entry.name) == nil ? formerly(entry.name) : []
      guard former.count < 2,
        let name = (current(entry.name) ?? former.first)?.declaration.archiveClass.name
      else { continue }
      if !name.isExactly(entry.name) { renames[ExactString(entry.name)] = name }
    }
    return renames
  }
}

/// A class of the program that references are decoded as.
///
/// It remembers which entries of the archive make such objects.
final class RequestedClass {
  /// The type that is asked for.
  let type: Any.Type
  /// Whether a class is the one that is asked for, or a subclass.
  let admits: (Any.Type) -> Bool
  /// The type that is asked for if it is a class.
  private let exactClass: ObjectIdentifier?
  /// Whether a surrogate says which class a name stands for.
  let asksSurrogate: Bool
  /// The decoder of references to the class, unless a surrogate decodes them.
  weak var decoder: AnyTypeDecoder?
  /// Whether objects can be among those that are made ahead: not in two phases, and with references to others.
  private(set) var leadsAhead = false
  private let accepted: FixedTable<Bool>

  init<Value>(_ type: Value.Type, entryCount: Int) {
    self.type = type
    exactClass = (type as? AnyClass).map { ObjectIdentifier($0) }
    asksSurrogate = false
    admits = { $0 is Value.Type }
    accepted = FixedTable(repeating: false, count: entryCount)
  }

  /// Requests objects of any class that is allowed, as values of a protocol type.
  init(anyClassAs type: Any.Type, entryCount: Int) {
    self.type = type
    exactClass = nil
    asksSurrogate = false
    admits = { $0 is AnyClass }
    accepted = FixedTable(repeating: false, count: entryCount)
  }

  /// Requests objects that a surrogate decodes.
  init(entryCount: Int, admits: @escaping (Any.Type) -> Bool) {
    type = AnyObject.self
    exactClass = nil
    asksSurrogate = true
    self.admits = admits
    accepted = FixedTable(repeating: false, count: entryCount)
  }

  /// Whether an object is of the very class, and no subclass.
  @inline(__always)
  func isClass(of object: AnyObject) -> Bool {
    ObjectIdentifier(Swift.type(of: object)) == exactClass
  }

  /// Whether all objects of an entry have been found to be of the class.
  @inline(__always)
  func accepts(_ entry: Int) -> Bool { accepted[entry] ?? false }

  /// Remembers that all objects of an entry are of the class.
  func accept(_ entry: Int, leadsAhead: Bool) {
    if leadsAhead { self.leadsAhead = true }
    accepted.set(true, at: entry)
  }

  /// Remembers that objects can be among those that are made ahead; returns whether that was not known.
  func noteLeadsAhead() -> Bool {
    defer { leadsAhead = true }
    return !leadsAhead
  }
}
