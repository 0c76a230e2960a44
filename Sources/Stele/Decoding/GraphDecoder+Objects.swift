extension GraphDecoder {
  /// Reads a reference like one that has been followed before: nil, or to an object that is there or can be made at once; there
  /// is no answer for others, wherever the input is then.
  ///
  /// An object of the very class that is asked for has been accepted before, whoever asked for it.
  @inline(__always)
  func readFollowed(
    _ input: inout CheckedBytes, of type: AnyObject.Type, _ reading: ObjectReading,
    through plan: ReadingPlan
  ) -> AnyObject?? {
    guard plan.edge === reading, isEager, let number = input.readUsualNumber() else { return nil }
    if let object = objects.object(number),
      ObjectIdentifier(Swift.type(of: object)) == ObjectIdentifier(type)
    {
      return object
    }
    guard number > 0 else { return .some(nil) }
    return knownOrShell(number, reading).map { .some($0) }
  }

  /// The object of a number, if it is there or can be made at once, and if objects like it have been found before behind a
  /// reference.
  @inline(__always)
  func known(
    _ number: Int, _ reading: ObjectReading, through plan: ReadingPlan
  ) -> AnyObject? {
    guard plan.edge === reading, isEager else { return nil }
    if let object = objects.object(number), reading.isClass(of: object) { return object }
    return knownOrShell(number, reading)
  }

  /// The same for an object that is not there yet, or is of a subclass.
  @inline(never)
  func knownOrShell(_ number: Int, _ reading: ObjectReading) -> AnyObject? {
    guard let entry = store.knownEntry(of: number), reading.accepts(entry) else { return nil }
    guard let twoPhase = unsafe reading.twoPhase(entry) else {
      if let object = objects.object(number) { return object }
      guard reading.isSelfContained(entry), objects.state(of: number) == .untouched else {
        return nil
      }
      make(number)
      return objects.object(number)
    }
    return objects.object(number) {
      // Safe: the class is kept by the registry.
      let object = unsafe twoPhase._withUnsafeGuaranteedRef { $0.make() }
      shells.add(number)
      return object
    }
  }

  /// The object of a number, if it is there, and if objects like it have been accepted before.
  @inline(__always)
  func known(_ number: Int, _ reading: ObjectReading) -> AnyObject? {
    guard !isFinished, let entry = store.knownEntry(of: number), reading.accepts(entry) else {
      return nil
    }
    return objects.object(number)
  }

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
    let entry = try admit(number, reading, through: plan, at: site, offset: offset)
    if plan.edge !== reading {
      plan.edge = reading
      edges += 1
    }
    if let object = objects.object(number) { return object }
    if objects.state(of: number) == .untouched {
      if let twoPhase = classes[entry]?.twoPhase { return makeShell(number, twoPhase) }
      // Nothing can have to be made before an object that refers to none.
      if try bodies.body(ofEntry: entry).referringCount == 0 {
        make(number)
      } else {
        complete(WantedObject(number, isFilled: false))
      }
      if let object = objects.object(number) { return object }
    }
    guard objects.state(of: number) == .beginning else { throw objects.error(of: number) }
    throw circle(through: number, at: site, offset: offset)
  }

  /// Says that an object is there, and of a class that a reference admits; gives its entry.
  private func admit(
    _ number: Int, _ reading: ObjectReading, through reference: ReadingPlan, at site: Site,
    offset: Int
  ) throws -> Int {
    guard !isFinished else { throw GraphCodingError(.coderIsFinished) }
    guard number <= store.objectCount else {
      throw ArchiveError(.danglingReference, at: offset)
    }
    let entry = try store.entry(of: number)
    guard !store.isLazy || isMember(entry, of: reference) else {
      throw ArchiveError(.wrongClass, at: offset)
    }
    if !reading.accepts(entry) { try accept(entry, reading, at: site, offset) }
    return entry
  }

  /// Whether objects of an entry are what the archive says of a reference.
  func isMember(_ entry: Int, of reference: ReadingPlan) -> Bool {
    guard let name = reference.className else { return true }
    return store.context.classes.entry(entry, isASharing: name)
  }

  /// Finds the class of an entry, and whether it is one that a reference admits.
  private func accept(
    _ entry: Int, _ reading: ObjectReading, at site: Site, _ offset: Int
  ) throws {
    guard let name = store.context.classes[entry]?.name else {
      throw ArchiveError(.undefinedEntry, at: offset)
    }
    guard let found = try objectClass(named: name, of: entry, for: reading) else {
      throw site.failure(
        isName(name, of: reading.type) ? .classNotAllowed(name) : .unknownClass(name), at: offset,
        "The archive has an object of the class \(name), which was not allowed.")
    }
    guard reading.admits(found.type) else {
      let plan = ReadingPlan.make(.reference(to: name))
      throw site.wrongType(reading.type, plan, at: offset)
    }
    classes[entry] = found
    if found.twoPhase != nil { hasTwoPhase = true }
    reading.accept(
      entry, twoPhase: found.twoPhase,
      isSelfContained: try bodies.body(ofEntry: entry).referringCount == 0)
    edges += 1
  }

  private func objectClass(
    named name: String, of entry: Int, for reading: ObjectReading
  ) throws -> ObjectClass? {
    // What an entry was found to be, it is for everybody.
    if let known = classes[entry] { return known }
    guard reading.asksSurrogate else { return registry[name] }
    return try surrogate?.surrogateClass(named: name) {
      let classes = store.context.classes
      return classes.chain(of: entry).dropLast().reversed().compactMap { classes[$0]?.name }
    }.map { ObjectClass($0) }
  }

  private func isName(_ name: String, of type: Any.Type) -> Bool {
    guard let declared = try? directory.declaration(of: type).archiveClass else { return false }
    return declared.name.isExactly(name) || declared.aliases.contains { $0.isExactly(name) }
  }

  /// Runs the initialiser of an object; whatever it throws is kept for those who ask for the object.
  func make(_ number: Int) {
    do {
      let (entry, content) = try store.record(number)
      guard let objectClass = unsafe unretainedClass(of: entry) else {
        throw GraphCodingError(.noObject(number))
      }
      let body = try unsafe bodies.unretainedBody(ofEntry: entry)
      // Safe: the graph keeps the classes and bodies of entries as long as anything is decoded.
      try unsafe objectClass._withUnsafeGuaranteedRef { objectClass in
        try unsafe body._withUnsafeGuaranteedRef { body in
          try make(number, objectClass, body, entry: entry, content)
        }
      }
    } catch {
      objects.fail(number, error)
    }
  }

  @inline(__always)
  private func make(
    _ number: Int, _ objectClass: ObjectClass, _ body: ReadingBody, entry: Int,
    _ content: CheckedBytes
  ) throws {
    var decoder = objectClass.idle.take() ?? takeDecoder(for: .object)
    defer { if retire(&decoder), !isFinished { objectClass.idle = decoder } }
    try decoder.begin(object: number, objectClass, body, entry: entry, content)
    try enter(decoder)
    defer { leave() }
    objects.begin(number)
    objects.complete(number, try objectClass.maker.make(decoder))
    if objectClass.isAwoken { awakenings.append(number) }
  }

  /// The class of an entry, which the graph keeps.
  @unsafe
  @inline(__always)
  private func unretainedClass(of entry: Int) -> Unmanaged<ObjectClass>? {
    guard classes.indices.contains(entry), let found = classes[entry] else { return nil }
    return unsafe .passUnretained(found)
  }
}
