/// Makes the objects of one archive.
// Safe: exclusivity need not be checked, as one thread uses it, and no other code runs while a property is changed.
final class GraphDecoder {
  /// The records.
  let store: RecordStore
  /// What the types can ask for.
  @safe @exclusivity(unchecked) private(set) var userInfo: [CodingUserInfoKey: Any]
  @safe @exclusivity(unchecked) private var knownAnonymous: ValueType?
  /// How deep initialisers may nest.
  @safe @exclusivity(unchecked) private(set) var nestingLimit: Int
  /// How many bytes of stack they may take.
  @safe @exclusivity(unchecked) private var stackByteCount: Int
  private let allowsListedClassesOnly: Bool
  /// Whether objects are made of those classes that the types lead to, and of no others.
  private(set) var isUsual: Bool
  /// What decodes the objects of classes that are not `Codable`.
  private(set) weak var surrogate: (any DecodingSurrogate)?
  /// The keys of all entries.
  let bodies: BodyTable
  /// The declarations of the types.
  @safe @exclusivity(unchecked) var directory = TypeDirectory()
  /// The objects.
  let objects: ObjectTable
  /// The classes of which objects may be made.
  @safe @exclusivity(unchecked) private(set) var registry = ClassRegistry()
  /// The classes of the entries that have been accepted somewhere.
  @safe @exclusivity(unchecked) var classes: [ObjectClass?]
  @safe @exclusivity(unchecked) private(set) var readers = ShortTable<
    ObjectIdentifier, AnyTypeReader
  >()
  /// What finds references in records.
  let scanner: ValueScanner
  /// How elements of uniform lists are read that have structs inside.
  var nestedPlans = NestedPlans()
  /// The objects that are being made, with those that wait for them.
  let walk: ObjectWalk
  /// The objects that wait to be filled.
  let shells: ShellQueue
  /// What stands in objects that have been looked at ahead, so that looking is not left out.
  @safe @exclusivity(unchecked) var touchedWords: UInt = 0
  /// The objects that wait to be woken.
  @safe @exclusivity(unchecked) var awakenings: [Int] = []
  /// Whether there is a class whose objects are made in two steps.
  @safe @exclusivity(unchecked) var hasTwoPhase = false
  /// Grows with what is known of the references in the archive.
  @safe @exclusivity(unchecked) var edges = 0
  /// Decoders that are not in use.
  let idleDecoders: DecoderPool
  @safe @exclusivity(unchecked) private var nesting = 0
  @safe @exclusivity(unchecked) private var stackStart: StackPlace?
  /// What is kept of the archive, if anything is.
  var kept: KeptArchive?
  /// Whether objects of unknown classes are kept.
  let keepsUnknownClasses: Bool
  @safe @exclusivity(unchecked) private var callCount = 0
  /// Whether something could not be decoded.
  @safe @exclusivity(unchecked) private(set) var hasThrown = false
  /// Whether the program has been handed a decoder of values by one who reads by hand.
  @safe @exclusivity(unchecked) private(set) var hasHandedDecoder = false
  /// The plan of the last root that was a reference.
  @safe @exclusivity(unchecked) private var rootPlan: ReadingPlan?
  /// Whether the decoder is of no further use.
  @safe @exclusivity(unchecked) private(set) var isFinished = false
  /// Whether references need not be examined, since all have been, and may still be followed.
  @safe @exclusivity(unchecked) private(set) var isEager: Bool
  /// What surrogates do when all objects have been made.
  @safe @exclusivity(unchecked) var secondPhase = SecondPhase()
  /// What is decoded late, and the weak references that wait for their objects.
  @safe @exclusivity(unchecked) var references: PendingReferences

