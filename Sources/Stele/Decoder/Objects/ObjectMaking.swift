extension DecodingSession {
  /// The object of a number, which is made if need be: the one way to an object.
  ///
  /// Callers note which class references of the type are decoded as, so that what those lead to may be made ahead.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - request: The class that is asked for.
  ///   - type: The type of the reference in the archive.
  ///   - offset: The offset of the reference.
  /// - Returns: The object, which is of the class that is asked for.
  /// - Throws: What its initialiser throws, now or earlier.
  @inline(__always)
  func object(
    _ number: Int, _ request: RequestedClass, through type: ArchivedType, at offset: Int
  ) throws -> AnyObject {
    // An object of the very class has been accepted before, by any request.
    if isEager, let object = objects.object(number), request.isClass(of: object) { return object }
    return try otherObject(number, request, through: type, at: offset)
  }

  @inline(never)
  private func otherObject(
    _ number: Int, _ request: RequestedClass, through type: ArchivedType, at offset: Int
  ) throws -> AnyObject {
    if let shell = shell(number, request) { return shell }
    let plan = try admit(number, request, through: type, at: offset)
    if let object = objects.object(number) { return object }
    if objects.state(of: number) == .untouched {
      if plan.isTwoPhase { return makeShell(number, plan) }
      let depth = path.count
      // Nothing can have to be made before an object that refers to none.
      if plan.isSelfContained {
        make(number, plan)
      } else if !plan.leadsAhead(self) {
        walk.push(WantedObject(number, isFilled: false))
        make(number, plan)
        walk.pop()
      } else {
        complete(WantedObject(number, isFilled: false))
      }
      path.count = depth
      if let object = objects.object(number) { return object }
    }
    guard objects.state(of: number) == .beginning else { throw objects.error(of: number) }
    throw circle(through: number, at: offset)
  }

  /// Reads a reference to an object that is there, of the very class, or that can be made to be filled later; returns nil
  /// for others, which are not read.
  @inline(__always)
  func readyObject(_ input: inout ValidCursor, _ request: RequestedClass) -> AnyObject? {
    var reader = input
    guard isEager, let object = ready(reader.readNumber(), request) else { return nil }
    input = reader
    return object
  }

  @inline(__always)
  private func ready(_ number: Int, _ request: RequestedClass) -> AnyObject? {
    guard let object = objects.object(number) else { return shell(number, request) }
    return request.isClass(of: object) ? object : nil
  }

  /// Makes an object that is to be filled later, if nothing has been done for it and objects like it have been accepted.
  @inline(never)
  func shell(_ number: Int, _ request: RequestedClass) -> AnyObject? {
    guard isEager, let entry = store.knownEntry(of: number), request.accepts(entry),
      let plan = plan(ofEntry: entry), plan.isTwoPhase, objects.state(of: number) == .untouched
    else { return nil }
    return makeShell(number, plan)
  }

  /// The object of a number, if it is there, and if objects like it have been accepted before.
  func known(_ number: Int, _ request: RequestedClass) -> AnyObject? {
    guard isEager, let entry = store.knownEntry(of: number), request.accepts(entry) else {
      return nil
    }
    return objects.object(number)
  }

  /// Checks that an object is there, and of a class that a reference admits; returns how it is made.
  private func admit(
    _ number: Int, _ request: RequestedClass, through type: ArchivedType, at offset: Int
  ) throws -> RecordPlan {
    guard !isFinished else { throw SteleCodingError(.coderIsFinished) }
    guard number <= store.objectCount else { throw ArchiveError(.danglingReference, at: offset) }
    let entry = try store.entry(of: number)
    guard !store.isLazy || isMember(entry, of: type) else {
      throw ArchiveError.wrongClass(number, entry, type.className, types.schema, at: offset)
    }
    if request.accepts(entry), let plan = plan(ofEntry: entry) { return plan }
    return try accept(number, of: entry, request, at: offset)
  }

  /// Whether objects of an entry are what the archive says of a reference.
  func isMember(_ entry: Int, of type: ArchivedType) -> Bool {
    type.className == 0 || types.schema.entry(entry, isA: type.className)
  }

  /// Finds the class of an object, and whether it is one that a reference admits.
  private func accept(
    _ number: Int, of entry: Int, _ request: RequestedClass, at offset: Int
  ) throws -> RecordPlan {
    guard let name = store.context.classes[entry]?.name else {
      throw ArchiveError(.undefinedEntry, at: offset)
    }
    guard let plan = try plan(named: name, of: entry, for: request, at: offset) else {
      throw notAllowed(name, request, at: offset)
    }
    // Where the class has been split, each record has to be asked anew.
    if plan.isDivided { return try acceptDivided(plan, number, of: entry, request, at: offset) }
    guard request.admits(plan.type) else {
      throw wrongType(request.type, .reference(to: name), at: offset)
    }
    plans.set(plan, at: entry)
    if plan.isTwoPhase { hasTwoPhase = true }
    request.accept(entry, leadsAhead: plan.isMadeAhead)
    noteAccepted()
    return plan
  }

  /// Finds the class that a class which has been split chooses for an object, and whether it is one that a reference admits.
  private func acceptDivided(
    _ plan: RecordPlan, _ number: Int, of entry: Int, _ request: RequestedClass, at offset: Int
  ) throws -> RecordPlan {
    // The plans of the classes that are chosen have to know that they are not the only ones.
    plans.set(plan, at: entry)
    let chosen = try plan.plan(of: number, self)
    guard request.admits(chosen.type) else {
      throw wrongType(
        request.type, .reference(to: chosen.declaration.archiveClass.name), at: offset)
    }
    if chosen.isTwoPhase { hasTwoPhase = true }
    if chosen.isMadeAhead, request.noteLeadsAhead() { noteAccepted() }
    return chosen
  }

  /// Whether an object whose class has been split is of a class that a reference admits.
  func accepts(_ number: Int, of entry: Int, _ request: RequestedClass) -> Bool {
    guard let plan = plan(ofEntry: entry), plan.isDivided else { return false }
    return (try? plan.plan(of: number, self)).map { request.admits($0.type) } ?? false
  }

  private func plan(
    named name: String, of entry: Int, for request: RequestedClass, at offset: Int
  ) throws -> RecordPlan? {
    // What an entry was found to be, it is for everybody.
    if let known = self.plan(ofEntry: entry) { return known }
    guard request.asksSurrogate else {
      let candidates = registry.candidates(name, request)
      guard candidates.count < 2 else {
        var error = error(.duplicateArchiveName(name), at: offset)
        error.explainFormerName(name, of: candidates.map(\.declaration))
        throw DecodingError.dataCorrupted(error.decodingContext(codingPath))
      }
      return candidates.first.map { found in
        let version = types.schema[entry].map { Int($0.version) } ?? 0
        return found.isDivided(before: version)
          ? DividedPlan(found, entry: entry, self) : found.makePlan(entry, self)
      }
    }
    let found = try surrogate?.surrogateClass(named: name) {
      let classes = store.context.classes
      return classes.chain(of: entry).dropLast().reversed().compactMap { classes[$0]?.name }
    }
    return found.map { SurrogatePlan($0, entry: entry, self) }
  }

  /// The error for an object of a class that was not allowed, or that the program does not have.
  private func notAllowed(
    _ name: String, _ request: RequestedClass, at offset: Int
  ) -> DecodingError {
    var error = error(.unknownClass(name), at: offset)
    let namesakes = registry.otherwiseNamed(name)
    if !namesakes.isEmpty {
      error.explainFormerName(name, of: namesakes, besides: true)
    } else if isName(name, of: request.type) {
      error = self.error(.classNotAllowed(name), at: offset)
      error.hint = "Call decoder.allow(\(TypeName.inSource(request.type)).self)."
    } else if let found = TypeName.classNamed(name, inModuleOf: request.type) {
      // Allowing a class that does not fit would only lead to the next error.
      guard request.admits(found) else {
        return wrongType(request.type, .reference(to: name), at: offset)
      }
      error.detail = SteleCodingError(.classNotAllowed(name)).cause
      error.hint = "Call decoder.allow(\(TypeName.inSource(found)).self)."
    }
    return .dataCorrupted(error.decodingContext(codingPath))
  }

  private func isName(_ name: String, of type: Any.Type) -> Bool {
    guard let declaration = try? directory.declaration(of: type) else { return false }
    return declaration.names.contains { $0.isExactly(name) }
  }
}

