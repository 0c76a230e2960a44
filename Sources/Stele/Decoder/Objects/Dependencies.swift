// Dependencies are made before the objects that refer to them: one search with its own stack, however long the chain.

extension DecodingSession {
  /// Makes or fills an object, after the objects on which it depends by references with known targets.
  ///
  /// The objects that an initialiser requests have to exist; elements of sets and keys of dictionaries have to be
  /// filled, as their hash depends on their content.
  func resolve(_ object: Dependency) {
    let pathDepth = path.count
    let (depth, mark) = dependencies.begin()
    _ = objects.mark(object, mark)
    dependencies.push(object)
    findDependencies(of: object)
    while let (dependency, isVisited) = dependencies.next(above: depth) {
      if isVisited {
        path.count = pathDepth
        complete(dependency)
        dependencies.pop()
      } else if isOutstanding(dependency), objects.mark(dependency, mark) {
        dependencies.push(dependency)
        findDependencies(of: dependency)
      }
    }
    path.count = pathDepth
  }

  /// Returns whether an object has to be made or filled.
  private func isOutstanding(_ dependency: Dependency) -> Bool {
    switch objects.state(of: dependency.number) {
    case .untouched: true
    case .shell: dependency.isFilled
    case .made: dependency.isFilled && !objects.has(.readyToHash, dependency.number)
    case .beginning, .filling, .failed: false
    }
  }

  /// Makes an object, and fills it if necessary, after its dependencies.
  private func complete(_ dependency: Dependency) {
    let number = dependency.number
    guard let decoder = classDecoder(of: number) else { return }
    if objects.state(of: number) == .untouched {
      guard decoder.isTwoPhase else {
        make(number, decoder)
        if dependency.isFilled { objects.set(.readyToHash, number) }
        return
      }
      // The program does not have the object yet, so it does not wait in the queue.
      objects.put(decoder.makeShell(), number, .shell)
    }
    guard dependency.isFilled else { return }
    if objects.state(of: number) == .shell { fill(number, decoder) }
    objects.set(.readyToHash, number)
  }

  private func findDependencies(of object: Dependency) {
    // A record that cannot be read fails when it is requested.
    guard let record = try? store.record(object.number),
      let decoder = classes.decoder(of: object.number, ofEntry: record.entry, self),
      !decoder.isSelfContained
    else { return }
    guard decoder.leadsAhead(classes) || (object.isFilled && !decoder.isTwoPhase) else { return }
    if decoder.isTwoPhase, !object.isFilled { return }
    // An object is ready to hash when the objects that it consists of are.
    let isFilled = object.isFilled && !decoder.isTwoPhase
    types.forEachReference(inRecordOf: record.entry, at: record.content) { found in
      let number = found.number
      guard found.isStrong, let target = classes.target(of: found.type),
        let entry = try? store.entry(of: number),
        target.accepts(entry) || isAdmitted(number, of: entry, target),
        !store.isLazy || types.isMember(entry, of: found.type)
      else { return }
      let dependency = Dependency(
        number, isFilled: (found.isHashed || isFilled) && classes.hasTwoPhase)
      guard
        dependency.isFilled
          || classes.decoder(of: number, ofEntry: entry, self)?.isTwoPhase == false
      else { return }
      // An object that is filled meanwhile does without it, and is given it later.
      if decoder.isTwoPhase, isHeldUp(number) { return }
      if isOutstanding(dependency) { dependencies.add(dependency) }
    }
  }

  /// Returns whether an object of a split class is of a class that a reference admits.
  private func isAdmitted(_ number: Int, of entry: Int, _ target: TargetClass) -> Bool {
    guard let decoder = classes.decoder(ofEntry: entry), decoder.isSplit,
      let chosen = try? decoder.decoder(of: number, self)
    else { return false }
    return target.admits(chosen.type) && allows(chosen, of: decoder, target)
  }
}

// Objects whose initialisers are running

extension DecodingSession {
  /// The number of references that are followed in search of objects whose initialisers run.
  private static var searchLimit: Int { 10_000 }

  /// Returns whether an object cannot be made before one whose initialiser is running, or whether that would take long to find
  /// out.
  ///
  /// Weak references are not worth a cycle: an object can do without their targets.
  func leadsToUnfinished(_ number: Int) -> Bool {
    var limit = Self.searchLimit
    return leadsToUnfinished(number, within: &limit, passesShells: true) ?? true
  }

  /// Returns whether an object that a surrogate needs to fill another one cannot be made yet, because it reaches one whose
  /// initialiser is running.
  func isHeldUp(_ number: Int) -> Bool {
    guard runningCount > 0, classes.makeSurrogateDecoder != nil else { return false }
    // A class that has been split may run code of the program meanwhile, which may come here again.
    var limit = referenceBudget
    defer { referenceBudget = min(referenceBudget, limit) }
    return leadsToUnfinished(number, within: &limit, passesShells: false) ?? false
  }

  /// Looks for an object whose initialiser is running, by way of others that have not been made.
  ///
  /// It follows at most `limit` references, and subtracts those that it has followed. If it passes shells, the way may lead
  /// through objects that can be referred to before they are filled.
  ///
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
        passesShells
          || classes.decoder(of: next, ofEntry: record.entry, self)?.isTwoPhase != true
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
