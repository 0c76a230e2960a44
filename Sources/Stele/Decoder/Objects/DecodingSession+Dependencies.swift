// Objects that others need come first, however long the chain: one walk with a stack of its own.

extension DecodingSession {
  /// Makes or fills an object, and before it those that it needs, by references like those accepted before.
  ///
  /// The objects that an initialiser asks for have to exist; elements of sets and keys of dictionaries have to be
  /// filled, as their hash depends on what is in them.
  func complete(_ wanted: WantedObject) {
    let pathDepth = path.count
    let (depth, mark) = walk.begin()
    _ = objects.mark(wanted, mark)
    walk.push(wanted)
    findNeeds(of: wanted)
    while let action = walk.next(above: depth) {
      switch action {
      case .visit(let target):
        guard isOutstanding(target), objects.mark(target, mark) else { continue }
        walk.push(target)
        findNeeds(of: target)
      case .make(let target):
        path.count = pathDepth
        bring(target)
        walk.pop()
      }
    }
    path.count = pathDepth
  }

  /// Whether there is something to be done for an object.
  private func isOutstanding(_ wanted: WantedObject) -> Bool {
    switch objects.state(of: wanted.number) {
    case .untouched: true
    case .shell: wanted.isFilled
    case .made: wanted.isFilled && !objects.has(.readyToHash, wanted.number)
    case .beginning, .filling, .failed: false
    }
  }

  /// Brings an object as far as it has to come; everything that it needs has been tried before.
  private func bring(_ wanted: WantedObject) {
    let number = wanted.number
    guard let plan = plan(of: number) else { return }
    if objects.state(of: number) == .untouched {
      guard plan.isTwoPhase else {
        make(number, plan)
        if wanted.isFilled { objects.set(.readyToHash, number) }
        return
      }
      // Nobody has the object yet, so it does not wait in the queue.
      objects.put(plan.makeShell(), number, .shell)
    }
    guard wanted.isFilled else { return }
    if objects.state(of: number) == .shell { fill(number, plan) }
    objects.set(.readyToHash, number)
  }

  /// Finds the objects that have to be brought forward before another one.
  private func findNeeds(of wanted: WantedObject) {
    // A record that cannot be read fails when it is asked for.
    guard let record = try? store.record(wanted.number) else { return }
    guard let plan = plan(of: wanted.number, ofEntry: record.entry), !plan.isSelfContained else {
      return
    }
    guard plan.leadsAhead(self) || (wanted.isFilled && !plan.isTwoPhase) else { return }
    if plan.isTwoPhase, !wanted.isFilled { return }
    // What an object that is hashed consists of has to be filled, too.
    let isFilled = wanted.isFilled && !plan.isTwoPhase
    types.forEachReference(inRecordOf: record.entry, at: record.content) { found in
      let number = found.number
      guard found.isStrong, let request = edge(found.type),
        let entry = try? store.entry(of: number),
        request.accepts(entry) || accepts(number, of: entry, request),
        !store.isLazy || isMember(entry, of: found.type)
      else { return }
      let need = WantedObject(number, isFilled: (found.isHashed || isFilled) && hasTwoPhase)
      guard need.isFilled || self.plan(of: number, ofEntry: entry)?.isTwoPhase == false else {
        return
      }
      // What is filled meanwhile does without it, and takes it up later.
      if plan.isTwoPhase, isHeldUp(number) { return }
      if isOutstanding(need) { walk.add(need) }
    }
  }
}

// Objects that are hashed have to be complete

