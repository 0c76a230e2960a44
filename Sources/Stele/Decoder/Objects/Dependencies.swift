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

extension DecodingSession {
  /// An object is needed to make itself.
  func circle(through number: Int, at offset: Int) -> DecodingError {
    var error = error(.strongCycle(keys(around: number)), at: offset)
    if let entry = try? store.entry(of: number), plan(ofEntry: entry) is SurrogatePlan {
      error.hint = surrogate?.circleAdvice
    }
    return .dataCorrupted(error.decodingContext(codingPath))
  }

  /// An object has to be hashed before it is complete.
  func hashCycle(through number: Int, at offset: Int) -> DecodingError {
    let path = keys(around: number)
    var error = error(.hashCycle(path), at: offset)
    error.detail =
      "object \(number) has to be hashed before it is complete, because it leads back to the set or dictionary: "
      + path.joined(separator: " -> ").shortened(to: 400)
    if let entry = try? store.entry(of: number), plan(ofEntry: entry) is SurrogatePlan {
      error.hint = surrogate?.hashAdvice
    }
    return .dataCorrupted(error.decodingContext(codingPath))
  }

  /// The keys that lead around a circle of references, from an object back to it; the first of them, if there
  /// are many.
  func keys(around number: Int) -> [String] { keys(around: number, in: walk.path) }

  /// An object is read as a value that would contain itself.
  func circle(ofCopy number: Int, at offset: Int) -> DecodingError {
    var error = error(.strongCycle(keys(around: number, in: copies.open)), at: offset)
    error.detail = "object \(number) leads to itself, and a value cannot contain itself"
    error.hint = "Decode it as an object of a class."
    return .dataCorrupted(error.decodingContext(codingPath))
  }

  private func keys(around number: Int, in path: [Int]) -> [String] {
    guard let start = path.lastIndex(of: number) else { return [] }
    let around = path[start...]
    return zip(around, around.dropFirst() + [number]).prefix(64).map { object, target in
      let name = className(of: object) ?? ""
      return keyName(leadingFrom: object, to: target).map { "\(name).\($0)" } ?? name
    }
  }

  /// The class of the outermost object that is being made, and the keys that lead from there to another one; those of its
  /// end, if there are many.
  func way(to number: Int) -> (className: String, keys: [String]) {
    var path = Array(walk.path.suffix(64))
    if path.last != number { path.append(number) }
    let keys = zip(path, path.dropFirst()).compactMap { keyName(leadingFrom: $0, to: $1) }
    return (className(of: path[0]) ?? "", keys)
  }

  /// The first key of an object that holds a strong reference to another one.
  private func keyName(leadingFrom object: Int, to target: Int) -> String? {
    guard let (entry, content) = try? store.record(object) else { return nil }
    let body = types.schema.record(ofEntry: entry)
    var input = content
    input.skip(types.schema.presenceByteCount(body))
    for level in types.schema.levels(body) {
      for place in level.places {
        let found = types.references(in: level, place, presence: content.offset, &input)
        if found.contains(where: { $0.isStrong && $0.number == target }) {
          return types.schema.keyNames[level.body.keys.lowerBound + place - level.firstPlace]
        }
      }
    }
    return nil
  }
}
