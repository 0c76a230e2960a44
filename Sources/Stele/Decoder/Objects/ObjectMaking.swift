// Objects by their numbers: existing, or admitted and made
//
//     object ── made, and of exactly the class ────────────────────> the object
//        └─ admit ── two phases ── a shell, filled in its turn ────> the shell
//                 └─ one phase ── resolve: dependencies, then make ─> the object

extension DecodingSession {
  /// Returns the object with a number, and makes it if necessary.
  ///
  /// ``ready(_:_:)`` is the short way for objects that need no admission.
  ///
  /// Callers remember the target for the type of the reference, so that its objects may be made ahead.
  ///
  /// - Returns: The object, which is of the requested class.
  /// - Throws: The error of the object's initialiser, from this request or an earlier one.
  @inline(__always)
  func object(
    _ number: Int, _ target: TargetClass, through type: ArchivedType, at offset: Int
  ) throws -> AnyObject {
    // An object of exactly the class has been admitted before, for any target.
    if objects.isEager, let object = objects.object(number), target.isClass(of: object) {
      return object
    }
    return try otherObject(number, target, through: type, at: offset)
  }

  @inline(never)
  private func otherObject(
    _ number: Int, _ target: TargetClass, through type: ArchivedType, at offset: Int
  ) throws -> AnyObject {
    let decoder = try admit(number, target, through: type, at: offset)
    if let object = objects.object(number) { return object }
    if objects.state(of: number) == .untouched {
      if decoder.isTwoPhase { return makeShell(number, decoder) }
      let depth = path.count
      // An object without references has no dependencies.
      if decoder.isSelfContained {
        make(number, decoder)
      } else if !decoder.leadsAhead(classes) {
        dependencies.push(Dependency(number, isFilled: false))
        make(number, decoder)
        dependencies.pop()
      } else {
        resolve(Dependency(number, isFilled: false))
      }
      path.count = depth
      if let object = objects.object(number) { return object }
    }
    guard objects.state(of: number) == .beginning else { throw objects.error(of: number) }
    throw cycle(through: number, at: offset)
  }

  /// Reads a reference to an existing object of exactly the class, or to one that can be made at once.
  ///
  /// - Returns: The object, or nil for any other reference, which is not read.
  @inline(__always)
  func readyObject(_ input: inout ValidCursor, _ target: TargetClass) -> AnyObject? {
    var reader = input
    guard objects.isEager, let object = ready(reader.readNumber(), target) else { return nil }
    input = reader
    return object
  }

  /// Returns an existing object of exactly the class, or one that can be made at once, or nil for any other number.
  @inline(__always)
  func ready(_ number: Int, _ target: TargetClass) -> AnyObject? {
    guard let object = objects.object(number) else { return newObject(number, target) }
    return target.isClass(of: object) ? object : nil
  }

  /// Makes an object, or its shell, if it is untouched, has no dependencies, and objects of its entry have been admitted.
  ///
  /// - Returns: The object; nil if it is not made here, or its initialiser has thrown an error, which is kept.
  @inline(never)
  private func newObject(_ number: Int, _ target: TargetClass) -> AnyObject? {
    guard let entry = store.knownEntry(of: number), target.accepts(entry),
      let decoder = classes.lentDecoder(ofEntry: entry), objects.state(of: number) == .untouched
    else { return nil }
    return decoder.use { $0.isTwoPhase ? makeShell(number, $0) : makeAlone(number, $0) }
  }

  /// Makes an object that has no dependencies, or returns nil if it may have some.
  @inline(never)
  private func makeAlone(_ number: Int, _ decoder: ClassDecoder) -> AnyObject? {
    guard decoder.isSelfContained else { return nil }
    let depth = path.count
    make(number, decoder)
    path.count = depth
    return objects.object(number)
  }

