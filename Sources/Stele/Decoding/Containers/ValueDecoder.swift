/// The decoder of one value or object, which `init(from:)` is given.
///
/// It reads the keys of a body in any order: it remembers where each key starts that it has come to, and looks for the
/// next key first where the last one ended.
// Safe: exclusivity need not be checked, as one thread uses a decoder, and no other code runs while a property is changed.
@safe
final class ValueDecoder {
  /// What a decoder stands for.
  enum Use {
    /// Only a step of a path, or what is decoded late.
    case step
    /// A value.
    case value
    /// An object.
    case object
  }

  /// What makes the graph.
  let graph: GraphDecoder
  /// What the decoder stands for, each time that it is used.
  let use: Use
  // Safe: the outer value is being decoded as long as this one is; a decoder that someone keeps beyond that keeps the
  // outer one, too.
  @exclusivity(unchecked) private unowned(unsafe) var outer: ValueDecoder?
  private var keptOuter: ValueDecoder?
  /// Which part of it this is.
  @safe @exclusivity(unchecked) private(set) var step = PathStep.here
  /// The type in the archive, of a value.
  @safe @exclusivity(unchecked) private(set) var plan: ReadingPlan?
  /// What is known of the type in the program, of a value.
  @safe @exclusivity(unchecked) private(set) var type: ValueType?
  /// The number of the object, or 0 for values.
  @safe @exclusivity(unchecked) private(set) var object = 0
  /// The class of the object.
  @safe @exclusivity(unchecked) private(set) var objectClass: ObjectClass?

  /// The bytes; where it stands has no meaning.
  @safe @exclusivity(unchecked) private(set) var input = CheckedBytes()
  /// The offset of the value.
  @safe @exclusivity(unchecked) private(set) var start = 0
  /// The offset behind the value, once it is known.
  @safe @exclusivity(unchecked) var end: Int? { didSet { isUsedFurther = true } }

  @safe @exclusivity(unchecked) private var isOpen = false
  @safe @exclusivity(unchecked) private var lastBody: ReadingBody?
  @safe @exclusivity(unchecked) private var lastKeys: LevelKeys? {
    didSet { unsafe next = nil }
  }
  // Safe: these are the last keys, which are kept.
  /// The keys by which values of the entry of last time are read, when nothing else has to be looked at before.
  @exclusivity(unchecked) private(set) var next: KnownFields?
  /// The slots of the body of last time, of which those count that `slotCount` says.
  @exclusivity(unchecked) private(set) var slots: UnsafePointer<Unmanaged<ReadingSlot>>?
  /// How many there are.
  @safe @exclusivity(unchecked) private(set) var slotCount = 0
  @safe @exclusivity(unchecked) private var lastSlotCount = 0
  @safe @exclusivity(unchecked) private var presenceByteCount = 0
  /// The keyed containers that have been handed out, for this value and others before it.
  @safe @exclusivity(unchecked) private(set) var handed: HandedContainer?
  @safe @exclusivity(unchecked) private var handedCount = 0
  /// Whether someone may have the decoder when the value has been decoded.
  private var isKept = false
  /// The number of the entry of the body.
  @safe @exclusivity(unchecked) private(set) var entry = 0
  /// The offset of the presence bytes.
  @safe @exclusivity(unchecked) private(set) var presence = 0
  /// The place of the key behind the one that was read last, and the offset of its value.
  @safe @exclusivity(unchecked) var nextPlace = 0
  @safe @exclusivity(unchecked) var nextOffset = 0
  /// The offsets of the values of the first keys, once keys have been read in another order.
  @safe @exclusivity(unchecked) var offsets: [Int] = [] { didSet { isUsedFurther = true } }
  /// The place of the key that is likely to be next.
  @safe @exclusivity(unchecked) var expected = 0
  /// Where the values are that did not fit into the entry, by level.
  @safe @exclusivity(unchecked) var overflow: [Int: [(name: String, offset: Int)]] = [:] {
    didSet { isUsedFurther = true }
  }
  /// The position, among these, of the one that is likely to be next.
  @safe @exclusivity(unchecked) var expectedOverflow = 0 { didSet { isUsedFurther = true } }
  /// The case of an enum value, when the program does not know it.
  @safe @exclusivity(unchecked) var unknownCase: String? { didSet { isUsedFurther = true } }
  /// Whether the program has asked which keys there are, as enums do.
  @safe @exclusivity(unchecked) var hasAskedForCases = false { didSet { isUsedFurther = true } }
  /// Those who keep the keys that nobody asks for.
  @safe @exclusivity(unchecked) var unknownKeys: [(kept: KeptKeys, keys: LevelKeys, level: Int)] =
    []
  { didSet { isUsedFurther = true } }
  /// What migration hooks have set, by level.
  @safe @exclusivity(unchecked) var replacements: [Int: [String: Any]] = [:] {
    didSet { isUsedFurther = true }
  }
  /// Whether more has been done with the value than to read its keys in their order.
  @safe @exclusivity(unchecked) private(set) var isUsedFurther = false

