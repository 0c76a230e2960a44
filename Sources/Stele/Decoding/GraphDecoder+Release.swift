extension GraphDecoder {
  /// Releases the objects that nobody else holds, owners before what they own.
  ///
  /// A long chain takes as much stack as it is long when the first of it is released last: its end would be
  /// released by the deinitialisers of what stands before it, one inside of the other. When each goes before what it
  /// holds, what it holds is still in the table.
  func release() {
    fail()
    references = PendingReferences()
    secondPhase = SecondPhase()
    var released = Released()
    var number = 0
    while let touched = objects.firstTouched(behind: number) {
      number = touched
      // Mostly, what was asked for is held by those who asked, and holds the rest.
      guard let object = objects.takeIfUnique(number) else { continue }
      release(object, number, &released)
    }
    objects.removeAll()
  }

  /// Releases an object, and those that nobody else holds then.
  private func release(_ object: consuming AnyObject, _ number: Int, _ released: inout Released) {
    findOwned(by: number, &released)
    _ = consume object
    while let next = released.numbers.popLast() {
      guard let object = objects.takeIfUnique(next) else { continue }
      findOwned(by: next, &released)
      withExtendedLifetime(object) {}
    }
  }

  private func findOwned(by number: Int, _ released: inout Released) {
    guard let (entry, content) = try? store.record(number),
      let body = try? bodies.body(ofEntry: entry)
    else { return }
    var input = content
    try? scanner.scan(body, &input, in: self, &released)
  }

  private struct Released: ReferenceVisitor {
    var numbers: [Int] = []

    mutating func visit(_ plan: ReadingPlan, _ number: Int, isHashed: Bool) {
      numbers.append(number)
    }
  }
}