  /// Returns the decoder of an object, once an object of its entry has been admitted.
  func classDecoder(of number: Int) -> ClassDecoder? {
    (try? store.entry(of: number)).flatMap { classes.decoder(of: number, ofEntry: $0, self) }
  }
}

// Admitting objects

extension DecodingSession {
  /// Checks that an object exists, and that a reference admits its class; returns the decoder of the class.
  private func admit(
    _ number: Int, _ target: TargetClass, through type: ArchivedType, at offset: Int
  ) throws -> ClassDecoder {
    guard !isFinished else { throw SteleCodingError(.coderIsFinished) }
    guard number <= store.objectCount else { throw ArchiveError(.danglingReference, at: offset) }
    let entry = try store.entry(of: number)
    guard !store.isLazy || types.isMember(entry, of: type) else {
      throw ArchiveError.wrongClass(number, entry, type.className, types.schema, at: offset)
    }
    if target.accepts(entry), let decoder = classes.decoder(ofEntry: entry) { return decoder }
    return try admitClass(of: number, entry: entry, target, at: offset)
  }

  /// Finds the class of an object, and checks that a reference admits it.
  private func admitClass(
    of number: Int, entry: Int, _ target: TargetClass, at offset: Int
  ) throws -> ClassDecoder {
    guard let name = types.name(ofEntry: entry) else {
      throw ArchiveError(.undefinedEntry, at: offset)
    }
    guard let decoder = try classDecoder(named: name, of: entry, for: target, at: offset) else {
      throw notAllowed(name, target, at: offset)
    }
    // A split class chooses the class of each record.
    guard decoder.isSplit || target.admits(decoder.type) else {
      throw wrongType(target.type, .reference(to: name), at: offset)
    }
    guard decoder.isSurrogate || classes.allows(decoder.type, for: target.type) else {
      throw notAllowed(name, target, at: offset)
    }
    if decoder.isSplit {
      return try admitSplit(decoder, number, of: entry, target, at: offset)
    }
    classes.set(decoder, ofEntry: entry)
    if decoder.isTwoPhase { classes.hasTwoPhase = true }
    target.accept(entry, leadsAhead: decoder.isMadeAhead)
    classes.rememberAdmission()
    return decoder
  }

  /// Finds the class that a split class chooses for an object, and checks that a reference admits it.
  private func admitSplit(
    _ decoder: ClassDecoder, _ number: Int, of entry: Int, _ target: TargetClass, at offset: Int
  ) throws -> ClassDecoder {
    // The decoders of the chosen classes need the information that the entry has several.
    classes.set(decoder, ofEntry: entry)
    let chosen = try decoder.decoder(of: number, self)
    let name = chosen.declaration.archiveClass.name
    guard target.admits(chosen.type) else {
      throw wrongType(target.type, .reference(to: name), at: offset)
    }
    guard allows(chosen, of: decoder, target) else {
      var error = error(.classNotAllowed(name), at: offset)
      error.adviseToAllow([TypeName.inSource(chosen.type)])
      throw DecodingError.dataCorrupted(error.decodingContext(codingPath))
    }
    if chosen.isTwoPhase { classes.hasTwoPhase = true }
    if chosen.isMadeAhead, target.rememberLeadsAhead() { classes.rememberAdmission() }
    return chosen
  }

  /// Returns whether a reference to an object of a split class is allowed to refer to one of the class that was chosen.
  func allows(_ chosen: ClassDecoder, of split: ClassDecoder, _ target: TargetClass) -> Bool {
    chosen.type == split.type || classes.allows(chosen.type, for: target.type)
  }

  private func classDecoder(
    named name: String, of entry: Int, for target: TargetClass, at offset: Int
  ) throws -> ClassDecoder? {
    // The class of an entry is the same for all targets.
    if let known = classes.decoder(ofEntry: entry) { return known }
    guard !target.asksSurrogate else {
      return try classes.makeSurrogateDecoder?(name, entry, self)
    }
    return classes[name].map { found in
      let version = types.schema[entry].map { Int($0.version) } ?? 0
      return classes.earlierDecoder(of: found, entry: entry)
        ?? options.factory.makeClassDecoder(
          of: found, entry: entry, isSplit: found.isSplit(before: version), self)
    }
  }

