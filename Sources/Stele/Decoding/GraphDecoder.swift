/// Makes the objects of one archive.
final class GraphDecoder {
  /// The records.
  let store: RecordStore
  /// What the types can ask for.
  let userInfo: [CodingUserInfoKey: Any]
  /// What is known of containers that have no type of their own.
  let anonymous = ValueType(nil)
  /// How deep initialisers may nest.
  let nestingLimit: Int
  private let allowsListedClassesOnly: Bool
  /// The keys of all entries.
  var bodies: BodyTable
  /// The declarations of the types.
  var directory = TypeDirectory()
  /// The objects.
  let objects: ObjectTable
  /// The classes of which objects may be made.
  private var registry = ClassRegistry()
  /// The classes of the entries that have been accepted somewhere.
  private(set) var classes: [ObjectClass?]
  private var readers: [ObjectIdentifier: AnyTypeReader] = [:]
  /// What finds references in records.
  var scanner = ValueScanner()
  /// The objects that are being made, with those that wait for them.
  var walk = ObjectWalk()
  /// The objects that wait to be filled.
  var shells = ShellQueue()
  /// The objects that wait to be woken.
  var awakenings: [Int] = []
  /// Whether there is a class whose objects are made in two steps.
  private(set) var hasTwoPhase = false
  private var idleDecoders: [ValueDecoder] = []
  private var nesting = 0
  /// What is kept of the archive, if anything is.
  var kept: KeptArchive?
  /// Whether objects of unknown classes are kept.
  let keepsUnknownClasses: Bool
  private var callCount = 0
  /// Whether the decoder is of no further use.
  private(set) var isFinished = false
  /// What is decoded late, and the weak references that wait for their objects.
  var references: PendingReferences

  init(_ store: RecordStore, _ settings: SteleDecoder) throws {
    self.store = store
    userInfo = settings.userInfo.mapValues { $0 as Any }
    nestingLimit = settings.nestingLimit
    keepsUnknownClasses = settings.unknownClasses == .keep
    allowsListedClassesOnly = settings.allowsListedClassesOnly
    bodies = BodyTable(store.context.classes)
    objects = ObjectTable(count: store.objectCount)
    references = PendingReferences()
    classes = Array(repeating: nil, count: store.context.classes.count + 1)
    for type in settings.allowed { try allow(type) }
    // Opaque objects are made without any code of the program.
    if allowsListedClassesOnly, !keepsUnknownClasses, !store.isLazy { try checkClasses() }
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
            debugDescription: "The class \(name) is not among those that are allowed.",
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
    if let type = type as? any SelfReading.Type {
      reader = try type.makeReader(in: self)
    } else if type is AnyClass {
      if !allowsListedClassesOnly { try allow(type) }
      reader = ObjectReader<T>(in: self)
    } else if let type = type as? any NativeValue.Type {
      reader = try makeReader(of: type)
    } else if let type = type as? any FieldCodable.Type {
      reader = try makeReader(of: type)
    } else {
      reader = try CodableReader<T>(in: self)
    }
    readers[identity] = reader
    // Safe: each of these makes a reader of the type that it is asked for.
    return unsafe unsafeDowncast(reader, to: TypeReader<T>.self)
  }

  private func makeReader<T: NativeValue>(of type: T.Type) throws -> AnyTypeReader {
    try NativeReader<T>(in: self)
  }

  private func makeReader<T: FieldCodable>(of type: T.Type) throws -> AnyTypeReader {
    try FieldReader<T>(in: self)
  }

  /// Moves over a value.
  func skip(_ plan: ReadingPlan, _ input: inout ByteReader) throws(ArchiveError) {
    try scanner.scan(plan, &input, in: self)
  }

  /// Makes a decoder, or takes one that is not in use.
  func takeDecoder() -> ValueDecoder {
    idleDecoders.popLast() ?? ValueDecoder(graph: self)
  }

  /// Takes a decoder back, unless someone has kept it.
  func give(_ decoder: inout ValueDecoder) {
    if !decoder.unknownKeys.isEmpty {
      // The archive has been examined, or the value has been read with what is looked at here.
      try? decoder.completeUnknownKeys()
    }
    guard isKnownUniquelyReferenced(&decoder) else { return }
    decoder.clear()
    idleDecoders.append(decoder)
  }

  /// Runs with a decoder that stands for a step of the coding path.
  func withPath<Result>(
    _ site: Site, _ body: (ValueDecoder) throws -> Result
  ) throws -> Result {
    if case .here = site.step { return try body(site.decoder) }
    var decoder = takeDecoder()
    decoder.begin(at: site)
    defer { give(&decoder) }
    return try body(decoder)
  }

  /// Begins a call of the program.
  func begin() { callCount += 1 }

  /// Ends a call of the program, and tells whether it was the outermost one.
  func end() -> Bool {
    callCount -= 1
    return callCount == 0
  }

  /// Refuses all further calls.
  func fail() { isFinished = true }

  /// Begins an initialiser inside of others.
  func enter(_ site: Site) throws {
    guard nesting < nestingLimit else {
      throw site.failure(
        .nestingTooDeep(limit: nestingLimit), "Initialisers nest deeper than \(nestingLimit).")
    }
    nesting += 1
  }

  /// Ends an initialiser.
  func leave() { nesting -= 1 }
}