  /// Makes a decoder.
  ///
  /// - Parameters:
  ///   - store: The records.
  ///   - settings: What is allowed.
  /// - Throws: What is wrong with the classes that are allowed, or with those of the objects.
  init(_ store: RecordStore, _ settings: SteleDecoder) throws {
    self.store = store
    isEager = !store.isLazy
    isUsual = Self.isUsual(settings) && !store.isLazy
    userInfo = Self.userInfo(settings)
    nestingLimit = settings.nestingLimit
    stackByteCount = settings.stackByteCount
    keepsUnknownClasses = settings.unknownClasses == .keep
    allowsListedClassesOnly = settings.allowsListedClassesOnly
    bodies = BodyTable(store.context.classes)
    scanner = ValueScanner()
    walk = ObjectWalk()
    shells = ShellQueue()
    idleDecoders = DecoderPool()
    objects = ObjectTable(count: store.objectCount)
    references = PendingReferences()
    classes = Array(repeating: nil, count: store.context.classes.count + 1)
    for type in settings.allowed { try allow(type) }
    // Opaque objects are made without any code of the program.
    if allowsListedClassesOnly, !keepsUnknownClasses, !store.isLazy { try checkClasses() }
  }

  static func isUsual(_ settings: SteleDecoder) -> Bool {
    settings.allowed.isEmpty && !settings.allowsListedClassesOnly
      && settings.unknownClasses == .refuse
  }

  private static func userInfo(_ settings: SteleDecoder) -> [CodingUserInfoKey: Any] {
    settings.userInfo.isEmpty ? [:] : settings.userInfo.mapValues { $0 as Any }
  }

  private func allow<Class: Decodable>(_ type: Class.Type) throws {
    try registry.add(type, try directory.declaration(of: type))
  }

  /// Whether a class of the program has a name or alias.
  func isKnown(className: String) -> Bool { registry[className] != nil }

  /// For the aliases in the archive, the names of now.
  func renames() -> [ExactString: String] {
    var renames: [ExactString: String] = [:]
    for entry in store.context.classes.entries {
      guard let found = registry[entry.name] else { continue }
      let name = found.declaration.archiveClass.name
      if !name.isExactly(entry.name) { renames[ExactString(entry.name)] = name }
    }
    return renames
  }