  /// Returns the error of an object whose class was not allowed, or is not in the program.
  private func notAllowed(
    _ name: String, _ target: TargetClass, at offset: Int
  ) -> DecodingError {
    var error = error(.unknownClass(name), at: offset)
    if isName(name, of: target.type) {
      error = self.error(.classNotAllowed(name), at: offset)
      error.hint = "Call decoder.allow(\(TypeName.inSource(target.type)).self)."
    } else if let found = programClass(name, target) {
      // Advice to allow a class that does not fit would only lead to the next error.
      guard target.admits(found) else {
        return wrongType(target.type, .reference(to: name), at: offset)
      }
      error.detail = SteleCodingError(.classNotAllowed(name)).cause
      error.adviseToAllow(namesNotAllowed(found, target))
    } else {
      error.explainUnknownClass(name, in: target.type, isKept: options.keepsUnknownClasses)
    }
    return .dataCorrupted(error.decodingContext(codingPath))
  }

  /// Returns the class of the program that has a name, whether or not it is allowed.
  private func programClass(_ name: String, _ target: TargetClass) -> Any.Type? {
    classes[name]?.type ?? TypeName.classNamed(name, inModuleOf: target.type)
  }

  /// Returns the names in source code of a class that is not allowed, and of other classes, not allowed either, that a target
  /// admits.
  private func namesNotAllowed(_ first: Any.Type, _ target: TargetClass) -> [String] {
    // Each look-up takes long, and a program may catch many errors. A protocol type admits classes that are not meant for it.
    guard !classes.hasAdvised, target.type is AnyClass else { return [TypeName.inSource(first)] }
    classes.hasAdvised = true
    let others = store.context.classes.entries.prefix(SteleCodingError.advisedClassLimit)
      .compactMap { programClass($0.name, target) }
      .filter { $0 != first && target.admits($0) && !classes.allows($0, for: target.type) }
    return ([first] + others).map(TypeName.inSource)
  }

  private func isName(_ name: String, of type: Any.Type) -> Bool {
    guard let declaration = try? classes.declaration(of: type) else { return false }
    return declaration.names.contains { $0.isExactly(name) }
  }

  /// Checks that the program listed a class, if only listed classes are allowed.
  func validateListed(_ type: Any.Type) throws {
    guard classes.listedOnly, classes[type] == nil else { return }
    throw failure(.classNotAllowed(try classes.declaration(of: type).archiveClass.name))
  }
}

// Making and filling

extension DecodingSession {
  /// Makes the shell of an object, which is filled later in the queue.
  private func makeShell(_ number: Int, _ decoder: ClassDecoder) -> AnyObject {
    let object = decoder.makeShell()
    objects.put(object, number, .shell)
    pending.add(shell: number)
    return object
  }

  /// Runs the initialiser of an object; its error is kept for later requests of the object.
  func make(_ number: Int, _ decoder: ClassDecoder) {
    do {
      let content = try store.record(number).content
      path.push(.object(number))
      try checkStack()
      objects.set(.beginning, number)
      runningCount += 1
      defer { runningCount -= 1 }
      objects.put(try decoder.make(number, content, self), number, .made)
      rememberMade(number, decoder)
    } catch {
      objects.fail(number, error)
    }
  }

  /// Fills an object; the error is kept for later requests of the object.
  func fill(_ number: Int, _ decoder: ClassDecoder) {
    do {
      let content = try store.record(number).content
      path.push(.object(number))
      try checkStack()
      guard let object = objects.beginFilling(number) else {
        throw SteleCodingError(.noObject(number))
      }
      try object.use { try decoder.fill($0, content, self) }
      objects.endFilling(number)
      rememberMade(number, decoder)
    } catch {
      objects.fail(number, error)
    }
  }

