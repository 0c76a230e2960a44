// Objects that are hashed have to be complete: those in elements of sets and in keys of dictionaries

extension DecodingSession {
  /// Prepares a value for hashing: fills the objects in it.
  ///
  /// Objects that are reached only through other objects are filled first where that is possible.
  ///
  /// Without `isAll`, only the elements of sets and the keys of maps in the value are hashed.
  ///
  /// - Throws: `DecodingError` if an object is just being filled, or the error of the filling.
  func completeHashed(_ type: ArchivedType, at start: ValidCursor, isAll: Bool = true) throws {
    guard type.concernsGraph else { return }
    if isAll, !pending.references.isEmpty { try completeReferences(inHashed: type, at: start) }
    guard
      classes.hasTwoPhase || !pending.missingValues.isEmpty || !pending.secondPhase.isEmpty
    else { return }
    let depth = path.count
    // The program has an object in its set, whether the archive refers to it strongly or weakly.
    for found in types.references(in: type, at: start) where isAll || found.isHashed {
      let target = found.number
      // An object that is hashed by its identity need not be complete, and may be in any cycle.
      if let surrogate = classes.surrogate, let object = objects.object(target),
        !surrogate.hashesContent(of: object)
      {
        continue
      }
      resolve(Dependency(target, isFilled: true))
      path.count = depth
      switch objects.state(of: target) {
      case .made: try finishEarly(target)
      // An object that is read as a value is never made.
      case .untouched where classDecoder(of: target) == nil: continue
      case .failed, .untouched: throw objects.error(of: target)
      // The collection finds out if the hash depends on more, when all objects are complete.
      case .filling where isReadyToHash(target): continue
      case .beginning, .shell, .filling: throw hashCycle(through: target, at: start.offset)
      }
    }
  }

  private func isReadyToHash(_ number: Int) -> Bool {
    objects.object(number).map { classes.surrogate?.isReadyToHash($0) ?? false } ?? false
  }

  /// Runs the pending tasks of an object that a surrogate has made, if it reaches none whose initialiser is running.
  private func finishEarly(_ number: Int) throws {
    guard pending.missingValues.has(number) || pending.secondPhase.has(number),
      !leadsToOneBeingMade(number)
    else { return }
    for task in pending.missingValues.take(of: number) + pending.secondPhase.take(of: number) {
      try task(self)
    }
  }

  /// Returns whether an object refers, strongly or weakly, to one that is not complete enough to be referred to.
  private func leadsToOneBeingMade(_ number: Int) -> Bool {
    guard let record = try? store.record(number) else { return true }
    var isLeading = false
    types.forEachReference(inRecordOf: record.entry, at: record.content) { found in
      isLeading = isLeading || leadsToUnfinished(found.number)
    }
    return isLeading
  }

  /// Sets the back references in a value that is hashed next, as far as their objects have been made, and decodes late references
  /// if no initialiser is running.
  ///
  /// - Throws: The error of a late reference.
  private func completeReferences(inHashed type: ArchivedType, at start: ValidCursor) throws {
    if !pending.isCompletingHashed, dependencies.isEmpty, pending.references.hasLate {
      pending.isCompletingHashed = true
      defer { pending.isCompletingHashed = false }
      try completeLate()
    }
    for found in types.references(in: type, at: start) {
      guard found.isStrong else {
        setBackReferences(to: found.number)
        continue
      }
      // Each object is visited once, however many elements contain it.
      guard pending.references.hashed.insert(found.number).inserted,
        let record = try? store.record(found.number)
      else { continue }
      types.forEachReference(inRecordOf: record.entry, at: record.content) { inner in
        if !inner.isStrong { setBackReferences(to: inner.number) }
      }
    }
  }

  private func setBackReferences(to target: Int) {
    if let object = objects.object(target) { pending.references.set(target, to: object) }
  }

  /// Arranges that the hashes of the elements of a set, or the keys of a dictionary, are compared when all references have been
  /// set, if they can still change.
  func watchHashes<Elements: Collection>(
    of elements: Elements, _ type: ArchivedType, at offset: Int
  ) where Elements.Element: Hashable {
    guard type.concernsGraph, !pending.references.isEmpty, !elements.isEmpty else { return }
    let hashes = elements.map(\.hashValue)
    let way = path.prefix(to: path.count)
    pending.secondPhase.add(check: { session in
      guard zip(elements, hashes).contains(where: { $0.hashValue != $1 }) else { return }
      session.path.push(.prefix(way.keys, object: way.object))
      throw session.failure(.hashCycle([]), at: offset)
    })
  }
}
