/// The state of decoding one archive: its objects, its types, and the decoders of the types of the program.
///
///     RecordStore      the validated bytes: records and roots
///     ArchivedTypes    the compiled schema
///     typeDecoders     one for each Swift type that has been asked for
///     plans            one for each entry of which an object has been accepted
///     ObjectTable      the objects
///
/// Nothing of it outlives the archive.
final class DecodingSession {
  /// The permissions and the user information of a program.
  struct Options {
    var userInfo: [CodingUserInfoKey: Any]
    var nestingLimit: Int
    var stackByteCount: Int
    var equalHashLimit: Int
    var keepsUnknownClasses: Bool
    var allowsListedClassesOnly: Bool
    /// The classes that the program listed.
    var allowed: [AnyClass]
    /// Makes the decoder of a type that is copied as it stands in memory, or returns nil.
    var makePackedDecoder: (any Decodable.Type, DecodingSession) throws -> AnyTypeDecoder?
    /// Makes the decoder of lists of such a type, or returns nil.
    var makePackedListDecoder: (any Decodable.Type, DecodingSession) throws -> AnyTypeDecoder?
  }

  /// The records.
  let store: RecordStore
  /// The types of the archive.
  let types: ArchivedTypes
  /// The objects.
  let objects: ObjectTable
  /// The way to the value that is being decoded.
  let path = PathStack()
  let options: Options

  /// The declarations of the types.
  var directory = TypeDirectory()
  /// The allowed classes.
  private(set) var registry: ClassRegistry
  /// For each entry how its objects are made, once one has been accepted.
  let plans: FixedTable<RecordPlan?>
  /// The decoder of each Swift type.
  var typeDecoders = ShortTable<ObjectIdentifier, AnyTypeDecoder>()
  /// The keys of values that have no type of their own.
  let anonymousKeys = ValueKeys(nil)
  /// The keys of each level of a class, for each type of the program that has the level.
  private var levelTables = ShortTable<LevelIdentity, ArchivedKeys>()
  /// The keys of records whose class is not asked for.
  private var anonymousRecords: [Int: KeyLevels] = [:]
  /// For each type of the class table the class that a reference of the type was last decoded as.
  private let edges: FixedTable<RequestedClass?>
  /// The same for types that are not in the class table, by the numbers of their class names.
  private var laterEdges: [Int32: RequestedClass] = [:]
  /// Grows with each class that references of the archive were found to have.
  private(set) var edgeCount = 0

  /// The decoder of objects whose classes are not `Codable`, which the session does not retain.
  weak var surrogate: (any DecodingSurrogate)?
  /// The objects that are being made, with those that wait for them.
  let walk = ObjectWalk()
  /// The objects that have been made and wait to be filled.
  let shells = ShellQueue()
  /// The objects that wait to be awoken.
  var awakenings: [Int] = []
  /// The objects that have been made of values, and wait to be awoken, by the objects that hold them.
  var valueAwakenings: [Int: [() throws -> Void]] = [:]
  /// Whether there is a class whose objects are made in two phases.
  var hasTwoPhase = false
  /// The values that objects were filled without, as they led to an object whose initialiser was running.
  var missingValues = SecondPhase()
  /// The work of surrogates after all objects have been made and filled.
  var secondPhase = SecondPhase()
  /// The values that are decoded late, and the weak references that wait for their objects.
  var pending = PendingReferences()
  /// How many initialisers of objects are running.
  var runningCount = 0
  /// How many references the searches for objects whose initialisers run may still follow.
  var searchBudget: Int
  /// Whether late references are being decoded before a value is hashed.
  var isCompletingHashed = false

  /// How many values have been converted to another kind: integers to floats, objects to structs.
  var conversionCount = 0
  /// Whether the conversions that are declared for the key of a number have been tried, so that those of the library may be.
  var convertsDeclaredKeys = false
  /// The objects that are read as values.
  var copies = CopyCounter()

