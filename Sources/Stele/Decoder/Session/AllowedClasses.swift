/// A class that objects of the archive may have.
struct AllowedClass {
  let type: any Decodable.Type
  let declaration: TypeDeclaration
  /// Whether the program lists the class, so that it is allowed wherever it fits.
  let isListed: Bool

  /// Returns whether records of a class version may belong to other classes in the program.
  func isSplit(before version: Int) -> Bool {
    declaration.archiveClass.successor != nil && version < declaration.archiveClass.version
  }
}

/// The classes of the program that objects of one archive may have, and their decoders.
///
///     allow             the classes that the program lists, and the classes that requested types refer to
///     decoder           for each entry how its objects are made, once one has been admitted
///     target            for each reference type the class that its references were last decoded as
///
/// A program allows few classes, and each is looked up once for each entry and type, so they are compared one by one.
final class AllowedClasses {
  private let types: ArchivedTypes
  /// Whether only classes that the program lists are allowed.
  let listedOnly: Bool
  private var directory = TypeDirectory()
  // Safe, for all with the mark: no access runs code of the program; metatypes and declarations have no deinitialisers of the
  // program, and decoders have been closed when they are released.
  @safe @exclusivity(unchecked) private var classes: [AllowedClass] = []
  @safe @exclusivity(unchecked) private var decoders: UncheckedArray<Lent<ClassDecoder>?>
  /// All decoders that have been set, and those of earlier archives of the series, by entry.
  @safe @exclusivity(unchecked) private var keptDecoders = ShortTable<Int, ClassDecoder>()
  @safe @exclusivity(unchecked) private var knownTargets: UncheckedArray<TargetClass?>
  /// The targets of types that are not in the class table, by the numbers of their class names.
  @safe @exclusivity(unchecked) private var laterTargets = ShortTable<Int32, TargetClass>()
  /// The number of changes of the known targets, and of the entries that they admit.
  private(set) var targetRevision = 0
  /// Whether objects of at least one admitted class are made in two phases.
  var hasTwoPhase = false
  /// Whether an error has named all classes that the program has and does not allow.
  var hasAdvised = false
  /// The framework with classes that are not `Codable`, if there is one.
  weak var surrogate: (any ObjectSurrogate)?
  /// Makes the decoder of the objects of an entry by that framework, or returns nil if it has no class of the name.
  ///
  /// It throws the reason why objects of the class must not be made.
  var makeSurrogateDecoder:
    ((_ name: String, _ entry: Int, _ session: DecodingSession) throws -> ClassDecoder?)?

  init(_ types: ArchivedTypes, listedOnly: Bool) {
    self.types = types
    self.listedOnly = listedOnly
    decoders = UncheckedArray(filler: nil, capacity: types.schema.classes.count + 1)
    knownTargets = UncheckedArray(filler: nil, capacity: types.schema.types.count)
  }

  /// Begins another archive with the same class table: no class is allowed, and no object has been admitted.
  func reset() {
    directory.removeAll()
    if !classes.isEmpty { classes.removeAll(keepingCapacity: true) }
    decoders.removeAll()
    knownTargets.removeAll()
    if laterTargets.count > 0 { laterTargets.removeAll() }
    targetRevision = 0
    (hasTwoPhase, hasAdvised) = (false, false)
  }

  /// Returns the decoder that an earlier archive of the series had for a class and the objects of an entry, as it was made, or
  /// nil.
  func earlierDecoder(of allowed: AllowedClass, entry: Int) -> ClassDecoder? {
    guard let decoder = keptDecoders[entry], decoder.declaration === allowed.declaration,
      !decoder.isSplit
    else { return nil }
    decoder.reset()
    return decoder
  }

  var count: Int { classes.count }

  /// The number of entries, and one for the entry 0, which does not exist.
  var entryCount: Int { decoders.capacity }

  /// Returns the declaration of a type.
  ///
  /// - Throws: ``SteleCodingError`` if the declaration contradicts itself or the declaration of another type.
  func declaration(of type: Any.Type) throws(SteleCodingError) -> TypeDeclaration {
    try directory.declaration(of: type)
  }

  /// Allows a class that the program lists, or that a property requests.
  ///
  /// - Throws: ``SteleCodingError/Reason/duplicateArchiveName(_:)`` if another class has the name.
  func allow<Class: Decodable>(
    _ type: Class.Type, isListed: Bool = true
  ) throws(SteleCodingError) {
    let declaration = try declaration(of: type)
    guard self[type] == nil else { return }
    try checkAliases(of: declaration)
    classes.append(AllowedClass(type: type, declaration: declaration, isListed: isListed))
  }

