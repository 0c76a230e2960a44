/// The keys of one level of a class, of a struct, of an enum value or of a payload, as one type of the program reads them.
///
/// Archives with the same class table share it: the rows follow from the class table and the program, as does the literal that
/// is found to name a row. The decoders of a row belong to one archive, and have its number; the cursor has the rest.
///
/// Spec §10.2.
@safe
final class LevelPlan {
  /// A row: a key of the archive, with what cursors have learnt of its values.
  @safe
  struct Row: BitwiseCopyable {
    /// The address of the literal by which the key was last read, or 0.
    var literal: UInt = 0
    /// The type of the coding key by which the key was last read, or 0, and the byte of that coding key.
    var codingKeys: UInt = 0
    var codingKey: UInt8 = 0
    /// Whether ``typeDecoder`` decodes optionals of the type.
    private(set) var isReadIfPresent = false
    /// The code of the type if values are plain scalars, otherwise 0.
    let plain: UInt8
    /// The code of the type inside an optional type if its values are plain scalars, otherwise 0.
    let plainOptional: UInt8
    /// The code of the type of the elements of a list, otherwise 0.
    let plainElement: UInt8
    /// The number of the presence bit among the presence bits of the level, or -1.
    let bit: Int32
    /// The number of required structs before this one in the level, or -1 for a key of another type.
    let nestedOrdinal: Int32
    let type: ArchivedType
    /// The node of the last value in a uniform list, or -1, and the type that the key has in values of that node.
    private(set) var node: Int32 = -1
    private(set) var nestedType: ArchivedType
    /// The archive of the series for which the following is known.
    private(set) var archive: Int32 = -1
    /// The Swift type that the value was last decoded as, or 0, and its type decoder.
    private(set) var readAs: UInt = 0
    // Safe: the session keeps type decoders as long as anything is decoded.
    private(set) var typeDecoder: Lent<AnyObject>?
    /// The target of the references of the key, once it is remembered for their type, so that their objects may be made ahead.
    var target: Lent<AnyObject>?
  }

  let body: ArchivedBody
  /// The number of the entry of the level, or 0 if the archive does not have the level.
  let entry: Int
  /// The declaration of the type, or nil for values without their own type.
  let declaration: TypeDeclaration?
  let count: Int
  // Safe: there are `count` rows and a last one that nothing matches, from `init` to `deinit`.
  let rows: UnsafeMutablePointer<Row>
  /// The index of the overflow key.
  let overflow: Int?
  /// The type of the values in the overflow key, or in a map.
  let overflowType: ArchivedType?
  /// Whether a key may hold the value of a class that writes no keys.
  let mayHoldWhole: Bool
  /// Whether the program declares histories of keys, or migrations.
  let hasHistory: Bool
  /// Whether keys of the level are read without history or overflow look-up.
  let isPlain: Bool
  /// The class version of the level in the archive, or 0 if the archive does not have the level.
  let version: Int
  /// The migrations of the level from that version, in their order.
  let migrations: [@Sendable (inout OldValues) throws -> Void]
  private let types: ArchivedTypes
  let firstKey: Int
  /// The indices of all names that the program may use, made at the first look-up.
  private lazy var indices = makeIndices()
  /// Whether a name of a key may be spelt with other code points.
  private(set) lazy var hasOtherThanASCII = (0..<count).contains { index in
    !name(index).utf8.allSatisfy { $0 < 0x80 }
  }
  /// The names that migrations read, and that have been compared with the names in the archive.
  var checkedNames: Set<ExactString> = []
  /// Whether the keys have been compared with the stored properties of a class whose properties are all archived.
  var isCompared = false

  /// Makes the rows for a body; of the record of a class, for the keys of the lowest level.
  ///
  /// `isMigrated` is whether migration hooks of other levels may set values of the keys.
  init(
    _ body: ArchivedBody, _ declaration: TypeDeclaration?, _ types: ArchivedTypes,
    isMigrated: Bool = false
  ) {
    self.body = body
    self.declaration = declaration
    self.types = types
    let (keys, names) = (types.schema.keys, types.schema.keyNames)
    entry = Int(body.entry)
    version = types.schema[entry].map { Int($0.version) } ?? 0
    let range = types.schema.ownKeys(body)
    firstKey = range.lowerBound
    count = body.kind == .enum ? 1 : range.count
    let declared = declaration?.archiveClass
    hasHistory = isMigrated || declared.map { !$0.keys.isEmpty || $0.isMigrated } ?? false
    migrations = hasHistory ? declared?.migrations(from: version) ?? [] : []
    unsafe rows = .allocate(capacity: count + 1)
    var nestedCount: Int32 = 0
    var overflow: Int?
    var hasWhole = false
    for (index, place) in range.enumerated() {
      let key = keys[place]
      let type = ArchivedType(key.type, index: Int(key.typeIndex))
      unsafe (rows + index).initialize(
        to: Row(type, bit: key.presenceBit, key.isNestedInLists ? nestedCount : -1, types))
      if key.isNestedInLists { nestedCount += 1 }
      let name = names[place]
      if name.isEmpty { hasWhole = true }
      if type.operation == .map, name.isExactly(RegisteredName.overflow),
        types.first(of: type).code == .string, types.second(of: type).code == .any
      {
        overflow = index
      }
    }
    if body.kind == .enum {
      let caseIndex = Int(body.index) - (types.schema[entry]?.bodies.lowerBound ?? 0)
      unsafe rows.initialize(
        to: Row(.payload(entry: entry, caseIndex: caseIndex), bit: -1, -1, types))
    }
    unsafe (rows + count).initialize(to: Row(.any, bit: -1, -1, types))
    self.overflow = overflow
    var map: ArchivedType?
    if body.kind == .map { map = types[Int(body.index)] }
    if let overflow { map = unsafe rows[overflow].type }
    overflowType = map.map { types.second(of: $0) }
    mayHoldWhole = hasWhole || overflowType != nil
    isPlain = !hasHistory && overflowType == nil && body.kind != .enum
  }

