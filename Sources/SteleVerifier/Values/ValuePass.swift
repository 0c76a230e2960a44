internal import Stele

/// Reads values, and checks the rules of the tables "value" and "type descriptor" of spec §7.1.
///
/// This is the one way over values. Phase 6 takes it, in parallel for blocks; phase 7 takes it with
/// ``canonical``, and then the rules K7, K10 and K11 are checked, too; and ``Reachability`` takes it for the
/// references of single records.
///
///     run        continues the innermost open value until no value is open
///      |
///     begin      reads a value without parts, or opens one with parts
///      |
///      +-- Bodies         records, structs, enums           §3.7, §5.2
///      +-- Leaves         values without parts              §3.1, §3.4
///      +-- References     strong and weak references        §5.3, §5.4
///      +-- Lists          packed and plain lists            §3.5
///      +-- StructLists    uniform and mixed lists           §3.5
///      +-- SetsAndMaps    sets and maps                     §3.6
///
/// The pass needs no recursion: `top` and `open` hold the values that have begun, `cursor` the place.
struct ValuePass {
  /// What the values stand in.
  enum Site {
    case none
    case record(entry: Int)
    case root(nameOffset: Int)
    case metadata(nameOffset: Int)
  }

  let contents: Contents
  let limits: VerifierLimits
  var log: FindingLog
  /// The strong references of the records and roots that have been read.
  var edges = Edges()
  /// The last of them, which are not in there yet.
  var latest = LatestReferences(areChecked: false)
  /// The progress of phase 7; nil in other phases.
  var canonical: CanonicalProgress?

  var cursor = Cursor(0..<0)
  /// The innermost open value, and those around it, outermost first.
  var top = OpenValue(kind: .none)
  var open: [OpenValue] = []
  /// The types of the class table, and those of the open values that bring their own.
  var types: TypeTable
  var keys: RecordKeys
  /// The open lists of structs and enums, and the entries of their nested structs.
  var structLists: [StructList] = []
  var nestedEntries: [Int] = []
  /// The elements and keys of sets and maps, the first `openTableCount` tables in use.
  var elementTables: [ElementTable] = []
  var openTableCount = 0
  /// The number of set elements and map keys around the value.
  var keyNesting = 0

  var chunk: Chunk?
  var site = Site.none
  /// The number of the object whose record is read, as its block counts; 0 outside of records.
  var object = 0
  var definedNameCount = 0
  var definedEntryCount = 0
  var isInMetadata = false
  let permanentTypeCount: Int

  /// Makes a pass over values of an archive.
  init(_ contents: Contents, _ limits: VerifierLimits, _ log: FindingLog) {
    self.contents = contents
    self.limits = limits
    self.log = log
    types = contents.classes.types
    permanentTypeCount = types.count
    keys = RecordKeys(contents.classes)
  }

  /// Reads the fields of a record after its entry number.
  mutating func readRecord(_ bytes: Span<UInt8>, entry: Int, _ range: Range<Int>) throws(Defect) {
    reset()
    cursor = Cursor(range)
    top = try body(bytes, keys.keys(ofEntry: entry), depth: 1)
    try run(bytes)
    try cursor.finish()
  }

  /// Reads the type and the value of a root or metadata item, from the cursor on.
  mutating func readTypeAndValue(_ bytes: Span<UInt8>) throws(Defect) {
    reset()
    let type = try types.read(
      bytes, &cursor, place: isInMetadata ? .metadata : .root, definedNameCount: definedNameCount)
    canonical?.use(namesIn: types.nodes[permanentTypeCount...])
    if try begin(bytes, types[type], type, depth: 1) { try run(bytes) }
  }

  /// Removes what an earlier value left when it was refused.
  @inline(__always)
  private mutating func reset() {
    top.kind = .none
    keyNesting = 0
    if !open.isEmpty || openTableCount > 0 || types.count != permanentTypeCount
      || !structLists.isEmpty
    {
      open.removeAll(keepingCapacity: true)
      structLists.removeAll(keepingCapacity: true)
      nestedEntries.removeAll(keepingCapacity: true)
      while openTableCount > 0 { closeTable() }
      types.truncate(to: permanentTypeCount)
    }
  }

  @inline(__always)
  mutating func push(_ value: OpenValue) {
    open.append(top)
    top = value
  }

  @inline(__always)
  mutating func pop() {
    top = open.popLast() ?? OpenValue(kind: .none)
  }

  /// Continues the innermost open value until no value is open.
  private mutating func run(_ bytes: Span<UInt8>) throws(Defect) {
    while true {
      switch top.kind {
      case .none: return
      case .body: try continueBody(bytes)
      case .plainList: try continuePlainList(bytes)
      case .uniformList: try continueUniformList(bytes)
      case .mixedList: try continueMixedList(bytes)
      case .set, .map: try continueSetOrMap(bytes)
      case .any:
        types.truncate(to: top.type)
        pop()
      }
    }
  }

  /// Reads a value, or opens it; returns whether there is a new open value with the rest.
  mutating func begin(
    _ bytes: Span<UInt8>, _ type: TypeNode, _ node: Int, depth: Int
  ) throws(Defect) -> Bool {
    var (type, node, depth) = (type, node, depth)
    var isInAny = false
    while true {
      try checkDepth(depth, of: type)
      switch type.layout {
      case .optional:
        guard try cursor.readFlag(bytes) else { return isInAny }
        node = Int(type.first)
      case .any:
        let nodeCount = types.count
        node = try types.read(
          bytes, &cursor, place: isInMetadata ? .anyValueInMetadata : .anyValue,
          definedNameCount: definedNameCount)
        if types.count > nodeCount {
          canonical?.use(namesIn: types.nodes[nodeCount...])
          push(OpenValue(kind: .any, type: nodeCount))
          isInAny = true
        }
      case .structure, .enumeration:
        let entry = try readEntry(bytes, of: type)
        return try beginContent(bytes, ofEntry: entry, depth: depth) || isInAny
      case .packedBools, .packedIntegers, .packedFixed:
        try readPackedList(bytes, type)
        return isInAny
      case .bodies:
        return try beginStructList(bytes, type, depth: depth) || isInAny
      case .list:
        return try beginPlainList(bytes, type, depth: depth) || isInAny
      case .set, .map:
        return try beginSetOrMap(bytes, type, node, depth: depth) || isInAny
      default:
        // A copy is passed, so that the cursor of the pass can stay in registers.
        var own = cursor
        if let defect = try readLeaf(bytes, &own, type) { note(bytes, defect) }
        cursor = own
        return isInAny
      }
      type = types[node]
      depth &+= 1
    }
  }

  /// Rule L2, before the first byte of a value.
  @inline(__always)
  func checkDepth(_ depth: Int, of type: TypeNode) throws(Defect) {
    guard depth > limits.valueNesting, !type.layout.isReference else { return }
    throw Defect(.valueNesting, cursor.offset)
  }
}
