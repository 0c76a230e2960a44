/// The decoder of one value or object, which `init(from:)` is given.
///
/// It reads the keys of a body in any order: it remembers where each key starts that it has come to, and looks for the
/// next key first where the last one ended.
final class ValueDecoder {
  /// What makes the graph.
  let graph: GraphDecoder
  /// The decoder of the value that this one is a part of.
  private(set) var parent: ValueDecoder?
  /// Which part of it this is.
  private(set) var step = PathStep.here
  /// The type in the archive; nil for records, and for decoders that are only a step of a path.
  private(set) var plan: ReadingPlan?
  /// What is known of the type in the program.
  private(set) var type: ValueType?
  /// The number of the object, or 0 for values.
  private(set) var object = 0
  /// The class of the object.
  private(set) var objectClass: ObjectClass?

  /// The bytes; where it stands has no meaning.
  var input: ByteReader
  /// The offset of the value.
  private(set) var start = 0
  /// The offset behind the value, once it is known.
  var end: Int?

  /// The keys, once they are asked for.
  private(set) var body: ReadingBody?
  /// The number of the entry of the body.
  private(set) var entry = 0
  /// The offset of the presence bytes.
  private(set) var presence = 0
  /// The offset of the value of each key up to the first that has not been read; and of the next one.
  private(set) var offsets: [Int] = []
  /// The place of the key that is likely to be next.
  var expected = 0
  /// Where the values are that did not fit into the entry, by level.
  var overflow: [Int: [(name: String, offset: Int)]] = [:]
  /// The position, among these, of the one that is likely to be next.
  var expectedOverflow = 0
  /// The case of an enum value, when the program does not know it.
  var unknownCase: String?
  /// Whether the program has asked which keys there are, as enums do.
  var hasAskedForCases = false
  /// Those who keep the keys that nobody asks for.
  var unknownKeys: [(kept: KeptKeys, keys: LevelKeys, level: Int)] = []
  /// What migration hooks have set, by level.
  var replacements: [Int: [String: Any]] = [:]

  init(graph: GraphDecoder) {
    self.graph = graph
    input = ByteReader([])
  }

  /// Begins a value.
  func begin(_ plan: ReadingPlan, _ input: ByteReader, _ type: ValueType?, at site: Site) {
    parent = site.decoder
    step = site.step
    self.plan = plan
    self.type = type
    self.input = input
    start = input.offset
  }

  /// Begins a step of a path.
  func begin(at site: Site) {
    parent = site.decoder
    step = site.step
  }

  /// Begins something that is decoded after the object that holds it.
  func begin(lateIn object: Int) throws(ArchiveError) {
    guard object > 0 else { return }
    self.object = object
    entry = try graph.store.entry(of: object)
  }

  /// Begins an object.
  func begin(
    object: Int, _ objectClass: ObjectClass, _ body: ReadingBody, entry: Int, _ input: ByteReader
  ) throws(ArchiveError) {
    self.object = object
    self.objectClass = objectClass
    self.input = input
    start = input.offset
    try open(body, entry: entry)
  }

  /// Ends the use of the decoder, so that it can begin something else.
  func clear() {
    parent = nil
    step = .here
    plan = nil
    type = nil
    object = 0
    objectClass = nil
    body = nil
    end = nil
    expected = 0
    unknownCase = nil
    hasAskedForCases = false
    expectedOverflow = 0
    offsets.removeAll(keepingCapacity: true)
    if !unknownKeys.isEmpty { unknownKeys = [] }
    if !overflow.isEmpty { overflow = [:] }
    if !replacements.isEmpty { replacements = [:] }
  }

  private func open(_ body: ReadingBody, entry: Int) throws(ArchiveError) {
    self.body = body
    self.entry = entry
    presence = input.offset
    if body.optionalCount > 0 { try input.skip((body.optionalCount + 7) / 8) }
    offsets.append(input.offset)
  }

  /// Goes to the keys of the value, or says that it has none.
  func openBody() throws -> ReadingBody {
    if let body { return body }
    let site = Site(decoder: self, step: .here)
    let wanted = [String: Any].self
    try input.move(to: start)
    guard let plan, let inner = try graph.unwrap(plan, &input) else {
      throw site.noValue(wanted, at: start)
    }
    if inner.code == .map, inner.first?.code == .string {
      let body = inner.bodyOfMap
      try open(body, entry: 0)
      return body
    }
    guard inner.code == .struct || inner.code == .enum else {
      throw site.wrongType(wanted, inner, at: start)
    }
    let (body, entry) = try graph.openBody(inner, &input)
    try open(body, entry: entry)
    return body
  }

  /// The offset behind the value.
  func finish() throws(ArchiveError) -> Int {
    if let end { return end }
    if let body {
      try move(to: body.slots.count, in: body)
      return input.offset
    }
    try input.move(to: start)
    if let plan { try graph.skip(plan, &input) }
    return input.offset
  }

  /// Goes to the value of a key.
  func move(to place: Int, in body: ReadingBody) throws(ArchiveError) {
    var known = offsets.count - 1
    if place <= known {
      if offsets[place] != input.offset { try input.move(to: offsets[place]) }
      return
    }
    if offsets[known] != input.offset { try input.move(to: offsets[known]) }
    while known < place {
      let slot = body.slots[known]
      if try slot.isPresent(presence, input) { try graph.skip(slot.plan, &input) }
      known += 1
      offsets.append(input.offset)
    }
  }

  /// Notes that the value of a key has been read up to where the reader stands.
  func complete(_ place: Int) {
    if offsets.count == place + 1 { offsets.append(input.offset) }
    expected = place + 1
  }
}

extension ValueDecoder {
  /// The innermost object that the value belongs to.
  var record: (object: Int, className: String?)? {
    var next: ValueDecoder? = self
    while let decoder = next {
      if decoder.object > 0 {
        return (decoder.object, graph.store.context.classes[decoder.entry]?.name)
      }
      next = decoder.parent
    }
    return nil
  }
}
