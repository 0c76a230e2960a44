/// What a reference asks of the object that it leads to: to be of a class of the program.
///
/// It remembers which entries of the archive make such objects.
// Safe: exclusivity need not be checked, as one thread uses it, and no other code runs while a property is changed.
final class ObjectReading {
  /// Whether a class is the one that is asked for, or a subclass.
  let admits: (Any.Type) -> Bool
  /// The type that is asked for.
  let type: Any.Type
  /// The type that is asked for when it is a class.
  private let exactClass: ObjectIdentifier?
  /// Whether a surrogate says what class a name stands for.
  let asksSurrogate: Bool
  /// Whether there may be objects that are made ahead: not in two steps, and with references to others.
  @safe @exclusivity(unchecked) private(set) var leadsAhead = false
  @safe @exclusivity(unchecked) private var accepted: [Acceptance]

  /// Whether objects of an entry are of the class, and how they are made if that is done in two steps.
  @safe
  private struct Acceptance {
    var isAccepted = false
    /// Whether they refer to no others.
    var isSelfContained = false
    // Safe: the decoder of the graph keeps the class that it belongs to.
    var twoPhase: Unmanaged<TwoPhaseClass>?
  }

  init<Value>(_ type: Value.Type, entryCount: Int) {
    self.type = type
    exactClass = (type as? AnyClass).map { ObjectIdentifier($0) }
    asksSurrogate = false
    admits = { $0 is Value.Type }
    accepted = Array(repeating: Acceptance(), count: entryCount + 1)
  }

  /// Makes what references ask for whose objects a surrogate decodes.
  init(entryCount: Int, admits: @escaping (Any.Type) -> Bool) {
    type = AnyObject.self
    exactClass = nil
    asksSurrogate = true
    self.admits = admits
    accepted = Array(repeating: Acceptance(), count: entryCount + 1)
  }

  /// Whether an object is of the very class, and no subclass.
  @inline(__always)
  func isClass(of object: AnyObject) -> Bool {
    ObjectIdentifier(Swift.type(of: object)) == exactClass
  }

  /// Whether objects of an entry have been found to be of the class.
  @inline(__always)
  func accepts(_ entry: Int) -> Bool {
    entry < accepted.count && accepted[entry].isAccepted
  }

  /// How objects of an entry are made that have been found to be of the class, if that is done in two steps.
  @unsafe
  @inline(__always)
  func twoPhase(_ entry: Int) -> Unmanaged<TwoPhaseClass>? {
    unsafe entry < accepted.count ? accepted[entry].twoPhase : nil
  }

  /// Whether objects of an entry have been found to be of the class, and refer to no others.
  @inline(__always)
  func isSelfContained(_ entry: Int) -> Bool {
    entry < accepted.count && accepted[entry].isSelfContained
  }

  /// Remembers that objects of an entry are of the class.
  func accept(_ entry: Int, twoPhase: TwoPhaseClass?, isSelfContained: Bool) {
    if twoPhase == nil, !isSelfContained { leadsAhead = true }
    guard accepted.indices.contains(entry) else { return }
    unsafe accepted[entry] = Acceptance(
      isAccepted: true, isSelfContained: isSelfContained,
      twoPhase: twoPhase.map { unsafe Unmanaged.passUnretained($0) })
  }

  /// Forgets what has been accepted.
  func restart() {
    leadsAhead = false
    for entry in accepted.indices { accepted[entry] = Acceptance() }
  }
}

extension ObjectReading {
  /// Reads a nil reference, or one to an object that is there or can be made at once.
  ///
  /// - Returns: The object or nil; no answer, and nothing is read, for any other reference.
  @inline(__always)
  func readKnown(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, in graph: GraphDecoder
  ) throws(ArchiveError) -> AnyObject?? {
    guard plan.isReference else { return nil }
    var place = input
    let number = try place.readNumber()
    guard number > 0 else {
      input = place
      return .some(nil)
    }
    guard let object = graph.known(number, self, through: plan) else { return nil }
    input = place
    return .some(object)
  }

