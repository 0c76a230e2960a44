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