  /// The kept parts of the archive, if there are any.
  var kept: KeptArchive?
  /// The objects that have been made, and are not yet reported to the kept archive.
  var unnoted: [Int] = []
  /// The number of allowed classes at that time.
  var renamedCount = 0

  /// How many bytes the searches for the paths of errors may still walk over.
  var pathBudget: Int
  /// Why it is not known which value of the archive belongs to a key of the object that is being decoded, and the key.
  var keyFailure: (key: String, error: DecodingError)?

  private var nesting = 0
  private var stackStart: StackPlace?
  private var callCount = 0
  /// Whether the session is of no further use.
  private(set) var isFinished = false
  /// Whether all references have been validated, and may still be followed.
  private(set) var isEager: Bool
  /// Whether nothing may be kept for the next value.
  private(set) var isClosed = false

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - store: The records.
  ///   - options: What is allowed.
  /// - Throws: What is wrong with the classes that are allowed, or with those of the objects.
  init(_ store: RecordStore, _ options: Options) throws {
    self.store = store
    types = ArchivedTypes(store.context)
    registry = ClassRegistry(types)
    objects = ObjectTable(count: store.objectCount)
    pathBudget = store.byteCount.multipliedReportingOverflow(by: 4).partialValue
    searchBudget = pathBudget
    self.options = options
    isEager = !store.isLazy
    plans = FixedTable(repeating: nil, count: types.schema.classes.count + 1)
    edges = FixedTable(repeating: nil, count: types.schema.types.count)
    for type in options.allowed {
      // A conformance that is isolated to another actor is none here, so the class is not allowed.
      if let type = type as? any Decodable.Type { try allow(type) }
    }
    // Opaque objects are made without any code of the program.
    if allowsListedClassesOnly, !keepsUnknownClasses, !store.isLazy { try checkClasses() }
  }

  /// Allows a class.
  func allow<Class: Decodable>(_ type: Class.Type) throws {
    try registry.add(type, try directory.declaration(of: type))
  }

  /// Checks that a class was listed, if only such classes are allowed.
  func validateListed(_ type: Any.Type) throws {
    guard allowsListedClassesOnly, !registry.contains(type) else { return }
    throw failure(.classNotAllowed(try directory.declaration(of: type).archiveClass.name))
  }

  /// Checks that all objects are of classes that were listed.
  private func checkClasses() throws {
    var isKnown = [Bool](repeating: false, count: plans.count)
    for number in 0..<store.objectCount {
      let entry = try store.entry(of: number + 1)
      guard !isKnown[entry], let name = store.context.classes[entry]?.name else { continue }
      guard registry[name] != nil else {
        let error = SteleCodingError(
          .classNotAllowed(name), object: number + 1, className: name)
        throw DecodingError.dataCorrupted(error.decodingContext())
      }
      isKnown[entry] = true
    }
  }
}

extension DecodingSession {
  /// The user information of the types.
  var userInfo: [CodingUserInfoKey: Any] { options.userInfo }
  /// Whether only classes that were listed are allowed.
  var allowsListedClassesOnly: Bool { options.allowsListedClassesOnly }
  /// Whether objects of unknown classes are kept.
  var keepsUnknownClasses: Bool { options.keepsUnknownClasses }
}

// Calls of the program

extension DecodingSession {
  /// Begins a call of the program.
  func beginCall() {
    if callCount == 0 { stackStart = StackPlace(askedBy: ObjectIdentifier(self)) }
    callCount += 1
  }

  /// Ends a call of the program; returns whether it was the outermost one.
  func endCall() -> Bool {
    callCount -= 1
    return callCount == 0
  }

  /// Begins an initialiser inside of others.
  @inline(__always)
  func enter() throws {
    guard nesting < options.nestingLimit, let stackStart,
      StackPlace(askedBy: ObjectIdentifier(self)).distance(from: stackStart)
        < options.stackByteCount
    else { throw nestingTooDeep() }
    nesting += 1
  }