  /// How many containers are remembered from one value to the next.
  private static let handedLimit = 8

  init(graph: GraphDecoder, for use: Use) {
    self.graph = graph
    self.use = use
  }

  /// The decoder of the value that this one is a part of.
  var parent: ValueDecoder? { unsafe outer }

  /// The keys, once they are asked for.
  var body: ReadingBody? { isOpen ? lastBody : nil }

  /// Begins a value.
  func begin(_ plan: ReadingPlan, _ input: CheckedBytes, _ type: ValueType?, at site: Site) {
    begin(at: site)
    if self.plan !== plan { self.plan = plan }
    if self.type !== type {
      self.type = type
      lastKeys = nil
    }
    self.input = input
    start = input.offset
  }

  /// Begins a struct whose entry is known.
  @inline(__always)
  func begin(
    _ plan: ReadingPlan, _ body: ReadingBody, entry: Int, _ input: CheckedBytes, from start: Int,
    _ type: ValueType, at site: Site
  ) throws(ArchiveError) {
    begin(plan, input, type, at: site)
    self.start = start
    try open(body, entry: entry, at: input.offset)
  }

  /// Begins a struct like the one of last time, and gives the place of its first value, or nil when it is another one.
  @inline(__always)
  func beginNext(
    _ plan: ReadingPlan, _ input: CheckedBytes, _ type: ValueType, in parent: ValueDecoder,
    at step: PathStep
  ) throws(ArchiveError) -> CheckedBytes? {
    guard unsafe next != nil, self.plan === plan, self.type === type else { return nil }
    var place = input
    // Elements of uniform lists do not say their entries.
    if plan.isPlain, try place.readNumber() != entry { return nil }
    presence = place.offset
    if presenceByteCount > 0 { try place.skip(presenceByteCount) }
    unsafe outer = parent
    self.step = step
    self.input = place
    start = input.offset
    isOpen = true
    slotCount = lastSlotCount
    nextPlace = 0
    nextOffset = place.offset
    return place
  }

  /// Remembers by which keys values like this one are read, when nothing else has to be looked at before.
  func noteFields(of keys: LevelKeys) {
    guard use == .object || plan?.code == .struct, keys === lastKeys, !keys.hasHistory, let body,
      !body.hasEmptyByte
    else { return }
    unsafe next = KnownFields(keys)
  }

  /// The keys of the value, when it is like the one of last time and has been opened.
  @unsafe var openFields: KnownFields? { unsafe isOpen ? next : nil }

  /// How the names of the program lead to the keys of the topmost level, if it has been asked for in the last body, too.
  @inline(__always)
  var knownKeys: LevelKeys? { isOpen ? lastKeys : nil }

  /// Begins a step of a path.
  func begin(at site: Site) {
    unsafe outer = site.decoder
    step = site.step
  }

  /// Begins the record of an object, of which only keys are asked for, in the place of a reference to it.
  func begin(recordOf number: Int) throws {
    guard !graph.isFinished else { throw GraphCodingError(.coderIsFinished) }
    let (entry, content) = try graph.store.record(number)
    type = graph.anonymous
    lastKeys = nil
    input = content
    try open(try graph.bodies.body(ofEntry: entry), entry: entry, at: content.offset)
  }

  /// Begins something that is decoded after the object that holds it.
  func begin(lateIn object: Int) throws(ArchiveError) {
    guard object > 0 else { return }
    self.object = object
    entry = try graph.store.entry(of: object)
  }

  /// Begins an object.
  @inline(__always)
  func begin(
    object: Int, _ objectClass: ObjectClass, _ body: ReadingBody, entry: Int, _ input: CheckedBytes
  ) throws(ArchiveError) {
    self.object = object
    if self.objectClass !== objectClass {
      self.objectClass = objectClass
      lastKeys = nil
    }
    self.input = input
    start = input.offset
    try open(body, entry: entry, at: start)
  }

  /// Keeps the outer decoders for someone who keeps this one, or a container of it.
  func keepOuter() {
    unsafe keptOuter = outer
    isKept = true
    var next = handed.take()
    while let container = next {
      if container.isKept { container.level.keepDecoder() }
      next = container.next
    }
  }

