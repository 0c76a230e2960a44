extension GraphDecoder {
  /// Sees to it that a value can be hashed: that the objects in it have been filled.
  ///
  /// Objects that are reached only through other objects are filled first where that is possible.
  ///
  /// - Parameters:
  ///   - plan: The type of the value in the archive.
  ///   - start: Where it stands.
  ///   - input: What has been read.
  ///   - site: The place, for errors.
  ///   - isAll: Whether all of the value is hashed; otherwise the elements of sets and keys of maps in it are.
  /// - Throws: `DecodingError` when an object is just being filled, or what the filling throws.
  func completeHashed(
    _ plan: ReadingPlan, at start: Int, _ input: CheckedBytes, _ site: Site,
    isAll: Bool = true
  ) throws {
    guard hasTwoPhase || !secondPhase.isEmpty, plan.mayReferWeakly else { return }
    var value = input
    try value.move(to: start)
    var finder = TargetFinder(isAll: isAll)
    try scanner.scan(plan, &value, in: self, &finder)
    for target in finder.targets {
      // What is hashed by its identity need not be complete, and may be in any circle.
      if let surrogate, let object = objects.object(target), !surrogate.hashesContent(of: object) {
        continue
      }
      complete(WantedObject(target, isFilled: true))
      switch objects.state(of: target) {
      case .made: try finishEarly(target)
      case .failed, .untouched: throw objects.error(of: target)
      case .beginning, .shell, .filling:
        let path = keys(around: target)
        throw site.failure(
          .hashCycle(path), at: start,
          "The object \(target) is to be hashed for a set or dictionary, but it is not complete, because it leads "
            + "back to that: \(path.joined(separator: ", ")).")
      }
    }
  }

  /// Does what is left for an object that a surrogate has made, if it leads to none that has not been.
  private func finishEarly(_ number: Int) throws {
    guard !secondPhase.isEmpty, secondPhase.has(number), !leadsToOneBeingMade(number) else {
      return
    }
    for task in secondPhase.take(of: number) { try task(self) }
  }

  /// Whether an object refers, strongly or weakly, to one that cannot be handed out yet.
  private func leadsToOneBeingMade(_ number: Int) -> Bool {
    guard let record = try? store.record(number),
      let body = try? bodies.body(ofEntry: record.entry)
    else { return true }
    // Weak references come after the strong ones, so all keys are looked at.
    var finder = TargetFinder(isAll: true)
    var input = record.content
    let presence = input.offset
    guard (try? input.skip((body.optionalCount + 7) / 8)) != nil else { return true }
    for slot in body.slots {
      guard (try? slot.isPresent(presence, input)) == true else { continue }
      guard (try? scanner.scan(slot.plan, &input, in: self, &finder)) != nil else { return true }
    }
    return finder.targets.contains { leadsToUnfinished($0) }
  }

  private struct TargetFinder: ReferenceVisitor {
    let isAll: Bool
    var targets: [Int] = []

    mutating func visit(_ plan: ReadingPlan, _ number: Int, isHashed: Bool) {
      if isAll || isHashed { targets.append(number) }
    }

    // The program has an object in its set, however the archive refers to it.
    mutating func visitWeak(_ number: Int, isHashed: Bool) {
      if isAll || isHashed { targets.append(number) }
    }
  }
}
