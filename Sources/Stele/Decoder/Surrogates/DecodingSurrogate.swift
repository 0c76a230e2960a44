/// Decodes objects whose classes are not `Codable`, for a framework with its own protocol.
package protocol DecodingSurrogate: ObjectSurrogate {
  /// Returns the class of a name.
  ///
  /// It is called for an entry until it returns a class; whether a reference may refer to objects of the class is decided for
  /// each reference by its ``ObjectRequest``.
  ///
  /// - Parameters:
  ///   - name: The name of the class in the archive, which is not to be trusted.
  ///   - superclasses: Returns the names of its superclasses there, the topmost last.
  /// - Returns: The class, or nil if the program has none.
  /// - Throws: The reason why objects of the class must not be made.
  func surrogateClass(
    named name: String, superclasses: () -> [String]
  ) throws -> SurrogateClass?
}

/// A class whose objects a surrogate decodes.
package struct SurrogateClass {
  let type: AnyClass
  let declaration: TypeDeclaration
  let make: (ObjectDecoder) throws -> AnyObject
  /// Makes and fills objects, for a class that does it in two phases.
  let twoPhase: (make: () -> AnyObject, fill: (AnyObject, ObjectDecoder) throws -> Void)?

  package init(
    _ type: AnyClass, _ declaration: TypeDeclaration,
    make: @escaping (ObjectDecoder) throws -> AnyObject
  ) {
    self.type = type
    self.declaration = declaration
    self.make = make
    twoPhase = nil
  }

  /// Makes a class whose objects are made first and filled later, so that they may refer to each other in any way.
  package init(
    _ type: AnyClass, _ declaration: TypeDeclaration, make: @escaping () -> AnyObject,
    fill: @escaping (AnyObject, ObjectDecoder) throws -> Void
  ) {
    self.type = type
    self.declaration = declaration
    self.make = { decoder in
      let object = make()
      try fill(object, decoder)
      return object
    }
    twoPhase = (make, fill)
  }
}

extension AllowedClasses {
  /// Connects a session with a surrogate, which is not retained.
  func connect(_ surrogate: any DecodingSurrogate) {
    self.surrogate = surrogate
    makeSurrogateDecoder = { [weak surrogate] name, entry, session in
      let found = try surrogate?.surrogateClass(named: name) {
        let types = session.types
        return types.schema.chain(of: entry).dropLast().reversed()
          .compactMap(types.name(ofEntry:))
      }
      return found.map { SurrogateClassDecoder($0, entry: entry, session) }
    }
  }
}

/// Decodes objects by the functions of a surrogate.
final class SurrogateClassDecoder: ClassDecoder {
  private let found: SurrogateClass

  init(_ found: SurrogateClass, entry: Int, _ session: DecodingSession) {
    self.found = found
    super.init(
      found.type, found.declaration, entry: entry, isTwoPhase: found.twoPhase != nil,
      isSurrogate: true, session)
  }

  override func make(
    _ number: Int, _ content: ValidCursor, _ session: DecodingSession
  ) throws -> AnyObject {
    try found.make(decoder(of: content, session))
  }

  override func makeShell() -> AnyObject { found.twoPhase?.make() ?? self }

  override func fill(
    _ object: AnyObject, _ content: ValidCursor, _ session: DecodingSession
  ) throws {
    try found.twoPhase?.fill(object, decoder(of: content, session))
  }

  private func decoder(
    of content: ValidCursor, _ session: DecodingSession
  ) throws -> ObjectDecoder {
    let value = DecodingValue(session)
    value.begin(self, content)
    return try ObjectDecoder(value)
  }
}