  /// Checks that no allowed class has an alias of another class; the directory has compared the names.
  private func checkAliases(of declaration: TypeDeclaration) throws(SteleCodingError) {
    let added = declaration.archiveClass
    guard !added.aliases.isEmpty else { return }
    for other in classes {
      let known = other.declaration.archiveClass.aliases
      for alias in added.aliases where known.contains(where: { $0.isExactly(alias) }) {
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
  }

  /// Allows a class that is requested, unless only classes that the program lists are allowed.
  ///
  /// - Throws: As ``allow(_:isListed:)``.
  func allowRequested<Class: Decodable>(_ type: Class.Type) throws(SteleCodingError) {
    if !listedOnly { try allow(type, isListed: false) }
  }

  /// Returns whether a reference may refer to objects of a class: one that the program lists, or the requested one.
  ///
  /// Classes that other properties request are not allowed here: which of them are known depends on the order of decoding.
  func allows(_ type: Any.Type, for requested: Any.Type) -> Bool {
    self[type].map { $0.isListed || type == requested } ?? false
  }

  /// Checks that all objects of an archive are of allowed classes.
  ///
  /// This is for programs that allow listed classes alone; for others, `admitClass` admits the objects one by one.
  ///
  /// - Throws: `DecodingError` for the first object that is not.
  func validate(_ store: RecordStore, _ types: ArchivedTypes) throws {
    var isKnown = [Bool](repeating: false, count: entryCount)
    var refused: [(name: String, object: Int)] = []
    for number in 1..<(store.objectCount + 1) {
      let entry = try store.entry(of: number)
      guard !isKnown[entry], let name = types.name(ofEntry: entry) else { continue }
      isKnown[entry] = true
      if self[name] == nil { refused.append((name, number)) }
    }
    guard let first = refused.first else { return }
    var error = SteleCodingError(
      .classNotAllowed(first.name), object: first.object, className: first.name)
    error.adviseToAllow(
      refused.prefix(SteleCodingError.advisedClassLimit).map(\.name),
      ", or leave allowsListedClassesOnly off if the program has a struct for it")
    throw DecodingError.dataCorrupted(error.decodingContext())
  }

  /// Releases the state that decoders reuse from one object to the next.
  func close() {
    let keptDecoders = keptDecoders
    keptDecoders.forEach { _, decoder in decoder.close() }
  }
}

// Finding classes

extension AllowedClasses {
  /// The class of a type, if it is allowed.
  subscript(type: Any.Type) -> AllowedClass? { classes.first { $0.type == type } }

  /// The class that has a name in archives: by its name, else by an alias.
  subscript(name: String) -> AllowedClass? {
    classes.first { $0.declaration.archiveClass.name.isExactly(name) }
      ?? classes.first {
        $0.declaration.archiveClass.aliases.contains { alias in alias.isExactly(name) }
      }
  }

  /// Returns the present names in the program for the names in a class table.
  func renames(_ table: ArchiveClassTable) -> [ExactString: String] {
    var renames: [ExactString: String] = [:]
    for entry in table.entries {
      guard let name = self[entry.name]?.declaration.archiveClass.name else { continue }
      if !name.isExactly(entry.name) { renames[ExactString(entry.name)] = name }
    }
    return renames
  }
}

// By entry, and by reference type

extension AllowedClasses {
  /// Returns the decoder of the objects of an entry, once one has been admitted.
  @inline(__always)
  func decoder(ofEntry entry: Int) -> ClassDecoder? { decoders[entry]?.use { $0 } }

  /// Lends the decoder of the objects of an entry, once one has been admitted, as long as the session lives.
  @inline(__always)
  func lentDecoder(ofEntry entry: Int) -> Lent<ClassDecoder>? { decoders[entry] }

  /// Returns the decoder of an object, once one of its entry has been admitted; nil if a split class chose a class
  /// for the object, and the decoder of the chosen class cannot be made.
  @inline(__always)
  func decoder(
    of number: Int, ofEntry entry: Int, _ session: DecodingSession
  ) -> ClassDecoder? {
    guard let decoder = decoder(ofEntry: entry) else { return nil }
    return decoder.isSplit ? try? decoder.decoder(of: number, session) : decoder
  }

  func set(_ decoder: ClassDecoder, ofEntry entry: Int) {
    guard decoders[entry]?.use({ $0 === decoder }) != true else { return }
    keptDecoders.set(decoder, for: entry)
    // Safe: `keptDecoders` keeps it.
    unsafe decoders.set(Lent(decoder), at: entry)
  }

  /// Returns the class that a reference of a type was last decoded as.
  @inline(__always)
  func target(of type: ArchivedType) -> TargetClass? {
    guard !type.isLate else { return nil }
    let index = Int(type.index)
    return index < types.schema.types.count ? knownTargets[index] : laterTargets[type.className]
  }

  /// Remembers the class that references of a type are decoded as, so that their objects may be made ahead.
  @inline(__always)
  func remember(_ target: TargetClass, for type: ArchivedType) {
    if self.target(of: type) !== target { change(to: target, for: type) }
  }

  @inline(never)
  private func change(to target: TargetClass, for type: ArchivedType) {
    guard !type.isLate else { return }
    let index = Int(type.index)
    if index < types.schema.types.count {
      knownTargets.set(target, at: index)
    } else {
      laterTargets.set(target, for: type.className)
    }
    targetRevision += 1
  }

  /// Remembers that a target admits further objects.
  func rememberAdmission() { targetRevision += 1 }

  /// Returns whether objects may have to be made before an object that has a value of a type.
  func leadsAhead(_ index: Int) -> Bool {
    var type = types[index]
    while type.code == .list || (type.code == .optional && !type.isReference) {
      type = types.first(of: type)
    }
    guard type.concernsGraph, type.code != .weak else { return false }
    guard type.isReference else { return true }
    return target(of: type)?.leadsAhead ?? false
  }
}

/// A class of the program, as the target of references.
///
/// The target remembers the entries of the archive whose objects are of the class.
final class TargetClass {
  let type: Any.Type
  /// Returns whether objects of a class may be in the place of the references: as a rule, of the requested class or a subclass.
  let admits: (Any.Type) -> Bool
  /// The requested type, if it is a class.
  private let exactClass: ObjectIdentifier?
  /// Whether a surrogate finds the class of a name.
  let asksSurrogate: Bool
  /// The decoder of references to the class, unless a surrogate decodes them.
  weak var decoder: AnyTypeDecoder?
  /// Whether objects of the class may be among those made ahead: in one phase, and with references to others.
  private(set) var leadsAhead = false
  // Safe: flags alone.
  @safe @exclusivity(unchecked) private var accepted: UncheckedArray<Bool>

  /// Makes the target of references that are decoded as values of a type: a class, a protocol, or `AnyObject` for objects that a
  /// surrogate decodes.
  init(
    _ type: Any.Type, asksSurrogate: Bool = false, entryCount: Int,
    admits: @escaping (Any.Type) -> Bool
  ) {
    self.type = type
    exactClass = (type as? AnyClass).map { ObjectIdentifier($0) }
    self.asksSurrogate = asksSurrogate
    self.admits = admits
    accepted = UncheckedArray(filler: false, capacity: entryCount)
  }

  /// Returns whether an object is of exactly the class, not of a subclass.
  @inline(__always)
  func isClass(of object: AnyObject) -> Bool {
    ObjectIdentifier(Swift.type(of: object)) == exactClass
  }

  /// Returns whether all objects of an entry have been found to be of the class.
  @inline(__always)
  func accepts(_ entry: Int) -> Bool { accepted[entry] }

  /// Remembers that all objects of an entry are of the class.
  func accept(_ entry: Int, leadsAhead: Bool) {
    if leadsAhead { self.leadsAhead = true }
    accepted.set(true, at: entry)
  }

  /// Begins another archive with the same class table.
  func reset() {
    accepted.removeAll()
    leadsAhead = false
  }

  /// Remembers that objects of the class may be among those made ahead; returns whether that is new.
  func rememberLeadsAhead() -> Bool {
    defer { leadsAhead = true }
    return !leadsAhead
  }
}

/// A framework that decodes objects whose classes are not `Codable`.
package protocol ObjectSurrogate: AnyObject {
  /// Advice about objects that refer to each other in a cycle, and are all made in one phase.
  var cycleAdvice: String { get }

  /// Advice about an object that has to be hashed before it is complete.
  var hashAdvice: String { get }

  /// Returns whether the hash of an object may depend on its content; otherwise it depends on its identity alone.
  func hashesContent(of object: AnyObject) -> Bool

  /// Returns whether an object that is being filled has all values except references, so that a hash of these is final.
  func isReadyToHash(_ object: AnyObject) -> Bool
}