extension DecodingSession {
  /// Sees to it that a value can be hashed: that the objects in it have been filled.
  ///
  /// Objects that are reached only through other objects are filled first where that is possible.
  ///
  /// - Parameters:
  ///   - type: The type of the value in the archive.
  ///   - start: The value.
  ///   - isAll: Whether all of the value is hashed; otherwise the elements of sets and keys of maps in it are.
  /// - Throws: `DecodingError` when an object is just being filled, or what the filling throws.
  func completeHashed(_ type: ArchivedType, at start: ValidCursor, isAll: Bool = true) throws {
    guard type.concernsGraph else { return }
    if isAll, !pending.isEmpty { try completeReferences(inHashed: type, at: start) }
    guard hasTwoPhase || !missingValues.isEmpty || !secondPhase.isEmpty else { return }
    let depth = path.count
    // The program has an object in its set, however the archive refers to it.
    for found in types.references(in: type, at: start) where isAll || found.isHashed {
      let target = found.number
      // What is hashed by its identity need not be complete, and may be in any circle.
      if let surrogate, let object = objects.object(target), !surrogate.hashesContent(of: object) {
        continue
      }
      complete(WantedObject(target, isFilled: true))
      path.count = depth
      switch objects.state(of: target) {
      case .made: try finishEarly(target)
      // An object that is read as a value is never made.
      case .untouched where plan(of: target) == nil: continue
      case .failed, .untouched: throw objects.error(of: target)
      // The collection finds out if the hash depends on more, when all objects are complete.
      case .filling where isReadyToHash(target): continue
      case .beginning, .shell, .filling: throw hashCycle(through: target, at: start.offset)
      }
    }
  }

  private func isReadyToHash(_ number: Int) -> Bool {
    objects.object(number).map { surrogate?.isReadyToHash($0) ?? false } ?? false
  }

  /// Does what is left for an object that a surrogate has made, if it leads to none that has not been made.
  private func finishEarly(_ number: Int) throws {
    guard missingValues.has(number) || secondPhase.has(number), !leadsToOneBeingMade(number) else {
      return
    }
    for task in missingValues.take(of: number) + secondPhase.take(of: number) { try task(self) }
  }

  /// Whether an object refers, strongly or weakly, to one that is not complete enough to be referred to.
  private func leadsToOneBeingMade(_ number: Int) -> Bool {
    guard let record = try? store.record(number) else { return true }
    var isLeading = false
    types.forEachReference(inRecordOf: record.entry, at: record.content) { found in
      isLeading = isLeading || leadsToUnfinished(found.number)
    }
    return isLeading
  }

  /// How many references are followed in search of objects whose initialisers run.
  private static var searchLimit: Int { 10_000 }

  /// Whether an object cannot be made before one whose initialiser is running has been, or whether it would take long to
  /// find out.
  ///
  /// Weak references are not worth a circle: who follows one can do without.
  func leadsToUnfinished(_ number: Int) -> Bool {
    var limit = Self.searchLimit
    return leadsToUnfinished(number, within: &limit, passesShells: true) ?? true
  }

  /// Whether an object of which a surrogate fills another cannot be made yet, since it leads to one whose initialiser is running.
  func isHeldUp(_ number: Int) -> Bool {
    guard runningCount > 0, surrogate != nil else { return false }
    return leadsToUnfinished(number, within: &searchBudget, passesShells: false) ?? false
  }

  /// Looks for an object whose initialiser is running, by way of others that have not been made.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - limit: How many references may be followed; those that are followed are taken from it.
  ///   - passesShells: Whether the way may lead through objects that can be referred to before they are filled.
  /// - Returns: Whether there is one, or nil if the limit does not suffice to find out.
  private func leadsToUnfinished(
    _ number: Int, within limit: inout Int, passesShells: Bool
  ) -> Bool? {
    guard objects.state(of: number) == .untouched else {
      return objects.state(of: number) == .beginning
    }
    var left = limit
    defer { limit = left }
    var seen: Set<Int> = [number]
    var rest = [number]
    var isFound = false
    while !isFound, let next = rest.popLast() {
      guard left > 0 else { return nil }
      guard let record = try? store.record(next),
        passesShells || plan(of: next, ofEntry: record.entry)?.isTwoPhase != true
      else { continue }
      types.forEachReference(inRecordOf: record.entry, at: record.content) { found in
        guard found.isStrong else { return }
        left -= 1
        let state = objects.state(of: found.number)
        isFound = isFound || state == .beginning
        if state == .untouched, seen.insert(found.number).inserted { rest.append(found.number) }
      }
    }
    return isFound
  }
}