  deinit { unsafe rows.deallocate() }

  /// The keys of the payload of an enum value, if they have a declaration.
  private(set) lazy var payload: TypePlans? = {
    guard body.kind == .enum, let name = programName(0) else { return nil }
    return declaration?.payload(ofCase: name).map { TypePlans($0) }
  }()

  /// Whether the values are of an enum that reads its keys by hand.
  private(set) lazy var isOfHandWrittenEnum: Bool = {
    guard types.schema[entry]?.kind == .struct, let type = declaration?.type else {
      return false
    }
    return StoredProperty.own(of: type) == nil
  }()

  /// Returns the name of a key in the archive.
  func name(_ index: Int) -> String {
    if body.kind == .enum { return types.schema.caseName(body) }
    return index < count ? types.schema.keyNames[firstKey + index] : ""
  }

  /// The row of a key.
  subscript(index: Int) -> Row {
    // Safe: callers pass the index of a key.
    unsafe rows[index]
  }

  /// Returns the index of a key by its name in the program, or nil if the key is missing.
  func index(of name: String) -> Int? { indices[ExactString(name)] }

  /// Returns the index of a key by its name in the archive, or nil if the level does not list it.
  func index(archived name: String) -> Int? {
    (0..<count).first { self.name($0).isExactly(name) && $0 != overflow }
  }

  /// Returns the index of a key that the archive has with other code points, or nil if it has the name itself, or neither.
  func index(respelt name: String) -> Int? {
    guard body.kind != .enum else { return nil }
    return (0..<count).first { self.name($0) == name && !self.name($0).isExactly(name) }
  }

  /// Returns the index of each key by its name in the archive, and by its present name if the archive has it under an alias.
  private func makeIndices() -> [ExactString: Int] {
    var indices: [ExactString: Int] = [:]
    for index in 0..<count { indices[ExactString(name(index))] = index }
    guard hasHistory, let declaration else { return indices }
    for history in declaration.archiveClass.keys where history.retiredType == nil {
      let name = ExactString(history.name)
      guard indices[name] == nil else { continue }
      indices[name] = history.aliases.lazy.compactMap { indices[ExactString($0)] }.first
    }
    return indices
  }

  func history(of name: String) -> KeyHistory? {
    hasHistory ? declaration?.history(of: name) : nil
  }

  func hasConversions(_ index: Int) -> Bool {
    programName(index).flatMap { history(of: $0) }?.conversions.isEmpty == false
  }

  /// Returns the name in the program of a key of the archive, or nil if the program has retired the key.
  func programName(_ index: Int) -> String? {
    let name = name(index)
    guard hasHistory else { return name }
    if let history = history(of: name) { return history.retiredType == nil ? name : nil }
    return declaration?.archiveClass.keys.first { self.index(of: $0.name) == index }?.name ?? name
  }

  /// Returns whether the program declares a name: of a key, an alias or a retired key.
  func declares(_ name: String) -> Bool {
    declaration?.archiveClass.keys.contains { history in
      history.name.isExactly(name) || history.aliases.contains { $0.isExactly(name) }
    } ?? false
  }

  /// Returns whether a declared key or a stored property of the level has a name.
  func hasKey(named name: String) -> Bool {
    guard let declaration else { return false }
    if let history = declaration.history(of: name) { return history.retiredType == nil }
    return declares(name) || declaration.propertyNames.contains(ExactString(name))
  }

  /// The same keys without declarations.
  private(set) lazy var plain = LevelPlan(body, nil, types)
}

extension LevelPlan.Row {
  fileprivate init(
    _ type: ArchivedType, bit: Int32, _ nestedOrdinal: Int32, _ types: ArchivedTypes
  ) {
    self.type = type
    nestedType = type
    self.bit = bit
    self.nestedOrdinal = nestedOrdinal
    plain = type.isWhole && !type.isWrapped ? type.code.rawValue : 0
    let hasPart = type.operation == .optionalLeaf || type.operation == .optional
    plainOptional = hasPart ? types.first(of: type).code.rawValue : 0
    plainElement = type.code == .list ? types.first(of: type).code.rawValue : 0
  }

  /// Remembers the decoder of a type, or of optionals of it, for the next value of the key in an archive.
  mutating func learn(
    _ decoder: AnyObject, of type: Any.Type, isReadIfPresent: Bool, in archive: Int32
  ) {
    self.archive = archive
    readAs = UInt(bitPattern: ObjectIdentifier(type))
    self.isReadIfPresent = isReadIfPresent
    target = nil
    // Safe: the session keeps type decoders as long as anything is decoded.
    typeDecoder = unsafe Lent(decoder)
  }

  /// Returns the type that the key has in the values of a node of ``UniformHeaders``, and remembers it for the next value.
  @inline(never)
  mutating func findNestedType(_ node: Int, _ types: ArchivedTypes) -> ArchivedType {
    nestedType = types.nested(type, ordinal: Int(nestedOrdinal), in: node)
    self.node = Int32(truncatingIfNeeded: node)
    return nestedType
  }
}
