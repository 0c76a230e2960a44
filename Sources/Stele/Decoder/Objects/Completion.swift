extension DecodingSession {
  /// Decodes a root.
  func decode<T: Decodable>(_ type: T.Type, _ root: RootDirectory.Root) throws -> T {
    try decode(try typeDecoder(of: type), types.type(of: root.type), store.place(of: root))
  }

  /// Decodes a value that no other one holds, and completes everything that it leads to.
  func decode<T>(
    _ decoder: @autoclosure () throws -> TypeDecoder<T>, _ type: ArchivedType, _ input: ValidCursor
  ) throws -> T {
    try complete(.value(type, at: input)) {
      var input = input
      return try decoder().decode(type, &input, self)
    }
  }

  /// Decodes an object by its number, and completes everything that it leads to.
  func decode<T: Decodable & AnyObject>(_ type: T.Type, object number: Int) throws -> T {
    try complete(.object(number)) {
      guard let request = try typeDecoder(of: type).references else {
        // Opaque objects have a decoder of their own.
        guard let opaque = try opaqueObject(number, at: 0) as? T else {
          throw SteleCodingError(.noObject(number))
        }
        return opaque
      }
      // Nothing in the archive refers to the object here.
      let any = types.type(of: .reference(to: nil))
      let object = try object(number, request, through: any, at: 0)
      // Safe: the object was found to be of the class.
      return unsafe unsafeDowncast(object, to: T.self)
    }
  }

  /// Runs a call of the program, and completes everything that what it decodes leads to.
  private func complete<T>(_ start: DecodedPart, _ body: () throws -> T) throws -> T {
    guard !isFinished else { throw SteleCodingError(.coderIsFinished) }
    beginCall()
    let depth = path.count
    path.push(.prefix(PathPrefix(keys: [], object: 0)))
    let value: T
    do {
      value = try body()
      path.count = depth
    } catch {
      path.count = depth
      throw endCall() ? completed(error, from: start) : error
    }
    // An initialiser that decodes something else with the same unarchiver leaves the rest to the outer call.
    guard endCall() else { return value }
    do {
      try completeGraph()
    } catch {
      // Shells would stay incomplete, and later requests would return them.
      fail()
      throw completed(error, from: start)
    }
    return value
  }
}

/// The part of an archive that a program decodes with one call.
enum DecodedPart {
  case value(ArchivedType, at: ValidCursor)
  case object(Int)
}

extension DecodingSession {
  /// Completes an error that leaves the outermost call of the program by the path to the object in which it arose.
  ///
  /// The objects that have been decoded are searched for those that lead there. All searches of a session together take time in
  /// proportion to the archive; after that, paths begin at the object.
  func completed(_ error: any Error, from part: DecodedPart) -> any Error {
    guard let error = error as? DecodingError else { return error }
    let cause = error.context?.underlyingError as? SteleCodingError
    guard let number = cause?.object ?? objects.origin(of: error) else {
      return RootPath().completing(error)
    }
    guard cause?.hasRootPath != true, let path = path(to: number, from: part) else { return error }
    return RootPath(path) { self.className(of: $0) }.completing(error)
  }

  private func path(to number: Int, from part: DecodedPart) -> ObjectPath? {
    let start: ObjectPathSearch.Start =
      switch part {
      case .value(let type, let input): .value(types.descriptor(of: type), at: input)
      case .object(let number): .object(number)
      }
    var search = ObjectPathSearch(store, byteBudget: pathBudget)
    defer { pathBudget = search.byteBudget }
    // The plan of an object may be asked for before the object is touched.
    return search.path(to: number, from: start) {
      $0 == number || objects.state(of: $0) != .untouched
    }
  }
}

// What is left when the root has been decoded

extension DecodingSession {
  /// Fills objects, decodes what is late, sets the back references to objects that have been made, and awakes these.
  func completeGraph() throws {
    try completeLate()
    while !missingValues.isEmpty || !secondPhase.isEmpty {
      let tasks = missingValues.isEmpty ? secondPhase.takeAll() : missingValues.takeAll()
      for task in tasks { try task(self) }
      try completeLate()
    }
    try setBackReferences()
    for check in secondPhase.takeChecks() { try check(self) }
    noteKnownObjects()
    try awakeObjects()
  }