/// Reads the keys of one object, whose names are known only when the program runs.
package struct ObjectDecoder {
  private let value: DecodingValue
  private let level: Int

  /// Reads the keys of all levels; of several keys with one name, the key of the lowest level is read.
  init(_ value: DecodingValue) throws {
    self.init(value, level: 0)
    try value.withKeys { keys in
      keys.select(0)
      try keys.migrate()
    }
  }

  private init(_ value: DecodingValue, level: Int) {
    self.value = value
    self.level = level
  }

  private var session: DecodingSession { value.session }
  private var levelPlan: LevelPlan { value.keys.plan.levels[level].levelPlan }

  /// All tables whose keys are read.
  private var tables: [LevelPlan] {
    [levelPlan] + value.keys.plan.levels[level].upper.reversed().map(\.levelPlan)
  }

  private func withKeys<Result>(_ body: (inout KeyCursor) throws -> Result) rethrows -> Result {
    try value.withKeys { keys in
      keys.select(level)
      return try body(&keys)
    }
  }

  /// The number of the entry of the object.
  package var entry: Int { Int(value.keys.plan.body.entry) }

  private var ranges: [LevelRange] { session.types.schema.levels(value.keys.plan.body) }

  /// The number of levels of the class in the archive.
  package var levelCount: Int {
    get throws { ranges.count }
  }

  /// Reads the keys of one level of the archive, counted from the topmost superclass.
  package func at(level: Int) throws -> ObjectDecoder {
    try levelCount == 1 ? self : ObjectDecoder(value, level: 1 + level)
  }

  /// Reads the keys of one level of the archive and of the levels above it.
  package func upTo(level: Int) throws -> ObjectDecoder {
    let count = try levelCount
    return level + 1 >= count ? self : ObjectDecoder(value, level: 1 + count + level)
  }

  /// Whether the entry lists all keys of its objects; otherwise each object lists its own.
  package var knowsKeys: Bool { tables.allSatisfy { $0.overflow == nil } }

  /// Returns whether the entry has a key, or, if it does not list all keys, the object.
  package func mayHave(_ key: String) throws -> Bool {
    try knowsKeys ? tables.contains { $0.index(of: key) != nil } : contains(key)
  }

  /// Whether the objects of the entry have all of their keys at the lowest level.
  package var isFlat: Bool {
    get throws { ranges.dropLast().allSatisfy { $0.body.keys.isEmpty } }
  }

  /// Returns whether the program declares a history of a key, or migrates old objects.
  package func hasHistory(_ key: String) -> Bool {
    levelPlan.hasHistory && (levelPlan.history(of: key) != nil || !levelPlan.migrations.isEmpty)
  }

  /// Returns the archive names of the classes from which the program declares a key to have moved.
  package func movedFrom(_ key: String) -> [String] { levelPlan.history(of: key)?.movedFrom ?? [] }

  package var objectNumber: Int { value.object }

  /// The archive names of the class and its superclasses, the class first.
  package var classNames: [String] {
    session.types.schema.chain(of: entry).reversed().compactMap(session.types.name(ofEntry:))
  }

  /// The class of the outermost object that is being made, and the keys from there to this one.
  package var way: (className: String, keys: [String]) { session.way(to: objectNumber) }

  /// The names of all keys that have a value, as the program calls them.
  package var names: [String] {
    get throws { withKeys { $0.names() } }
  }

  /// Returns whether a key has a value, even if that is nil.
  package func contains(_ key: String) throws -> Bool { withKeys { $0.find(key) != nil } }

  /// Returns whether a key has no value, or a nil of any kind; no object is made.
  package func isNil(_ key: String) throws -> Bool {
    guard case (let type, var input)? = open(key) else { return true }
    guard type.isReference || type.code == .optional || type.code == .weak else { return false }
    return session.types.readReference(type, &input) == 0
  }

  package func isWeak(_ key: String) throws -> Bool { open(key)?.type.code == .weak }

  /// Returns whether a key has a reference to an object that cannot be made before one whose initialiser is running.
  package func isHeldUp(_ key: String) -> Bool {
    guard session.runningCount > 0, let whole = withKeys({ $0.find(key)?.value }),
      whole.type.concernsGraph
    else { return false }
    return session.types.references(in: whole.type, at: whole.input).contains {
      $0.isStrong && session.isHeldUp($0.number)
    }
  }

  /// Finds the value of a key, without the optionals and `any` that contain it; nil if there is no value.
  private func open(_ key: String) -> (type: ArchivedType, input: ValidCursor)? {
    guard let whole = withKeys({ $0.find(key)?.value }) else { return nil }
    guard whole.type.isWrapped else { return (whole.type, whole.input) }
    var input = whole.input
    return session.types.unwrap(whole.type, &input).map { ($0, input) }
  }

  /// Reads a key as a value of a type.
  ///
  /// - Returns: The value, or nil if there is none.
  /// - Throws: `DecodingError` if the value is of another type.
  package func decode<T: Decodable>(_ type: T.Type, forKey key: String) throws -> T? {
    try withKeys { keys in
      if keys.levelPlan.hasHistory { return try keys.valueIfPresentWithHistory(as: type, key) }
      return try keys.value(as: type, at: keys.find(key), key)
    }
  }

  /// Reads a key as a value of any type.
  ///
  /// With `isHashed`, the elements of the value are to be hashed: it is a list that stands for a set.
  ///
  /// - Returns: The value, or nil if there is none. The parts of it that are to be hashed are complete.
  /// - Throws: `DecodingError` if an object is not of an allowed class, cannot be made, or is to be hashed and cannot be
  ///   complete.
  package func decode(
    _ request: ObjectRequest, forKey key: String, isHashed: Bool = false
  ) throws -> AnyValue? {
    try withKeys { keys in
      guard let place = keys.find(key) else { return nil }
      let stored = place.value
      keys.enterPath(to: place, key)
      var input = stored.input
      let result = try request.decoder.decode(stored.type, &input, session)
      if isHashed || session.types.mayHash(stored.type) {
        try session.completeHashed(stored.type, at: stored.input, isAll: isHashed)
      }
      if place.isSlot {
        keys.input = input
        keys.advance()
      }
      return result
    }
  }

  /// Arranges that the object is read once more, when no initialiser is running any more.
  ///
  /// With `isFilling`, the object is given values that it has been filled without, which comes before all other work.
  package func whenAllAreMade(
    isFilling: Bool = false, _ finish: @escaping (ObjectDecoder) throws -> Void
  ) {
    let number = objectNumber
    let task: SecondPhase.Task = { [level] session in
      try session.withDecoder(ofMade: number) {
        let all = try ObjectDecoder($0)
        try finish(level == 0 ? all : ObjectDecoder($0, level: level))
      }
    }
    if isFilling {
      session.pending.missingValues.add(number, task)
    } else {
      session.pending.secondPhase.add(number, task)
    }
  }

  /// Adds a check that runs when no object changes any more, with the keys of this one.
  package func whenAllAreComplete(_ check: @escaping (ObjectDecoder) throws -> Void) {
    let number = objectNumber
    session.pending.secondPhase.add(check: { session in
      try session.withDecoder(ofMade: number) { try check(ObjectDecoder($0)) }
    })
  }
}

