extension DecodingSession {
  func decode<T: Decodable>(_ type: T.Type, _ root: NamedValuePlace) throws -> T {
    try decode(try typeDecoder(of: type), root)
  }

  /// Decodes the value of a root, and completes everything that it reaches.
  func decode<T>(
    _ decoder: @autoclosure () throws -> TypeDecoder<T>, _ root: NamedValuePlace
  ) throws -> T {
    let place = store.place(of: root)
    return try complete(.root(place)) {
      var input = place
      let type = types.readDescriptor(&input)
      return try decoder().decode(type, &input, self)
    }
  }

  /// Decodes an object by its number, and completes everything that it reaches.
  func decode<T: Decodable & AnyObject>(_ type: T.Type, object number: Int) throws -> T {
    try complete(.object(number)) {
      guard let target = try typeDecoder(of: type).references else {
        // Opaque objects have their own decoder.
        guard let opaque = try opaqueObject(number, at: 0) as? T else {
          throw SteleCodingError(.noObject(number))
        }
        return opaque
      }
      // Nothing in the archive refers to the object here: an error is one of the object itself.
      let any = ArchivedType(CompiledType(.ref), index: 0)
      let offset = try store.record(number).content.offset
      path.push(.object(number))
      let object = try object(number, target, through: any, at: offset)
      // Safe: the object was found to be of the class.
      return unsafe unsafeDowncast(object, to: T.self)
    }
  }

  /// Runs a call of the program, and completes everything that the decoded value reaches.
  private func complete<T>(
    _ start: ObjectPathSearch.Start, _ body: () throws -> T
  ) throws -> T {
    guard !isFinished else { throw SteleCodingError(.coderIsFinished) }
    callCount += 1
    if callCount == 1 { stack.begin() }
    let depth = path.count
    path.push(.object(0))
    let value: T
    do {
      value = try body()
      path.count = depth
    } catch {
      path.count = depth
      callCount -= 1
      throw callCount == 0 ? completed(misplacement.take() ?? error, from: start) : error
    }
    callCount -= 1
    // An initialiser that decodes something else with the same unarchiver leaves the rest to the outer call.
    guard callCount == 0 else { return value }
    do {
      try completeGraph()
      if let misplacement = misplacement.take() { throw misplacement }
    } catch {
      // Shells would stay incomplete, and later requests would return them.
      refuseFurtherCalls()
      throw completed(error, from: start)
    }
    return value
  }

  /// Completes an error that leaves the outermost call of the program with the path to the object in which it arose.
  ///
  /// The path is searched for among the objects that have been decoded. All searches of a session together take time in
  /// proportion to the archive; after that, paths begin at the object.
  private func completed(_ error: any Error, from start: ObjectPathSearch.Start) -> any Error {
    guard let error = error as? DecodingError else { return error }
    let cause = error.underlyingError as? SteleCodingError
    guard cause?.hasRootPath != true else { return error }
    let number = cause?.object ?? objects.origin(of: error)
    var place = SteleCodingError(
      .valueDoesNotFit, object: number, className: number.flatMap(className))
    if let number {
      place.offset = try? store.record(number).content.offset
    } else if case .root(var input) = start {
      _ = types.readDescriptor(&input)
      place.offset = input.offset
    }
    let path = number.flatMap { objectPath(to: $0, from: start) }
    return error.completed(with: path, to: place, className: className)
  }

  private func objectPath(
    to number: Int, from start: ObjectPathSearch.Start
  ) -> ObjectPath? {
    var search = ObjectPathSearch(store, byteBudget: pathBudget)
    defer { pathBudget = search.byteBudget }
    // The error may be one of finding the class, before the object is touched.
    return search.path(to: number, from: start) {
      $0 == number || objects.state(of: $0) != .untouched
    }
  }
}

// The work that is left when the root has been decoded

extension DecodingSession {
  /// Fills objects, decodes late references, sets the back references to objects that have been made, and awakes these.
  private func completeGraph() throws {
    try completeLate()
    while !pending.missingValues.isEmpty || !pending.secondPhase.isEmpty {
      let tasks =
        pending.missingValues.isEmpty
        ? pending.secondPhase.takeAll() : pending.missingValues.takeAll()
      for task in tasks { try task(self) }
      try completeLate()
    }
    try setBackReferences()
    for check in pending.secondPhase.takeChecks() { try check(self) }
    reportKeptObjects()
    try awakeObjects()
  }

