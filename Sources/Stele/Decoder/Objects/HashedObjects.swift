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

// Back references and late references in elements of sets and keys of dictionaries

extension DecodingSession {
  /// Sets the back references in a value that is hashed next, as far as their objects have been made, and decodes what is
  /// late if no initialiser is running.
  ///
  /// - Parameters:
  ///   - type: The type of the value in the archive.
  ///   - start: The value.
  /// - Throws: What decoding late references throws.
  func completeReferences(inHashed type: ArchivedType, at start: ValidCursor) throws {
    if !isCompletingHashed, walk.isEmpty, pending.hasLate {
      isCompletingHashed = true
      defer { isCompletingHashed = false }
      try completeLate()
    }
    for found in types.references(in: type, at: start) {
      guard found.isStrong else {
        setBackReferences(to: found.number)
        continue
      }
      // Each object is looked at once, however many elements it is in.
      guard pending.hashed.insert(found.number).inserted,
        let record = try? store.record(found.number)
      else { continue }
      types.forEachReference(inRecordOf: record.entry, at: record.content) { inner in
        if !inner.isStrong { setBackReferences(to: inner.number) }
      }
    }
  }

  private func setBackReferences(to target: Int) {
    if let object = objects.object(target) { pending.set(target, to: object) }
  }

  /// Has the hashes of elements compared when all references have been set, if they can still change.
  ///
  /// - Parameters:
  ///   - elements: The elements of a set or the keys of a dictionary.
  ///   - type: Their type in the archive.
  ///   - offset: The offset of the set or dictionary.
  func watchHashes<Elements: Collection>(
    of elements: Elements, _ type: ArchivedType, at offset: Int
  ) where Elements.Element: Hashable {
    guard type.concernsGraph, !pending.isEmpty, !elements.isEmpty else { return }
    let hashes = elements.map(\.hashValue)
    let way = path.prefix(to: path.count)
    secondPhase.add(check: { session in
      guard zip(elements, hashes).contains(where: { $0.hashValue != $1 }) else { return }
      session.path.push(.prefix(way))
      throw session.failure(.hashCycle([]), at: offset)
    })
  }
}