extension DecodingSession {
  fileprivate func withDecoder(ofMade number: Int, _ body: (DecodingValue) throws -> Void) throws {
    let (entry, content) = try store.record(number)
    guard let decoder = classes.decoder(ofEntry: entry) else {
      throw SteleCodingError(.noObject(number))
    }
    let depth = path.count
    path.push(.object(number))
    let value = DecodingValue(self)
    value.begin(decoder, content)
    try checkStack()
    defer { path.count = depth }
    try body(value)
  }
}

extension ArchivedTypes {
  /// Returns whether values of a type can contain elements of sets or keys of maps.
  fileprivate func mayHash(_ type: ArchivedType) -> Bool {
    var type = type
    while type.code == .optional || type.code == .list { type = first(of: type) }
    return type.code == .set || type.code == .map || type.code == .any
  }
}

/// The classes that a program allows for the targets of references.
///
/// There should be one for each list of classes that a program requests: it remembers which entries of the archive are of these
/// classes.
package final class ObjectRequest {
  let decoder: AnyValueDecoder

  /// Makes a request of objects that a session decodes.
  init(_ session: DecodingSession, admits: @escaping (AnyClass) -> Bool) {
    decoder = AnyValueDecoder(
      TargetClass(
        AnyObject.self, asksSurrogate: true, entryCount: session.classes.entryCount
      ) { type in (type as? AnyClass).map(admits) ?? false })
  }
}