  /// Says that all objects are of classes that were listed.
  private func checkClasses() throws {
    var isKnown = [Bool](repeating: false, count: classes.count)
    for number in 0..<store.objectCount {
      let entry = try store.entry(of: number + 1)
      guard !isKnown[entry], let name = store.context.classes[entry]?.name else { continue }
      guard registry[name] != nil else {
        let error = GraphCodingError(
          .classNotAllowed(name), object: number + 1, className: name)
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: [],
            debugDescription: "The class \(name.shortened()) is not among those that are allowed.",
            underlyingError: error))
      }
      isKnown[entry] = true
    }
  }

  /// The reader of a type.
  func reader<T: Decodable>(of type: T.Type) throws -> TypeReader<T> {
    let identity = ObjectIdentifier(type)
    if let reader = readers[identity] {
      // Safe: readers are kept by the types that they were made for.
      return unsafe unsafeDowncast(reader, to: TypeReader<T>.self)
    }
    let reader: AnyTypeReader
    // Asking whether a type conforms to a protocol takes long the first time, and one class alone reads itself.
    if type is AnyClass, type != OpaqueObject.self {
      if !allowsListedClassesOnly { try allow(type) }
      reader = ObjectReader<T>(in: self)
    } else if let type = type as? any SelfReading.Type {
      reader = try type.makeReader(in: self)
    } else if let type = type as? any NativeValue.Type {
      reader = try makeReader(of: type)
    } else if let type = type as? any PackedStruct.Type {
      reader = try type.valueReader(in: self)
    } else if let type = type as? any FieldCodable.Type {
      reader = try makeReader(of: type)
    } else {
      reader = try CodableReader<T>(in: self)
    }
    readers.set(reader, for: identity)
    // Safe: each of these makes a reader of the type that it is asked for.
    return unsafe unsafeDowncast(reader, to: TypeReader<T>.self)
  }

  private func makeReader<T: NativeValue>(of type: T.Type) throws -> AnyTypeReader {
    try NativeReader<T>(in: self)
  }

  private func makeReader<T: FieldCodable>(of type: T.Type) throws -> AnyTypeReader {
    try FieldReader<T>(in: self)
  }

  /// Has objects of classes that are not `Codable` decoded by a surrogate, which it does not keep.
  func take(_ surrogate: any DecodingSurrogate) {
    self.surrogate = surrogate
    isUsual = false
  }

  /// Lets readers and bodies go of each other.
  func forgetReaders() {
    for reader in readers.values { reader.forget() }
    readers.removeAll()
  }

  /// What is known of containers that have no type of their own.
  var anonymous: ValueType {
    if let knownAnonymous { return knownAnonymous }
    let type = ValueType(nil)
    knownAnonymous = type
    return type
  }

  /// The plan of a root of a type.
  func plan(ofRoot type: TypeDescriptor) -> ReadingPlan {
    guard type.code == .ref else { return ReadingPlan.make(type) }
    if let rootPlan, let name = type.className, rootPlan.className?.isExactly(name) == true {
      return rootPlan
    }
    let plan = ReadingPlan.make(type)
    rootPlan = plan
    return plan
  }

  /// Moves over a value.
  func skip(_ plan: ReadingPlan, _ input: inout CheckedBytes) throws(ArchiveError) {
    var visitor = NoVisitor()
    try scanner.scan(plan, &input, in: self, &visitor)
  }

  /// Makes a decoder, or takes one that is not in use.
  func takeDecoder(for use: ValueDecoder.Use) -> ValueDecoder {
    idleDecoders.take(for: use) ?? ValueDecoder(graph: self, for: use)
  }

  /// Takes a decoder back, unless someone has kept it.
  func give(_ decoder: inout ValueDecoder) {
    if retire(&decoder) { idleDecoders.give(decoder) }
  }

  /// Ends the use of a decoder, and tells whether it can be used again.
  @inline(__always)
  func retire(_ decoder: inout ValueDecoder) -> Bool {
    if decoder.isUsedFurther { decoder.completeUse() }
    guard isKnownUniquelyReferenced(&decoder), !decoder.hasKeptContainers else {
      decoder.keepOuter()
      return false
    }
    decoder.clear()
    return true
  }

  /// Takes a decoder that stands for a step of the coding path.
  func takeDecoder(at site: Site) -> ValueDecoder {
    let decoder = takeDecoder(for: .step)
    decoder.begin(at: site)
    return decoder
  }

  /// Begins a call of the program.
  func begin() {
    if callCount == 0 { stackStart = StackPlace(askedBy: self) }
    callCount += 1
  }

  /// Ends a call of the program, and tells whether it was the outermost one.
  func end() -> Bool {
    callCount -= 1
    return callCount == 0
  }

  /// Notes that something could not be decoded.
  func noteFailure() { hasThrown = true }

  /// Notes that the program has been handed a decoder of values, which it may know of even when it does not keep it.
  func noteHandedDecoder() { hasHandedDecoder = true }

  /// Begins another archive, of which the store knows, when the last one has been forgotten.
  func begin(_ settings: SteleDecoder) {
    objects.begin(count: store.objectCount)
    if !settings.userInfo.isEmpty { userInfo = Self.userInfo(settings) }
    nestingLimit = settings.nestingLimit
    stackByteCount = settings.stackByteCount
    isFinished = false
    isEager = true
  }

  /// Forgets the archive, and what was accepted in it: what is left follows from the type of the root and the class table.
  func forgetArchive() {
    store.forgetArchive()
    registry.forgetArchive()
    idleDecoders.removeMost()
    for reader in readers.values { reader.restart() }
    for entry in classes.indices { classes[entry] = nil }
    if !userInfo.isEmpty { userInfo = [:] }
    rootPlan?.edge = nil
    knownAnonymous = nil
    edges = 0
  }

  /// Refuses all further calls.
  func fail() {
    isFinished = true
    isEager = false
  }

  /// Begins an initialiser inside of others.
  func enter(_ site: Site) throws {
    guard nesting < nestingLimit, let stackStart,
      StackPlace(askedBy: self).distance(from: stackStart) < stackByteCount
    else { throw nestingTooDeep(site) }
    nesting += 1
  }

  /// Begins the initialiser of an object.
  func enter(_ decoder: ValueDecoder) throws {
    guard nesting < nestingLimit, let stackStart,
      StackPlace(askedBy: self).distance(from: stackStart) < stackByteCount
    else { throw nestingTooDeep(Site(decoder: decoder, step: .here)) }
    nesting += 1
  }

  private func nestingTooDeep(_ site: Site) -> DecodingError {
    site.failure(
      .nestingTooDeep(limit: nesting), "Initialisers nest deeper than \(nesting).")
  }

  /// Ends an initialiser.
  func leave() { nesting -= 1 }
}