  /// Fills objects, and decodes what is late.
  func completeLate() throws {
    let depth = path.count
    try fillShells()
    while let late = pending.nextLateTask() {
      path.put(.object(late.holder), at: depth)
      path.push(late.step)
      try late.decoder.decodeLate(late, self)
      path.count = depth
      try fillShells()
    }
    withExtendedLifetime(pending.takeDecoded()) {}
  }

  private func setBackReferences() throws {
    var rest: [PendingReferences.Unset] = []
    for reference in pending.unset {
      guard let object = objects.object(reference.target) else {
        rest.append(reference)
        continue
      }
      guard !reference.box.patch(object) else { continue }
      path.push(.prefix(PathPrefix(keys: [], object: reference.holder)))
      throw wrongType(
        reference.box.targetType, .weakReference(to: className(of: reference.target)), at: nil)
    }
    pending.keep(rest)
  }

  /// Awakes the objects that have been made and that want to know, children before their parents.
  ///
  /// In a circle any of the objects may be the first.
  ///
  /// - Throws: What one of them throws.
  private func awakeObjects() throws {
    guard !awakenings.isEmpty || !valueAwakenings.isEmpty else { return }
    for number in awakenings { objects.set(.asleep, number) }
    let waiting = Set(awakenings).union(valueAwakenings.keys.filter { $0 > 0 }).sorted()
    awakenings = []
    let order = ObjectWalk()
    for number in waiting where !objects.has(.visited, number) {
      objects.set(.visited, number)
      push(WantedObject(number, isFilled: true), to: order)
      while let action = order.next(above: 0) {
        switch action {
        case .visit(let child):
          guard !objects.has(.visited, child.number) else { continue }
          objects.set(.visited, child.number)
          push(child, to: order)
        case .make(let parent):
          order.pop()
          try awakeValues(of: parent.number)
          try awake(parent.number)
        }
      }
    }
    // Those of the root.
    try awakeValues(of: 0)
  }

  /// Awakes the objects that have been made of the values of another one.
  private func awakeValues(of holder: Int) throws {
    guard !valueAwakenings.isEmpty else { return }
    for awaken in valueAwakenings.removeValue(forKey: holder) ?? [] { try awaken() }
  }

  private func awake(_ number: Int) throws {
    guard objects.has(.asleep, number), let object = objects.object(number) else { return }
    do {
      try plan(of: number)?.awaken?(object)
    } catch {
      objects.note(error, of: number)
      throw objects.error(of: number)
    }
  }

  /// Goes on to an object, with the objects that it refers to, as far as they have been made and not been visited.
  private func push(_ parent: WantedObject, to order: ObjectWalk) {
    order.push(parent)
    guard let record = try? store.record(parent.number) else { return }
    types.forEachReference(inRecordOf: record.entry, at: record.content) { found in
      guard found.isStrong, objects.state(of: found.number) == .made,
        !objects.has(.visited, found.number)
      else { return }
      order.add(WantedObject(found.number, isFilled: true))
    }
  }
}

// Releasing

extension DecodingSession {
  /// Releases the objects that nobody else holds, owners before what they own.
  ///
  /// A long chain takes as much stack as it is long when the first of it is released last: its end would be
  /// released by the deinitialisers of what stands before it, one inside of the other. When each goes before what it
  /// holds, what it holds is still in the table.
  func release() {
    fail()
    close()
    pending = PendingReferences()
    missingValues = SecondPhase()
    secondPhase = SecondPhase()
    var released: [Int] = []
    var number = 0
    while let touched = objects.firstTouched(after: number) {
      number = touched
      // Mostly, the caller holds what it requested, and that holds the rest.
      guard let object = objects.takeIfUnique(number) else { continue }
      release(object, number, &released)
    }
    objects.removeAll()
  }

  /// Releases an object, and those that nobody else holds then.
  private func release(
    _ object: consuming AnyObject, _ number: Int, _ released: inout [Int]
  ) {
    findOwned(by: number, &released)
    _ = consume object
    while let next = released.popLast() {
      guard let object = objects.takeIfUnique(next) else { continue }
      findOwned(by: next, &released)
      withExtendedLifetime(object) {}
    }
  }

  private func findOwned(by number: Int, _ released: inout [Int]) {
    guard let (entry, content) = try? store.record(number) else { return }
    types.forEachReference(inRecordOf: entry, at: content) { found in
      if found.isStrong { released.append(found.number) }
    }
  }
}