// Making and filling

extension DecodingSession {
  /// Makes an object that has not been filled, which is filled in its turn.
  private func makeShell(_ number: Int, _ plan: RecordPlan) -> AnyObject {
    let object = plan.makeShell()
    objects.put(object, number, .shell)
    shells.append(number)
    return object
  }

  /// Runs the initialiser of an object; its error is kept for later requests of the object.
  func make(_ number: Int, _ plan: RecordPlan) {
    do {
      let content = try store.record(number).content
      path.push(.object(number))
      try enter()
      defer { leave() }
      objects.set(.beginning, number)
      runningCount += 1
      defer { runningCount -= 1 }
      objects.put(try plan.make(number, content, self), number, .made)
      noteMade(number, plan)
    } catch {
      keyFailure = nil
      objects.fail(number, error)
    }
  }

  /// Fills an object; the error is kept for later requests of the object.
  func fill(_ number: Int, _ plan: RecordPlan) {
    do {
      let content = try store.record(number).content
      path.push(.object(number))
      try enter()
      defer { leave() }
      guard let object = objects.beginFilling(number) else {
        throw SteleCodingError(.noObject(number))
      }
      try plan.fill(object, content, self)
      objects.endFilling(number)
      noteMade(number, plan)
    } catch {
      keyFailure = nil
      objects.fail(number, error)
    }
  }