extension GraphDecoder {
  /// The object of a number, which is made if need be.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - reading: What the reference asks for.
  ///   - plan: The type of the reference in the archive.
  ///   - site: Where the reference stands.
  ///   - offset: Where the reference stands in the archive.
  /// - Returns: The object, which is of the class that is asked for.
  /// - Throws: What its initialiser throws, now or earlier.
  func object(
    _ number: Int, _ reading: ObjectReading, through plan: ReadingPlan, at site: Site, offset: Int
  ) throws -> AnyObject {
    guard !isFinished else { throw GraphCodingError(.coderIsFinished) }
    guard number <= store.objectCount else {
      throw ArchiveError(.danglingReference, at: offset)
    }
    let reference = plan.first ?? plan
    let entry = try store.entry(of: number)
    guard !store.isLazy || isMember(entry, of: reference) else {
      throw ArchiveError(.wrongClass, at: offset)
    }
    if !reading.accepts(entry) { try accept(entry, reading, number, at: site, offset) }
    if reference.edge !== reading { reference.edge = reading }
    if let object = objects.object(number) { return object }
    if objects.state(of: number) == .untouched {
      if let twoPhase = classes[entry]?.twoPhase { return makeShell(number, twoPhase) }
      complete(WantedObject(number, isFilled: false))
    }
    switch objects.state(of: number) {
    case .beginning:
      let path = cycle(through: number)
      throw site.failure(
        .strongCycle(path), at: offset,
        "The objects of \(path.joined(separator: ", ")) refer to each other in a circle, so that none can be "
          + "made first. Make one of the keys a back reference or a late reference.")
    case .failed, .untouched:
      throw objects.error(of: number)
    case .made, .shell, .filling:
      return try objects.object(number) ?? { throw objects.error(of: number) }()
    }
  }

  /// Whether an entry is one that a reference may lead to.
  func isMember(_ entry: Int, of reference: ReadingPlan) -> Bool {
    guard let name = reference.type.className else { return true }
    return store.context.classes.entry(entry, isASharing: name)
  }

  /// Finds the class of an entry, and whether it is one that a reference admits.
  private func accept(
    _ entry: Int, _ reading: ObjectReading, _ number: Int, at site: Site, _ offset: Int
  ) throws {
    guard let name = store.context.classes[entry]?.name else {
      throw ArchiveError(.undefinedEntry, at: offset)
    }
    guard let found = registry[name] else {
      let declared = try? directory.declaration(of: reading.type).archiveClass
      let isListedOnly =
        declared.map { $0.name.isExactly(name) || $0.aliases.contains { $0.isExactly(name) } }
        ?? false
      throw site.failure(
        isListedOnly ? .classNotAllowed(name) : .unknownClass(name), at: offset,
        "The archive has an object of the class \(name), which was not allowed.")
    }
    guard reading.admits(found.type) else {
      let plan = ReadingPlan.make(.reference(to: name))
      throw site.wrongType(reading.type, plan, at: offset)
    }
    classes[entry] = found
    if found.twoPhase != nil { hasTwoPhase = true }
    reading.accept(entry, isTwoPhase: found.twoPhase != nil)
  }

  /// Runs the initialiser of an object; whatever it throws is kept for those who ask for the object.
  func make(_ number: Int) {
    var decoder = takeDecoder()
    defer { give(&decoder) }
    do {
      let (entry, content) = try store.record(number)
      guard let objectClass = classes[entry] else { throw GraphCodingError(.noObject(number)) }
      try decoder.begin(
        object: number, objectClass, bodies.body(ofEntry: entry), entry: entry, content)
      try enter(Site(decoder: decoder, step: .here))
      defer { leave() }
      objects.begin(number)
      objects.complete(number, try objectClass.make(decoder))
      if objectClass.awaken != nil { awakenings.append(number) }
    } catch {
      objects.fail(number, error)
    }
  }

  /// The keys that lead around a circle of references, from an object back to it.
  func cycle(through number: Int) -> [String] {
    guard let start = walk.path.lastIndex(of: number) else { return [] }
    let around = walk.path[start...].prefix(64)
    return zip(around, around.dropFirst() + [number]).map { key(leadingFrom: $0, to: $1) }
  }

  /// The first key of an object that holds a strong reference to another one.
  private func key(leadingFrom object: Int, to target: Int) -> String {
    guard let (entry, content) = try? store.record(object),
      let body = try? bodies.body(ofEntry: entry)
    else { return "" }
    let name = store.context.classes[entry]?.name ?? ""
    var input = content
    let presence = input.offset
    try? input.skip((body.optionalCount + 7) / 8)
    for slot in body.slots {
      guard (try? slot.isPresent(presence, input)) == true else { continue }
      var isFound = false
      try? scanner.scan(slot.plan, &input, in: self) { _, number, _ in
        isFound = isFound || number == target
      }
      if isFound { return "\(name).\(slot.name)" }
    }
    return name
  }

  /// Releases the objects that nobody else holds, owners before what they own.
  ///
  /// A long chain that is released from its end takes no stack; released from its start it takes as much as it is long.
  func release() {
    isFinished = true
    references = PendingReferences()
    idleDecoders = []
    var released: [Int] = []
    for number in 0..<objects.count {
      released.append(number + 1)
      while let next = released.popLast() {
        guard let object = objects.takeIfUnique(next) else { continue }
        if let (entry, content) = try? store.record(next),
          let body = try? bodies.body(ofEntry: entry)
        {
          var input = content
          try? scanner.scan(body, &input, in: self) { _, target, _ in released.append(target) }
        }
        _ = object
      }
    }
    objects.removeAll()
  }
}
