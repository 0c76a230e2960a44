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
  /// - Throws: `DecodingError` when an object is just being filled, or what the filling throws.
  func completeHashed(
    _ plan: ReadingPlan, at start: Int, _ input: CheckedBytes, _ site: Site
  ) throws {
    guard hasTwoPhase, plan.mayReferWeakly else { return }
    var value = input
    try value.move(to: start)
    var finder = TargetFinder()
    try scanner.scan(plan, &value, in: self, &finder)
    for target in finder.targets {
      complete(WantedObject(target, isFilled: true))
      switch objects.state(of: target) {
      case .made: continue
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

  private struct TargetFinder: ReferenceVisitor {
    var targets: [Int] = []

    mutating func visit(_ plan: ReadingPlan, _ number: Int, isHashed: Bool) {
      targets.append(number)
    }

    // The program has an object in its set, however the archive refers to it.
    mutating func visitWeak(_ number: Int) { targets.append(number) }
  }
}