  /// Fills objects, and decodes late references.
  func completeLate() throws {
    let depth = path.count
    try fillShells()
    while let late = pending.references.nextLateTask() {
      path.put(.object(late.holder), at: depth)
      path.push(late.step)
      try late.decoder.decodeLate(late, self)
      path.count = depth
      try fillShells()
    }
    withExtendedLifetime(pending.references.takeDecoded()) {}
  }

  private func setBackReferences() throws {
    // The references whose objects have not been made wait for another call.
    pending.references.unset = try pending.references.unset.filter { reference in
      guard let object = objects.object(reference.target) else { return true }
      guard !reference.box.patch(object) else { return false }
      path.push(.object(reference.holder))
      throw wrongType(
        reference.box.targetType, .weakReference(to: className(of: reference.target)), at: nil)
    }
  }

  /// Awakes the objects that have been made, if their classes request it, children before their parents.
  ///
  /// In a cycle any of the objects may be the first.
  ///
  /// - Throws: The error of the first object that fails.
  private func awakeObjects() throws {
    guard !pending.awakenings.isEmpty || !pending.valueAwakenings.isEmpty else { return }
    let waiting = Set(pending.awakenings).union(pending.valueAwakenings.keys.filter { $0 > 0 })
      .sorted()
    pending.awakenings = []
    let order = DependencyStack()
    for number in waiting where !objects.has(.visited, number) {
      objects.set(.visited, number)
      push(Dependency(number, isFilled: true), to: order)
      while let (object, isVisited) = order.next(above: 0) {
        if isVisited {
          order.pop()
          try awakeValues(of: object.number)
          try awake(object.number)
        } else if !objects.has(.visited, object.number) {
          objects.set(.visited, object.number)
          push(object, to: order)
        }
      }
    }
    // The values in the root.
    try awakeValues(of: 0)
  }

  /// Awakes the objects that have been made from the values of another one.
  private func awakeValues(of holder: Int) throws {
    guard !pending.valueAwakenings.isEmpty else { return }
    for awaken in pending.valueAwakenings.removeValue(forKey: holder) ?? [] { try awaken() }
  }

  private func awake(_ number: Int) throws {
    guard let object = objects.object(number) else { return }
    do {
      try classDecoder(of: number)?.awaken?(object)
    } catch {
      objects.remember(error, of: number)
      throw objects.error(of: number)
    }
  }

  /// Adds an object, with the objects that it refers to, as far as they have been made and not been visited.
  private func push(_ parent: Dependency, to order: DependencyStack) {
    order.push(parent)
    guard let record = try? store.record(parent.number) else { return }
    types.forEachReference(inRecordOf: record.entry, at: record.content) { found in
      guard found.isStrong, objects.state(of: found.number) == .made,
        !objects.has(.visited, found.number)
      else { return }
      order.add(Dependency(found.number, isFilled: true))
    }
  }
}

// Releasing

extension DecodingSession {
  /// Releases the objects that the program does not hold, owners before the objects that they own.
  ///
  /// If the first object of a long chain were released last, each would be released by the deinitialiser of its predecessor,
  /// and the deinitialisers would nest as deep as the chain is long. An object that is released before the objects that it owns
  /// leaves these in the table.
  func release() {
    refuseFurtherCalls()
    // Decoders keep state from one value to the next, which refers to the session.
    closeTypeDecoders()
    classes.close()
    pending.removeAll()
    var owned: [Int] = []
    var number = 0
    while let touched = objects.firstTouched(after: number) {
      number = touched
      var next: Int? = number
      while let owner = next {
        // As a rule, the caller holds the object that it requested, and that holds the rest.
        if let object = objects.takeIfUnique(owner) {
          findOwned(by: owner, &owned)
          withExtendedLifetime(object) {}
        }
        next = owned.popLast()
      }
    }
    objects.removeAll()
  }

  private func findOwned(by number: Int, _ owned: inout [Int]) {
    guard let (entry, content) = try? store.record(number) else { return }
    types.forEachReference(inRecordOf: entry, at: content) { found in
      if found.isStrong { owned.append(found.number) }
    }
  }
}
