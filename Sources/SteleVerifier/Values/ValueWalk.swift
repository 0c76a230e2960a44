internal import Stele

/// Walks over the values of records, roots and metadata.
///
/// The walk needs no recursion: what has been begun stands in ``frames``. Spec §3, §5, §6.
struct ValueWalk {
  enum Purpose {
    /// Phase 6.
    case check
    /// Phase 7, of a valid archive.
    case canonicalCheck
    /// Follows the strong references of a valid archive.
    case trace
  }

  /// What the values stand in.
  enum Site {
    case none
    case record(entry: Int)
    case root(nameOffset: Int)
    case metadata(nameOffset: Int)
  }

  let purpose: Purpose
  let limits: VerifierLimits
  let classes: ClassTable
  /// The objects; in a quick check those whose records have been read.
  var objects: ObjectTable
  let slots: WeakSlots
  let membership: ClassMembership
  /// The number of objects, nil when it is not known or references are not to be checked.
  let objectCount: Int?
  let checksReferences: Bool
  /// Whether it is enough to find out that something is wrong: the classes of references are then
  /// examined at the end, and whoever wants to know what it is walks again.
  let isQuick: Bool
  /// Whether a quick walk has found something.
  var hasFoundSomething = false
  /// The classes that a quick check has met references to.
  var asked: AskedClasses

  var log: FindingLog
  var types: TypeTable
  var plans: BodyPlans
  var cursor = Cursor(0..<0)
  /// The value that is being read, and those around it, outermost first.
  var top = ValueFrame(kind: .base)
  var frames: [ValueFrame] = []
  /// The entries at nested places of the lists that are being read.
  var nestedEntries: [Int] = []
  /// The index of the frame of the list with the nested place at which a struct begins; else -1.
  var nestedList = -1
  /// The index of the element being read of a list that needs no frame; else -1.
  var elementIndex = -1
  /// Tables of elements and keys, the first ``openTableCount`` of them in use.
  var tables: [RangeTable] = []
  var openTableCount = 0
  /// How many set elements and map keys the value is inside of.
  var keyNesting = 0

  var chunk: Chunk?
  var site = Site.none
  /// The number of the object whose record is read, as the archive says; 0 outside of records.
  var object = 0
  var isInMetadata = false
  var definedNameCount = 0
  var definedEntryCount = 0
  let permanentTypeCount: Int

  /// Reads the records that need nothing but speed; nil when what is wrong is to be said.
  private(set) var plain: PlainRecords?
  /// The objects that have been reached from the roots.
  var reach: ReachMap
  /// Whether what is read can be reached from the roots.
  var isReached = false
  /// Objects that have been reached and are to be followed next, as far as the list has room.
  var unfollowed: [Int] = []
  var unfollowedLimit = 0
  var canonical = CanonicalProgress()

  /// Makes a walk over values of an archive whose objects are known.
  init(
    _ purpose: Purpose, classes: ClassTable, objects: ObjectTable, slots: WeakSlots,
    limits: VerifierLimits, checksReferences: Bool, log: FindingLog
  ) {
    self.init(
      purpose, classes, objects, slots, limits, checksReferences,
      objectCount: checksReferences && objects.isComplete ? objects.count : nil,
      AskedClasses(objectCount: objects.count),
      isQuick: purpose == .trace && objects.count <= UInt32.max,
      ReachMap(objectCount: objects.count), log)
  }

  /// Makes a walk for a quick check, of which the number of objects alone is known.
  init(
    checkingQuickly classes: ClassTable, objectCount: Int, slots: WeakSlots, limits: VerifierLimits,
    asked: AskedClasses, presumesReach: Bool
  ) {
    self.init(
      .check, classes, ObjectTable(), slots, limits, true, objectCount: objectCount, asked,
      isQuick: true, ReachMap(objectCount: objectCount, presumes: presumesReach),
      FindingLog(maximumCount: 1))
  }

  private init(
    _ purpose: Purpose, _ classes: ClassTable, _ objects: ObjectTable, _ slots: WeakSlots,
    _ limits: VerifierLimits, _ checksReferences: Bool, objectCount: Int?, _ asked: AskedClasses,
    isQuick: Bool, _ reach: ReachMap, _ log: FindingLog
  ) {
    self.purpose = purpose
    self.limits = limits
    self.classes = classes
    self.objects = objects
    self.slots = slots
    self.checksReferences = checksReferences
    self.log = log
    self.isQuick = isQuick
    self.objectCount = objectCount
    self.asked = asked
    self.reach = reach
    membership = ClassMembership(classes)
    types = classes.types
    permanentTypeCount = classes.types.count
    plans = BodyPlans(classes)
    if isQuick, let objectCount {
      plain = PlainRecords(
        PlainPlans(classes, asked, limits), objectCount: objectCount, slots: slots,
        isFirst: purpose == .check)
    }
  }

