internal import Stele

/// Reads values by the tables "value" and "type descriptor" of §8.1.
///
/// Phase 6 reads all values with it, blocks in parallel; phase 7 reads them again with ``canonical``, and so checks K7, K10
/// and K11, too; ``Reachability`` reads the references of single records.
///
///     run          continues the innermost open value, part by part, until no value is open
///      |
///     readValue    reads a value without parts, or opens one with parts
///      |
///      +-- Scalars        §3.3, §3.4
///      +-- Lists          §3.5  packed and plain
///      +-- StructLists    §3.5  uniform and mixed
///      +-- SetsAndMaps    §3.6
///      +-- Bodies         §3.7, §5.2
///      +-- References     §5.3, §5.4
///
/// There is no recursion, since archives decide how deep values nest: `top` and `open` hold the values that have begun and
/// not ended.
struct ValueReader {
  /// The structure in which the values stand, for key paths.
  enum Site {
    case none
    case record(entry: Int)
    case root(name: Range<Int>)
    case metadata(name: Range<Int>)
  }

  let contents: Contents
  let limits: VerifierLimits
  var log: FindingLog
  /// The strong references that have been read.
  var edges = Edges()
  /// The state of phase 7; nil in other phases.
  var canonical: CanonicalState?

  var cursor = Cursor(Part(bytes: [], origin: 0), 0..<0)
  /// The innermost open value.
  var top = OpenValue(kind: .none)
  /// The open values around it, outermost first.
  var open: [OpenValue] = []
  /// The types of the class table, and after them those of roots, metadata items and `any` values that are open.
  var types: TypeTable
  private let permanentTypeCount: Int
  /// The stored keys of bodies.
  var keys: RecordKeys
  /// The open lists of structs and enums.
  var structLists: [StructList] = []
  /// The elements of the open sets, and the keys of the open maps.
  var elementSets: [ElementSet] = []
  /// The number of set elements and map keys around the value.
  var keyNesting = 0

  private(set) var chunk: Chunk?
  var site = Site.none
  /// The number of the object whose record is read, as its block counts; 0 outside records.
  var object = 0
  var isInMetadata: Bool { chunk?.type == .metadata }
  private(set) var definedNameCount: Int
  private(set) var definedEntryCount: Int

  /// Makes a reader of the values of an archive.
  init(_ contents: Contents, _ limits: VerifierLimits, _ log: FindingLog) {
    self.contents = contents
    self.limits = limits
    self.log = log
    types = contents.classes.types
    permanentTypeCount = types.nodes.count
    keys = RecordKeys(contents.classes)
    definedNameCount = contents.classes.names.count
    definedEntryCount = contents.classes.entries.count
  }

  /// Begins the payload of a chunk; returns whether its bytes are available.
  mutating func begin(_ chunk: Chunk, of bytes: VerifiedBytes) -> Bool {
    self.chunk = chunk
    object = 0
    site = .none
    definedNameCount = chunk.definedNameCount
    definedEntryCount = chunk.definedEntryCount
    guard let cursor = log.cursor(bytes, chunk) else { return false }
    self.cursor = cursor
    return true
  }

  /// Reads the fields of a record after its entry number, up to the end of the cursor (§5.2): P2, and those of values.
  mutating func readFields(ofEntry entry: Int) throws(Defect) {
    try openBody(keys.keys(ofEntry: entry), depth: 1)
    try run()
    try cursor.finish()
  }

  /// Reads the type and the value of a root or metadata item (§6.1, §6.2).
  mutating func readTypeAndValue() throws(Defect) {
    let type = try readType(ofAnyValue: false)
    try readValue(type, depth: 1)
    try run()
    types.truncate(to: permanentTypeCount)
  }

  /// Adds the finding that refuses a record, a root or a metadata item, and removes the open values.
  mutating func refuse(_ defect: Defect) {
    record(defect.rule, defect.offset)
    top = OpenValue(kind: .none)
    open.removeAll(keepingCapacity: true)
    structLists.removeAll(keepingCapacity: true)
    elementSets.removeAll(keepingCapacity: true)
    keyNesting = 0
    types.truncate(to: permanentTypeCount)
  }

  @inline(__always)
  mutating func push(_ value: OpenValue) {
    if top.kind != .none { open.append(top) }
    top = value
  }