  @inline(__always)
  private func noteMade(_ number: Int, _ plan: RecordPlan) {
    if plan.isAwoken { awakenings.append(number) }
    if kept != nil { unnoted.append(number) }
  }

  /// Fills the shells, and those that are made meanwhile.
  ///
  /// - Throws: What the filling of one of them throws.
  func fillShells() throws {
    let depth = path.count
    while let number = shells.next() {
      path.count = depth
      if objects.state(of: number) == .shell {
        guard let plan = plan(of: number, ofEntry: try store.entry(of: number)) else { continue }
        walk.filled = number
        defer { walk.filled = 0 }
        if plan.leadsAhead(self) {
          complete(WantedObject(number, isFilled: true))
        } else {
          fill(number, plan)
        }
      }
      guard objects.state(of: number) == .made else { throw objects.error(of: number) }
    }
    path.count = depth
  }
}

extension DecodingSession {
  /// Decodes a reference; returns nil if it is one to nothing.
  @inline(__always)
  func reference(
    _ type: ArchivedType, _ input: inout ValidCursor, _ request: RequestedClass
  ) throws -> AnyObject? {
    guard type.isReference else { return try otherReference(type, &input, request) }
    note(request, for: type)
    let start = input.offset
    let number = input.readNumber()
    return number == 0 ? nil : try object(number, request, through: type, at: start)
  }

  @inline(never)
  private func otherReference(
    _ type: ArchivedType, _ input: inout ValidCursor, _ request: RequestedClass
  ) throws -> AnyObject? {
    let start = input.offset
    guard let type = unwrap(type, &input) else { return nil }
    guard type.isReference || type.code == .weak else {
      guard let decoder = request.decoder, type.code != .enum else {
        throw wrongType(request.type, type, at: start)
      }
      return try decoder.decodeObject(of: type, &input, self)
    }
    let number = store.readReference(type, &input)
    note(request, for: type)
    return number == 0 ? nil : try object(number, request, through: type, at: start)
  }
}

extension DecodingSession {
  /// Decodes the elements of a list of references, none of which may be one to nothing.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - input: The first element; afterwards the end of the last.
  ///   - request: The class that is asked for.
  ///   - elements: Memory for the elements.
  ///   - count: The number of elements that have been decoded, also when an error is thrown.
  /// - Throws: What the initialiser of an object throws.
  @unsafe
  func decodeReferences(
    _ list: OpenList, _ input: inout ValidCursor, _ request: RequestedClass,
    to elements: UnsafeMutablePointer<AnyObject>, _ count: inout Int
  ) throws {
    let depth = path.count
    if list.element.isReference { note(request, for: list.element) }
    // What is moved only here need not be looked for in memory.
    var reader = input
    for index in 0..<list.count {
      if list.element.isReference, let object = readyObject(&reader, request) {
        unsafe (elements + index).initialize(to: object)
      } else {
        path.put(.index(index), at: depth)
        let start = reader.offset
        guard let object = try reference(list.element, &reader, request) else {
          throw noValue(request.type, at: start)
        }
        unsafe (elements + index).initialize(to: object)
      }
      count = index + 1
    }
    input = reader
    path.count = depth
  }
}
