extension GraphDecoder {
  /// Makes or fills an object, and before it those that it needs, by references like those accepted before.
  ///
  /// The objects that an initialiser asks for have to exist; elements of sets and keys of dictionaries have to be
  /// filled, as their hash depends on what is in them.
  func complete(_ wanted: WantedObject) {
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
        bring(target)
        walk.pop()
      }
    }
  }

  /// Makes a shell, which is filled in its turn.
  func makeShell(_ number: Int, _ twoPhase: TwoPhaseClass) -> AnyObject {
    let object = twoPhase.make()
    objects.adopt(number, object)
    shells.add(number)
    return object
  }

  /// Fills the objects that have been handed out, and those that are handed out meanwhile.
  ///
  /// - Throws: What the filling of one of them throws.
  func fillShells() throws {
    guard !shells.isEmpty else { return }
    var decoder = takeDecoder(for: .object)
    defer { give(&decoder) }
    while let number = shells.next() {
      if objects.state(of: number) == .shell {
        let record = try store.record(number)
        try fillShells(from: number, record, try filling(of: record.entry), &decoder)
      }
      guard objects.state(of: number) == .made else { throw objects.error(of: number) }
    }
  }

  /// Fills an object, and those behind it in the queue that are of the same entry.
  private func fillShells(
    from first: Int, _ record: (entry: Int, content: CheckedBytes), _ filling: Filling,
    _ decoder: inout ValueDecoder
  ) throws {
    var number = first
    var content = record.content
    try enter(decoder)
    defer {
      leave()
      walk.filled = 0
    }
    while true {
      walk.filled = number
      if filling.body.leadsAhead(edges) {
        leave()
        complete(WantedObject(number, isFilled: true))
        try enter(decoder)
        guard objects.state(of: number) == .made else { throw objects.error(of: number) }
      } else {
        guard fill(number, content, filling, decoder) else { throw objects.error(of: number) }
        if !retire(&decoder) { decoder = takeDecoder(for: .object) }
      }
      guard let next = shells.first else { return }
      let record = try store.record(next)
      // What is no shell any more has been filled before it was due.
      guard record.entry == filling.entry, objects.isShell(next) else { return }
      _ = shells.next()
      number = next
      content = record.content
    }
  }

  /// Whether there is something to be done for an object.
  func isOutstanding(_ wanted: WantedObject) -> Bool {
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
    if objects.state(of: number) == .untouched {
      guard let entry = try? store.entry(of: number), let twoPhase = classes[entry]?.twoPhase else {
        make(number)
        if wanted.isFilled { objects.set(.readyToHash, number) }
        return
      }
      // Nobody has the object yet, so it does not wait in the queue.
      objects.adopt(number, twoPhase.make())
    }
    guard wanted.isFilled else { return }
    if objects.state(of: number) == .shell {
      fill(number)
    }
    objects.set(.readyToHash, number)
  }

  /// Finds the objects that have to be brought forward before another one.
  private func findNeeds(of wanted: WantedObject) {
    // A record that cannot be read fails when it is asked for.
    guard let record = try? store.record(wanted.number),
      let body = try? bodies.body(ofEntry: record.entry), body.referringCount > 0
    else { return }
    let isTwoPhase = classes[record.entry]?.twoPhase != nil
    guard body.leadsAhead(edges) || (wanted.isFilled && !isTwoPhase) else { return }
    if isTwoPhase, !wanted.isFilled { return }
    // What an object that is hashed consists of has to be filled, too.
    var finder = NeedFinder(graph: self, isFilled: wanted.isFilled && !isTwoPhase)
    var input = record.content
    try? scanner.scan(body, &input, in: self, &finder)
  }

  private struct NeedFinder: ReferenceVisitor {
    let graph: GraphDecoder
    let isFilled: Bool

    mutating func visit(_ plan: ReadingPlan, _ number: Int, isHashed: Bool) {
      guard let reading = plan.edge, let entry = try? graph.store.entry(of: number),
        reading.accepts(entry), !graph.store.isLazy || graph.isMember(entry, of: plan)
      else { return }
      let need = WantedObject(number, isFilled: (isHashed || isFilled) && graph.hasTwoPhase)
      guard need.isFilled || graph.classes[entry]?.twoPhase == nil else { return }
      if graph.isOutstanding(need) { graph.walk.add(need) }
    }
  }

  /// Fills an object; whatever it throws is kept for those who ask for the object.
  private func fill(_ number: Int) {
    var decoder = takeDecoder(for: .object)
    defer { give(&decoder) }
    do {
      let record = try store.record(number)
      try enter(decoder)
      defer { leave() }
      _ = fill(number, record.content, try filling(of: record.entry), decoder)
    } catch {
      objects.fail(number, error)
    }
  }

  /// What it takes to fill objects of an entry.
  private struct Filling {
    let entry: Int
    let body: ReadingBody
    let objectClass: ObjectClass
    let twoPhase: TwoPhaseClass
  }

  private func filling(of entry: Int) throws -> Filling {
    guard let objectClass = classes[entry], let twoPhase = objectClass.twoPhase else {
      throw ArchiveError(.undefinedEntry, at: 0)
    }
    return Filling(
      entry: entry, body: try bodies.body(ofEntry: entry), objectClass: objectClass,
      twoPhase: twoPhase)
  }

  /// Fills an object with a decoder, inside of an initialiser that has been entered, and tells whether that has succeeded.
  @inline(__always)
  private func fill(
    _ number: Int, _ content: CheckedBytes, _ filling: Filling, _ decoder: ValueDecoder
  ) -> Bool {
    do {
      try decoder.begin(
        object: number, filling.objectClass, filling.body, entry: filling.entry, content)
      guard let object = unsafe objects.beginFilling(number) else {
        throw GraphCodingError(.noObject(number))
      }
      // Safe: the table keeps the object as long as anything is decoded.
      try unsafe object._withUnsafeGuaranteedRef { try filling.twoPhase.fill($0, decoder) }
      objects.endFilling(number)
      if filling.objectClass.isAwoken { awakenings.append(number) }
      return true
    } catch {
      return failed(number, error)
    }
  }

  @inline(never)
  private func failed(_ number: Int, _ error: any Error) -> Bool {
    objects.fail(number, error)
    return false
  }
}