  /// Whether someone keeps a container.
  @inline(__always)
  var hasKeptContainers: Bool { handed?.isAnyKept ?? false }

  /// The container for keys of a type that was handed out for a level before, if there is one.
  func handedContainer(keyedBy type: Any.Type, _ keys: LevelKeys) -> HandedContainer? {
    var next = handed
    while let container = next {
      if container.keyType == ObjectIdentifier(type), container.level.keys === keys {
        return container
      }
      next = container.next
    }
    return nil
  }

  /// Makes a container.
  func makeContainer<Key: CodingKey>(_ level: KeyedLevel) -> KeyedDecodingContainer<Key> {
    let container = KeyedDecodingContainer(KeyedValues<Key>(place: level))
    if !isKept, let noted = HandedContainer.noting(container, level, next: handed) {
      handed = noted
      handedCount += 1
      if handedCount > Self.handedLimit { isUsedFurther = true }
    } else {
      level.keepDecoder()
    }
    return container
  }

  /// Completes what has been done with the value beyond reading its keys.
  @inline(never)
  func completeUse() {
    guard !unknownKeys.isEmpty else { return }
    // The archive has been examined, or the value has been read with what is looked at here.
    try? completeUnknownKeys()
  }

  /// Ends the use of the decoder, so that it can begin something else.
  ///
  /// What is known of types stays, since the next value is likely to be of the same one.
  @inline(__always)
  func clear() {
    // Objects are not parts of something.
    if use != .object {
      unsafe outer = nil
      step = .here
    }
    object = 0
    isOpen = false
    slotCount = 0
    expected = 0
    if isUsedFurther { clearRest() }
  }

  /// Lets go of the bytes, when the decoder is not in use.
  func forgetArchive() { input = CheckedBytes() }

  @inline(never)
  private func clearRest() {
    end = nil
    if handedCount > Self.handedLimit {
      handed = nil
      handedCount = 0
    }
    if !offsets.isEmpty { offsets.removeAll(keepingCapacity: true) }
    if expectedOverflow != 0 { expectedOverflow = 0 }
    if hasAskedForCases { hasAskedForCases = false }
    if unknownCase != nil { unknownCase = nil }
    if !unknownKeys.isEmpty { unknownKeys = [] }
    if !overflow.isEmpty { overflow = [:] }
    if !replacements.isEmpty { replacements = [:] }
    isUsedFurther = false
  }

  @inline(__always)
  private func open(_ body: ReadingBody, entry: Int, at start: Int) throws(ArchiveError) {
    if lastBody !== body { change(to: body) }
    isOpen = true
    slotCount = lastSlotCount
    self.entry = entry
    presence = start
    nextPlace = 0
    nextOffset = start
    guard presenceByteCount > 0 else { return }
    var reader = input
    try reader.move(to: start)
    try reader.skip(presenceByteCount)
    nextOffset = reader.offset
  }

  @inline(never)
  private func change(to body: ReadingBody) {
    lastBody = body
    lastKeys = nil
    // Safe: the body is kept as long as these are.
    unsafe slots = body.unretained
    lastSlotCount = body.slots.count
    presenceByteCount = (body.optionalCount + 7) / 8
  }

  /// Goes to the keys of the value, or says that it has none.
  func openBody() throws -> ReadingBody {
    if let body { return body }
    let site = Site(decoder: self, step: .here)
    let wanted = [String: Any].self
    var reader = input
    try reader.move(to: start)
    guard use == .value, let plan, let inner = try graph.unwrap(plan, &reader) else {
      throw site.noValue(wanted, at: start)
    }
    if inner.code == .map, inner.first?.code == .string {
      let body = inner.bodyOfMap
      try open(body, entry: 0, at: reader.offset)
      return body
    }
    guard inner.code == .struct || inner.code == .enum else {
      throw site.wrongType(wanted, inner, at: start)
    }
    let (body, entry) = try graph.openBody(inner, &reader)
    try open(body, entry: entry, at: reader.offset)
    return body
  }

  /// How the names of the program lead to the keys of a level.
  func levelKeys(_ level: Int, in body: ReadingBody) -> LevelKeys {
    if level == 0, let lastKeys, lastBody === body { return lastKeys }
    let keys =
      if let objectClass {
        objectClass.keys(ofLevel: level, of: body, entry: entry, in: graph)
      } else {
        (type ?? graph.anonymous).keys(of: body, entry: entry, in: graph)
      }
    if level == 0, lastBody === body { lastKeys = keys }
    return keys
  }
}
