extension GraphDecoder {
  /// Makes the value of the root named ``SteleEncoder/rootName``, or of the only root.
  func decodeRoot<T: Decodable>(_ type: T.Type) throws -> T {
    let name = SteleEncoder.rootName
    guard let root = try store.roots.root(name) ?? store.roots.root(nil) else {
      throw Unarchiver.noRoot(name)
    }
    return try decode(type, root.type, store.place(of: root))
  }

  /// Makes a value that no other one holds, and completes everything that it leads to.
  func decode<T: Decodable>(
    _ type: T.Type, _ descriptor: TypeDescriptor, _ input: CheckedBytes
  ) throws -> T {
    try decode(try reader(of: type), descriptor, input)
  }

  /// Makes a value with a reader, and completes everything that it leads to.
  func decode<T>(
    _ reader: @autoclosure () throws -> TypeReader<T>, _ descriptor: TypeDescriptor,
    _ input: CheckedBytes
  ) throws -> T {
    guard !isFinished else { throw GraphCodingError(.coderIsFinished) }
    begin()
    let value: T
    do {
      var input = input
      var root = takeDecoder(for: .step)
      // The decoders of what is inside do not hold the one outside.
      defer { give(&root) }
      value = try reader().read(
        plan(ofRoot: descriptor), &input, at: Site(decoder: root, step: .here))
    } catch {
      _ = end()
      noteFailure()
      throw error
    }
    // An initialiser that decodes something else with the same unarchiver leaves the rest to the outer call.
    guard end() else { return value }
    do {
      try complete()
    } catch {
      // Objects that were handed out are incomplete, and would be handed out again.
      fail()
      throw error
    }
    return value
  }

  /// Fills objects, decodes what is late, sets the back references to objects that have been made, and wakes these.
  private func complete() throws {
    try completeLate()
    while !secondPhase.isEmpty {
      for task in secondPhase.takeAll() { try task(self) }
      try completeLate()
    }
    for check in secondPhase.takeChecks() { try check(self) }
    try setBackReferences()
    noteKnownObjects()
    try awakeObjects()
  }

  /// Fills objects, and decodes what is late.
  private func completeLate() throws {
    try fillShells()
    while let late = nextLateReference() {
      var decoder = takeDecoder(for: .step)
      defer { give(&decoder) }
      try decoder.begin(lateIn: late.holder)
      try late.reader.settle(late, at: Site(decoder: decoder, step: late.step))
      try fillShells()
    }
  }

  /// The next late reference whose object is not there yet.
  private func nextLateReference() -> PendingReferences.Late? {
    references.settleKnown(in: self)
    return references.next()
  }

  private func setBackReferences() throws {
    var rest: [PendingReferences.Unset] = []
    for reference in references.unset {
      guard let object = objects.object(reference.target) else {
        rest.append(reference)
        continue
      }
      guard !reference.box.patch(object) else { continue }
      let decoder = ValueDecoder(graph: self, for: .step)
      try decoder.begin(lateIn: reference.holder)
      let entry = try store.entry(of: reference.target)
      let name = store.context.classes[entry]?.name
      throw Site(decoder: decoder, step: .here).wrongType(
        reference.box.targetType, ReadingPlan.make(.weakReference(to: name)), at: nil)
    }
    references.keep(rest)
  }
}