  @inline(__always)
  private func rememberMade(_ number: Int, _ decoder: ClassDecoder) {
    if decoder.isAwoken { pending.awakenings.append(number) }
    kept.remember(made: number)
  }

  /// Fills the shells, including those made in the process.
  ///
  /// - Throws: The error of the first object that cannot be filled.
  func fillShells() throws {
    let depth = path.count
    while let number = pending.takeShell() {
      path.count = depth
      if !pending.lookedAt.contains(number) { lookAhead(from: number) }
      if objects.state(of: number) == .shell {
        let entry = try store.entry(of: number)
        classes.lentDecoder(ofEntry: entry)?.use { decoder in
          guard decoder.isSplit else { return fillShell(number, decoder) }
          // The choice was made before the shell.
          if let chosen = try? decoder.decoder(of: number, self) { fillShell(number, chosen) }
        }
      }
      guard objects.state(of: number) == .made else { throw objects.error(of: number) }
    }
    path.count = depth
  }

  /// Loads the objects to which the next records refer first: shells are mostly filled in the order of their records.
  @inline(never)
  private func lookAhead(from number: Int) {
    let next = number..<(number + 32)
    pending.lookedAt = next
    objects.look(at: store.targets[next.clamped(to: store.targets.indices)])
  }

  private func fillShell(_ number: Int, _ decoder: ClassDecoder) {
    dependencies.filled = number
    defer { dependencies.filled = 0 }
    if decoder.leadsAhead(classes) {
      resolve(Dependency(number, isFilled: true))
    } else {
      fill(number, decoder)
    }
  }
}

// References

extension DecodingSession {
  /// Decodes a reference; returns nil for a reference to nil.
  @inline(__always)
  func reference(
    _ type: ArchivedType, _ input: inout ValidCursor, _ target: TargetClass
  ) throws -> AnyObject? {
    guard type.isReference else { return try otherReference(type, &input, target) }
    classes.remember(target, for: type)
    let start = input.offset
    let number = input.readNumber()
    return number == 0 ? nil : try object(number, target, through: type, at: start)
  }

  @inline(never)
  private func otherReference(
    _ type: ArchivedType, _ input: inout ValidCursor, _ target: TargetClass
  ) throws -> AnyObject? {
    let start = input.offset
    guard let type = types.unwrap(type, &input) else { return nil }
    guard type.isReference || type.code == .weak else {
      guard let decoder = target.decoder, type.code != .enum else {
        throw wrongType(target.type, type, at: start)
      }
      return try decoder.decodeObject(of: type, &input, self)
    }
    let number = types.readReference(type, &input)
    classes.remember(target, for: type)
    return number == 0 ? nil : try object(number, target, through: type, at: start)
  }

  /// Decodes the elements of a list of references, which may not be nil.
  ///
  /// The input moves to the end of the last element. `count` is the number of decoded elements, also if an error is thrown.
  ///
  /// - Throws: The error of the initialiser of an object.
  @unsafe
  func decodeReferences(
    _ list: OpenList, _ input: inout ValidCursor, _ target: TargetClass,
    to elements: UnsafeMutablePointer<AnyObject>, _ count: inout Int
  ) throws {
    let depth = path.count
    if list.element.isReference { classes.remember(target, for: list.element) }
    // A local cursor can be kept in registers.
    var reader = input
    for index in 0..<list.count {
      if list.element.isReference, let object = readyObject(&reader, target) {
        unsafe (elements + index).initialize(to: object)
      } else {
        path.put(.index(index), at: depth)
        let start = reader.offset
        guard let object = try reference(list.element, &reader, target) else {
          throw noValue(target.type, at: start)
        }
        unsafe (elements + index).initialize(to: object)
      }
      count = index + 1
    }
    input = reader
    path.count = depth
  }
}