  /// Reads one value of a type at depth 1, from the cursor on.
  mutating func walkValue(_ bytes: Span<UInt8>, type: Int) throws(Defect) {
    try begin(bytes, type, depth: 1)
    try run(bytes)
  }

  /// Reads what stands behind the entry number of a record.
  mutating func walkRecord(
    _ bytes: Span<UInt8>, entry: Int, range: Range<Int>
  ) throws(Defect) {
    reset()
    cursor = Cursor(range)
    let plan = plans.plan(forRecordsOf: entry)
    top = try bodyFrame(bytes, plan, depth: 1)
    try run(bytes)
    try cursor.finish()
  }

  /// Forgets what a value before has left behind when it was refused.
  @inline(__always)
  mutating func reset() {
    if !frames.isEmpty || openTableCount > 0 || types.count != permanentTypeCount
      || !nestedEntries.isEmpty
    {
      clear()
    }
    nestedList = -1
    top.kind = .base
    elementIndex = -1
    keyNesting = 0
  }

  private mutating func clear() {
    frames.removeAll(keepingCapacity: true)
    nestedEntries.removeAll(keepingCapacity: true)
    while openTableCount > 0 { closeTable() }
    if types.count > permanentTypeCount { types.truncate(to: permanentTypeCount) }
  }

  @inline(__always)
  mutating func push(_ frame: ValueFrame) {
    frames.append(top)
    top = frame
  }

  @inline(__always)
  mutating func pop() {
    if let frame = frames.popLast() { top = frame } else { top.kind = .base }
  }

  mutating func openTable() -> Int {
    if openTableCount == tables.count { tables.append(RangeTable()) }
    openTableCount += 1
    return openTableCount - 1
  }

  mutating func closeTable() {
    openTableCount -= 1
    tables[openTableCount].removeAll()
  }

  /// Continues whatever has been begun, until nothing is.
  private mutating func run(_ bytes: Span<UInt8>) throws(Defect) {
    while true {
      switch top.kind {
      case .base:
        return
      case .body:
        let type = try continueBody(bytes)
        if nestedList >= 0 {
          let list = nestedList
          nestedList = -1
          try beginNested(bytes, type, list: list)
        } else if type >= 0 {
          try begin(bytes, type, depth: top.depth)
        } else {
          pop()
        }
      case .list:
        guard top.next < top.end else {
          pop()
          continue
        }
        top.next &+= 1
        try begin(bytes, top.type, depth: top.depth)
      case .uniform:
        try continueUniformList(bytes)
      case .mixed:
        try continueMixedList(bytes)
      case .set:
        try continueSet(bytes)
      case .map:
        try continueMap(bytes)
      case .scope:
        types.truncate(to: top.type)
        pop()
      }
    }
  }

  /// Reads a value, or its beginning: then a frame has been pushed for the rest.
  mutating func begin(_ bytes: Span<UInt8>, _ type: Int, depth: Int) throws(Defect) {
    var type = type
    var depth = depth
    while true {
      let node = types[type]
      if depth > limits.valueNesting, !node.shape.isReference {
        throw Defect(.valueNesting, cursor.offset)
      }
      switch node.shape {
      case .optional:
        let offset = cursor.offset
        let flag = try cursor.readByte(bytes)
        guard flag != 0 else { return }
        guard flag == 1 else { throw Defect(.flagByte, offset) }
        type = Int(node.first)
        depth &+= 1
      case .any:
        let mark = types.count
        type = try types.read(
          bytes, &cursor, place: isInMetadata ? .anyValueInMetadata : .anyValue,
          definedNameCount: definedNameCount)
        if types.count > mark {
          if purpose == .canonicalCheck { canonical.use(namesIn: types.nodes[mark...]) }
          push(ValueFrame(kind: .scope, type: mark))
        }
        depth &+= 1
      case .structure, .enumeration:
        let entry = try readEntry(bytes, of: node)
        return try beginInstance(bytes, entry, depth: depth)
      case .packedBools, .packedIntegers, .packedFixed:
        return try readPackedList(bytes, node)
      case .bodies:
        return try beginBodies(bytes, node, depth: depth)
      case .list:
        return try beginList(bytes, node, depth: depth)
      case .set, .map:
        return try beginUnordered(bytes, node, type, depth: depth)
      default:
        return try readSimple(bytes, node)
      }
    }
  }

  /// Reads the records of some objects of a block, the length of the first of which stands at the
  /// cursor, as long as they are plain and right, and returns their number.
  mutating func readPlainRecords(
    _ bytes: Span<UInt8>, _ cursor: inout Cursor, _ numbers: Range<Int>
  ) -> Int {
    let presumes = reach.presumes
    return plain?.read(
      bytes, &cursor, numbers, definedEntryCount, &reach.reached, &reach.followed,
      presuming: presumes, &objects, &asked) ?? 0
  }
}