  /// Reads a reference, and gives nil when it is one.
  func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> AnyObject? {
    let start = input.offset
    let graph = site.decoder.graph
    if plan.isReference {
      let number = try input.readNumber()
      guard number > 0 else { return nil }
      return try graph.object(number, self, through: plan, at: site, offset: start)
    }
    guard let plan = plan.isWrapped ? try graph.unwrap(plan, &input) : plan else { return nil }
    guard plan.isReference || plan.code == .weak else {
      throw site.wrongType(type, plan, at: start)
    }
    let number = try graph.readReference(plan, &input)
    guard number > 0 else { return nil }
    return try graph.object(number, self, through: plan, at: site, offset: start)
  }

  /// Reads the references of a list.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - input: Where the first reference stands.
  ///   - objects: Room for as many references; the first `count` of them are set, also when something is thrown.
  ///   - count: How many are set.
  ///   - parent: What stands for the list in paths.
  /// - Throws: What one of the references throws, or the initialiser of an object.
  @unsafe
  fileprivate func read(
    _ list: OpenList, _ input: inout CheckedBytes, into objects: UnsafeMutablePointer<AnyObject>,
    _ count: inout Int, in parent: ValueDecoder
  ) throws {
    let graph = parent.graph
    let element = list.element
    // What is moved only here need not be looked for in memory.
    var place = input
    for index in 0..<list.count {
      let start = place
      if let known = try readKnown(element, &place, in: graph), let object = known {
        unsafe (objects + index).initialize(to: object)
        count = index &+ 1
        continue
      }
      place = start
      let site = Site(decoder: parent, step: .index(index))
      guard let object = try read(element, &place, at: site) else {
        throw site.noValue(type, at: start.offset)
      }
      unsafe (objects + index).initialize(to: object)
      count = index &+ 1
    }
    input = place
  }
}

/// Reads references to objects of a class.
///
/// Spec §5.3, §8.4, line 8.
final class ObjectReader<Value>: TypeReader<Value> {
  /// What reads references, whatever the class.
  let reading: ObjectReading

  init(in graph: GraphDecoder) {
    reading = ObjectReading(Value.self, entryCount: graph.store.context.classes.count)
  }

  override func restart() { reading.restart() }

  override var readsNil: Bool { true }

  override func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> Value {
    let start = input.offset
    let known = try reading.readKnown(plan, &input, in: site.decoder.graph)
    guard let object = try known ?? reading.read(plan, &input, at: site) else {
      throw site.noValue(Value.self, at: start)
    }
    // Safe: `Value` is a class, because this reader is made for classes only, and the object was found to be of
    // it; a reference to a class instance is one pointer whatever its static type.
    return unsafe unsafeBitCast(object, to: Value.self)
  }

  override func readOptional(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> Value? {
    let known = try reading.readKnown(plan, &input, in: site.decoder.graph)
    guard let object = try known ?? reading.read(plan, &input, at: site) else { return nil }
    // Safe: as above.
    return unsafe unsafeBitCast(object, to: Value.self)
  }

  override func readElements(
    _ list: OpenList, _ input: inout CheckedBytes, at site: Site
  ) throws -> [Value] {
    guard list.count > 0 else { return [] }
    guard list.count <= input.remaining else {
      throw ArchiveError(.countTooLarge, at: input.offset)
    }
    var parent = site.decoder.graph.takeDecoder(at: site)
    defer { parent.graph.give(&parent) }
    // Safe: there is room for as many references, which are one pointer each whatever the class is, and those that are
    // set are counted.
    return try unsafe [Value](unsafeUninitializedCapacity: list.count) { elements, count in
      guard let base = elements.baseAddress else { return }
      let objects = unsafe UnsafeMutableRawPointer(base).assumingMemoryBound(to: AnyObject.self)
      try unsafe reading.read(list, &input, into: objects, &count, in: parent)
    }
  }
}