  /// Checks that an object may be read inside the initialisers that run, which nest by decoders that the program asks for.
  func checkDepth() throws {
    try enter()
    leave()
  }

  private func nestingTooDeep() -> DecodingError {
    failure(.nestingTooDeep(limit: nesting))
  }

  /// Ends an initialiser.
  @inline(__always)
  func leave() { nesting -= 1 }

  /// Refuses all further calls.
  func fail() {
    isFinished = true
    isEager = false
  }

  /// Lets go of what is kept from one value to the next, which refers to the session.
  func close() {
    isClosed = true
    for decoder in typeDecoders.values { decoder.close() }
    for entry in 0..<plans.count { plan(ofEntry: entry)?.close() }
  }
}

// Side tables by index of the schema

extension DecodingSession {
  private struct LevelIdentity: Hashable {
    let entry: Int
    let declaration: ObjectIdentifier?
    let isMigrated: Bool
    let owner: ObjectIdentifier?
  }

  /// The keys of a level of a class, which the records of all subclasses share.
  ///
  /// - Parameters:
  ///   - entry: The entry of the level.
  ///   - declaration: What the program declares of the level.
  ///   - isMigrated: Whether migration hooks of other levels may set values of the keys.
  ///   - owner: The class whose objects alone have the level, if there is only one.
  /// - Returns: The keys.
  func table(
    ofLevel entry: Int, _ declaration: TypeDeclaration?, isMigrated: Bool = false,
    owner: ObjectIdentifier? = nil
  ) -> ArchivedKeys {
    let identity = LevelIdentity(
      entry: entry, declaration: declaration.map { ObjectIdentifier($0) }, isMigrated: isMigrated,
      owner: owner)
    if let known = levelTables[identity] { return known }
    let table = ArchivedKeys(
      types.schema.record(ofEntry: entry), declaration, types, isMigrated: isMigrated)
    levelTables.set(table, for: identity)
    return table
  }

  /// The keys of records that are looked into without making an object.
  func anonymousLevels(ofRecord entry: Int) -> KeyLevels {
    if let known = anonymousRecords[entry] { return known }
    let levels = KeyLevels(anonymousRecord: entry, self)
    anonymousRecords[entry] = levels
    return levels
  }

  /// How the objects of an entry are made, once one has been accepted.
  @inline(__always)
  func plan(ofEntry entry: Int) -> RecordPlan? { plans[entry] ?? nil }

  /// How an object is made, once one of its entry has been accepted; nil if its class has been split, and the one that was chosen
  /// for it cannot be made.
  @inline(__always)
  func plan(of number: Int, ofEntry entry: Int) -> RecordPlan? {
    guard let plan = plan(ofEntry: entry) else { return nil }
    return plan.isDivided ? try? plan.plan(of: number, self) : plan
  }

  /// How an object is made, once one of its entry has been accepted.
  func plan(of number: Int) -> RecordPlan? {
    (try? store.entry(of: number)).flatMap { plan(of: number, ofEntry: $0) }
  }

  /// The class that a reference of a type was last decoded as.
  @inline(__always)
  func edge(_ type: ArchivedType) -> RequestedClass? {
    guard !type.isLate else { return nil }
    let index = Int(type.index)
    return index < edges.count ? edges[index] ?? nil : laterEdges[type.className]
  }

  /// Remembers which class a reference of a type is decoded as, so that what it leads to may be made ahead.
  @inline(__always)
  func note(_ request: RequestedClass, for type: ArchivedType) {
    if edge(type) !== request { change(to: request, for: type) }
  }

  @inline(never)
  private func change(to request: RequestedClass, for type: ArchivedType) {
    guard !type.isLate else { return }
    let index = Int(type.index)
    if index < edges.count {
      edges.set(request, at: index)
    } else {
      laterEdges[type.className] = request
    }
    edgeCount += 1
  }

  /// Notes that something is known about the references of the archive that was not known before.
  func noteAccepted() { edgeCount += 1 }
}