  @inline(__always)
  mutating func pop() {
    // Most bodies are those of records, around which nothing is open.
    if open.isEmpty { top.kind = .none } else { top = open.removeLast() }
  }

  /// Continues the innermost open value, until no value is open.
  private mutating func run() throws(Defect) {
    while true {
      switch top.kind {
      case .none: return
      case .body: try continueBody()
      case .plainList: try continuePlainList()
      case .structList: try continueStructList()
      case .set, .map: try continueSetOrMap()
      case .any:
        types.truncate(to: top.end)
        pop()
      }
    }
  }

  /// Reads a value at a depth, or opens it if it has parts.
  @inline(__always)
  mutating func readValue(_ node: UInt32, depth: Int) throws(Defect) {
    var (node, depth) = (node, depth)
    while true {
      let type = types[node]
      try checkDepth(depth, of: type)
      switch type.code {
      case .bool: _ = try cursor.readFlag()
      case .int8, .uint8: try cursor.skip(1)
      case .int16, .uint16: _ = try cursor.readVarint(width: 16)
      case .int32, .uint32: _ = try cursor.readVarint(width: 32)
      case .int64, .uint64: _ = try cursor.readVarint(width: 64)
      case .int128, .uint128: _ = try cursor.readVarint(UInt128.self, width: 128)
      case .float16: try cursor.skip(2)
      case .float32: try cursor.skip(4)
      case .float64, .date: try cursor.skip(8)
      case .uuid: try cursor.skip(16)
      case .string: _ = try cursor.readString()
      case .bytes: cursor.offset += try cursor.readCount()
      case .decimal: try cursor.readDecimal()
      case .never: throw Defect(.neverValue, cursor.offset)
      case .list: try readList(of: type.first, depth: depth)
      case .set: try openSet(of: type, depth: depth)
      case .map: try openMap(of: type, depth: depth)
      case .struct, .enum: try openContent(of: try readEntry(of: type), depth: depth)
      case .ref: try readReference(to: type.name, isOptional: false)
      case .weak: try readWeakReference(to: type.name)
      case .optional where types[type.first].code == .ref:
        try readReference(to: types[type.first].name, isOptional: true)
      // The loop goes on with the one value in an optional or an any.
      case .optional:
        guard try cursor.readFlag() else { return }
        node = type.first
        depth += 1
        continue
      case .any:
        let count = types.nodes.count
        node = try readType(ofAnyValue: true)
        if types.nodes.count > count { push(OpenValue(kind: .any, end: count)) }
        depth += 1
        continue
      }
      return
    }
  }

  private mutating func readType(ofAnyValue: Bool) throws(Defect) -> UInt32 {
    let count = types.nodes.count
    let type = try types.read(
      &cursor, ofAnyValue: ofAnyValue, inMetadata: isInMetadata, definedNameCount: definedNameCount)
    canonical?.use(namesIn: types.nodes[count...])
    return type
  }

  /// L2, before the first byte of a value (§3.2).
  func checkDepth(_ depth: Int, of type: TypeNode) throws(Defect) {
    guard depth > limits.valueNesting, !isReference(type) else { return }
    throw Defect(.valueNesting, cursor.offset)
  }

  /// Whether values of a type have no depth (§3.2).
  private func isReference(_ type: TypeNode) -> Bool {
    switch type.code {
    case .ref, .weak: true
    case .optional: types[type.first].code == .ref
    default: false
    }
  }
}

/// A value that has begun and not ended.
struct OpenValue {
  enum Kind {
    /// Nothing is open.
    case none
    /// The keys of a record, struct or case.
    case body
    case plainList
    /// A uniform or mixed list.
    case structList
    case set
    case map
    /// An `any` value, whose type ends with it.
    case any
  }

  var kind: Kind
  /// The depth of its parts (§3.2).
  var depth = 0
  /// The key of a body that comes next; else the number of parts that have begun.
  var next = 0
  /// The end of the keys of a body; of `any` the number of types before its own; else the number of parts.
  var end = 0
  /// The node of the elements of a list or set, or of the keys of a map.
  var type = 0 as UInt32
  /// The node of the values of a map.
  var valueType = 0 as UInt32
  /// The offset of the presence bytes of a body, or of the latest set element or map key.
  var start = 0
  /// The number of optional keys of a body that have been passed.
  var optionalCount = 0
  /// Whether a body is that of an element of a struct list, or of a nested struct in one (§3.5).
  var isListed = false
}
