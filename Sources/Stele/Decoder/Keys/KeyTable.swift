/// The keys of one level of a class, of a struct, of an enum value or of a payload, as one type of the program reads them.
///
/// The expected key is recognised by one word: the address of the literal by which it was last read, or its coding key.
/// All other keys are looked up by name.
///
/// Spec §10.2.
@safe
final class KeyTable {
  /// A key, with the tokens and the type decoder by which it was last read.
  @safe
  struct Key: BitwiseCopyable {
    /// The address of the literal by which the key was last read, or 0.
    fileprivate(set) var literal: UInt = 0
    /// The type of the coding key by which the key was last read, or 0, and the byte of that coding key.
    fileprivate(set) var codingKeys: UInt = 0
    fileprivate(set) var codingKey: UInt8 = 0
    /// Whether ``typeDecoder`` decodes optionals of the type.
    fileprivate(set) var isReadIfPresent = false
    /// Whether the program has asked for the key.
    fileprivate(set) var isAsked = false
    /// The code of the type if values are plain scalars, otherwise 0.
    let plain: UInt8
    /// The code of the type inside an optional type if its values are plain scalars, otherwise 0.
    let plainOptional: UInt8
    /// The code of the type of the elements of a list, otherwise 0.
    let plainElement: UInt8
    /// The number of the presence bit among those of the level, or -1.
    let bit: Int32
    /// The number of required structs before this one in the level, or -1 for a key of another type.
    let nestedOrdinal: Int32
    /// The type in the archive.
    let type: ArchivedType
    /// The node of the last value in a uniform list, or -1, and the type that the key has in values of that node.
    fileprivate(set) var node: Int32 = -1
    fileprivate(set) var nestedType: ArchivedType
    /// The Swift type as which the value was last decoded, or 0, and its type decoder.
    fileprivate(set) var readAs: UInt = 0
    // Safe: the session keeps type decoders as long as anything is decoded.
    fileprivate(set) var typeDecoder: Lent<AnyObject>?
    /// The target of the references of the key, once it is noted for their type, so that their objects may be made ahead.
    fileprivate(set) var target: Lent<AnyObject>?
  }

  /// The name of the overflow key: the optional key for values that did not fit into the entries of a type.
  static let overflowName = RegisteredName.overflow
  /// The number of names that are compared one by one.
  private static let searchLimit = 16

  /// The body that has the keys.
  let body: ArchivedBody
  /// The number of the entry of the level, or 0 if the archive does not have the level.
  let entry: Int
  /// The declaration of the type, or nil for values without a type of their own.
  let declaration: TypeDeclaration?
  /// The number of keys.
  let count: Int
  // Safe: there are `count` keys and a last one that nothing matches, from `init` to `deinit`.
  /// The keys, with an end mark after them.
  let keys: UnsafeMutablePointer<Key>
  /// The index of the overflow key.
  let overflow: Int?
  /// The type of the values in the overflow key, or in a map.
  let overflowType: ArchivedType?
  /// Whether a key may hold the value of a class that writes no keys.
  let mayHoldWhole: Bool
  /// Whether the program declares histories of keys, or migrations.
  let hasHistory: Bool
  private let types: ArchivedTypes
  private let firstKey: Int
  private var askedNames: Set<ExactString> = []
  /// The classes at whose levels the values of keys of this table are read.
  var readers: [LevelKey: ObjectIdentifier] = [:]
  /// The keys that have moved to other levels by declaration.
  var declaredMoves: Set<LevelKey> = []
  /// The names that migrations read, and that have been compared with those of the archive.
  var checkedNames: Set<ExactString> = []
  /// Whether the keys have been compared with the stored properties of a class whose properties are all archived.
  var isCompared = false
  /// The number of keys that the program has not requested yet.
  private(set) var unaskedCount: Int
  /// The indices of all names that the program may use, made at the first look-up.
  private var indices: [ExactString: Int] = [:]
  /// The same keys without declarations.
  private var plain: KeyTable?
  /// Type decoders that only this table retains.
  private var ownDecoders: [AnyObject] = []
  /// The number of the archive in its series.
  private var archiveNumber: Int

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - body: The body that has the keys; of the record of a class, those of the lowest level.
  ///   - declaration: The declaration of the type.
  ///   - types: The types of the archive.
  ///   - isMigrated: Whether migration hooks of other levels may set values of the keys.
  ///   - archiveNumber: The number of the archive in its series.
  init(
    _ body: ArchivedBody, _ declaration: TypeDeclaration?, _ types: ArchivedTypes,
    isMigrated: Bool = false, archiveNumber: Int = 0
  ) {
    self.archiveNumber = archiveNumber
    self.body = body
    self.declaration = declaration
    self.types = types
    let schema = types.schema
    entry = Int(body.entry)
    let range = schema.ownKeys(body)
    firstKey = range.lowerBound
    count = body.kind == .enumeration ? 1 : range.count
    let declared = declaration?.archiveClass
    hasHistory = isMigrated || declared.map { !$0.keys.isEmpty || $0.isMigrated } ?? false
    unaskedCount = count
    types.pay(320 + (count + 1) * MemoryLayout<Key>.stride)
    unsafe keys = .allocate(capacity: count + 1)
    var nestedCount: Int32 = 0
    var overflow: Int?
    var hasWhole = false
    for (index, place) in range.enumerated() {
      let key = schema.keys[place]
      let type = ArchivedType(key.type, index: Int(key.typeIndex))
      unsafe (keys + index).initialize(
        to: Key(type, bit: key.presenceBit, key.isNestedInLists ? nestedCount : -1, types))
      if key.isNestedInLists { nestedCount += 1 }
      let name = schema.keyNames[place]
      if name.isEmpty { hasWhole = true }
      if type.operation == .map, name.isExactly(Self.overflowName),
        types.first(of: type).code == .string, types.second(of: type).code == .any
      {
        overflow = index
      }
    }
    if body.kind == .enumeration {
      let caseIndex = Int(body.index) - (schema[entry]?.bodies.lowerBound ?? 0)
      unsafe keys.initialize(
        to: Key(.payload(entry: entry, caseIndex: caseIndex), bit: -1, -1, types))
    }
    unsafe (keys + count).initialize(to: Key(.any, bit: -1, -1, types))
    self.overflow = overflow
    var map: ArchivedType?
    if body.kind == .map { map = types[Int(body.index)] }
    if let overflow { map = unsafe keys[overflow].type }
    overflowType = map.map { types.second(of: $0) }
    mayHoldWhole = hasWhole || overflowType != nil
    isPlain = !hasHistory && overflowType == nil && body.kind != .enumeration
  }

  deinit { unsafe keys.deallocate() }

  /// Begins another archive with the same class table, unless that has been done: forgets everything that depends on what the
  /// program has asked for.
  func reset(for archiveNumber: Int) {
    guard self.archiveNumber != archiveNumber else { return }
    self.archiveNumber = archiveNumber
    for index in 0..<count { unsafe keys[index].reset() }
    if unaskedCount != count { unaskedCount = count }
    if !askedNames.isEmpty { askedNames = [] }
    if !readers.isEmpty { readers = [:] }
    if !declaredMoves.isEmpty { declaredMoves = [] }
    if !checkedNames.isEmpty { checkedNames = [] }
    if isCompared { isCompared = false }
    if plain != nil { plain = nil }
    if !ownDecoders.isEmpty { ownDecoders = [] }
  }

  /// The keys of the payload of an enum value, if they have a declaration.
  private(set) lazy var payload: ValueKeys? = {
    guard body.kind == .enumeration, let name = programName(0) else { return nil }
    return declaration?.payload(ofCase: name).map { ValueKeys($0) }
  }()

  /// Whether the values are those of an enum that reads its keys by hand.
  private(set) lazy var isOfHandWrittenEnum: Bool = {
    guard types.schema[entry]?.kind == .structure, let type = declaration?.type else {
      return false
    }
    return StoredProperty.own(of: type) == nil
  }()

  /// Whether keys of the level are read without history or overflow look-up.
  let isPlain: Bool

  /// Returns the name of a key in the archive.
  func name(_ index: Int) -> String {
    if body.kind == .enumeration { return types.schema.caseName(body) }
    return index < count ? types.schema.keyNames[firstKey + index] : ""
  }

  /// Returns the type of a key in the archive.
  func type(_ index: Int) -> ArchivedType {
    // Safe: callers pass the index of a key.
    unsafe keys[index].type
  }

  /// Returns whether each record has a value of a key.
  func isAlwaysPresent(_ index: Int) -> Bool {
    // Safe: as above.
    unsafe keys[index].bit < 0
  }

  /// Returns the index of a key by its name in the program, or nil if the key is missing.
  func index(of name: String) -> Int? {
    guard hasHistory || count > Self.searchLimit else {
      return (0..<count).first { self.name($0).isExactly(name) }
    }
    if indices.isEmpty, count > 0 { makeIndices() }
    return indices[ExactString(name)]
  }

  private func makeIndices() {
    for index in 0..<count { indices[ExactString(name(index))] = index }
    guard hasHistory, let declaration else { return }
    for history in declaration.archiveClass.keys where history.retiredType == nil {
      let name = ExactString(history.name)
      guard indices[name] == nil else { continue }
      indices[name] = history.aliases.lazy.compactMap { self.indices[ExactString($0)] }.first
    }
  }

  /// Returns the declaration of a key.
  func history(of name: String) -> KeyHistory? {
    hasHistory ? declaration?.history(of: name) : nil
  }

  /// Returns whether conversions are declared for a key.
  func hasConversions(_ index: Int) -> Bool {
    programName(index).flatMap { history(of: $0) }?.conversions.isEmpty == false
  }

  /// Returns the name in the program of a key of the archive, or nil if the program has retired the key.
  func programName(_ index: Int) -> String? {
    let name = name(index)
    guard hasHistory else { return name }
    if let history = history(of: name) { return history.retiredType == nil ? name : nil }
    if indices.isEmpty { makeIndices() }
    return declaration?.archiveClass.keys.first { history in
      indices[ExactString(history.name)] == index
    }?.name ?? name
  }

  /// Returns the same keys by their names in the archive.
  func withoutHistory(_ types: ArchivedTypes) -> KeyTable {
    if let plain { return plain }
    let table = KeyTable(body, nil, types)
    plain = table
    return table
  }

  /// The migrations of the level from the class version in the archive, in their order.
  var migrations: [@Sendable (inout OldValues) throws -> Void] {
    hasHistory ? declaration?.archiveClass.migrations(from: version) ?? [] : []
  }

  /// The class version of the level in the archive, or 0 if the archive does not have the level.
  var version: Int { types.schema[entry].map { Int($0.version) } ?? 0 }
}

extension KeyTable.Key {
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

  /// Forgets the last value.
  fileprivate mutating func reset() {
    (literal, codingKeys, codingKey) = (0, 0, 0)
    (isReadIfPresent, isAsked) = (false, false)
    (node, nestedType) = (-1, type)
    (readAs, typeDecoder, target) = (0, nil, nil)
  }
}

// Tokens and type decoders, and the keys that the program has asked for

extension KeyTable {
  /// Notes that the program asks for a key; returns `false` if another level has taken its value.
  func note(asked index: Int) -> Bool {
    // Safe: callers pass the index of a key, or one that is too large.
    guard unaskedCount > 0, index < count, unsafe !keys[index].isAsked else { return true }
    guard !isTaken(.listed(index)) else { return false }
    unsafe keys[index].isAsked = true
    unaskedCount -= 1
    return true
  }

  /// Notes that the program asks for a key that the level does not have.
  func note(asked name: String) { askedNames.insert(ExactString(name)) }

  /// Returns whether the program has asked for a key, in this value or another one.
  func hasAsked(_ index: Int) -> Bool {
    // Safe: callers pass the index of a key.
    unsafe keys[index].isAsked
  }

  /// Returns whether the program has asked for a key that the level does not have.
  func hasAsked(_ name: String) -> Bool { askedNames.contains(ExactString(name)) }

  /// Sets the literal by which a key was read.
  func learn(_ literal: UInt, for index: Int) {
    // Safe: callers pass the index of a key.
    if !hasHistory { unsafe keys[index].literal = literal }
  }

  /// Sets the coding key of one byte by which a key was read.
  func learn(_ codingKey: UInt8, of type: Any.Type, for index: Int) {
    guard !hasHistory else { return }
    // Safe: as above.
    unsafe keys[index].codingKeys = UInt(bitPattern: ObjectIdentifier(type))
    unsafe keys[index].codingKey = codingKey
  }

  /// Sets the type of a key in values of a node.
  func learn(_ nestedType: ArchivedType, in node: Int, for index: Int) {
    // Safe: as above.
    unsafe keys[index].nestedType = nestedType
    unsafe keys[index].node = Int32(truncatingIfNeeded: node)
  }

  /// Notes that a target, which a type decoder keeps, is set for the type of the references of a key.
  func note(target: AnyObject, for index: Int) {
    // Safe: callers pass the index of a key; the session keeps type decoders as long as anything is decoded.
    unsafe keys[index].target = unsafe Lent(target)
  }

  /// Sets the type decoder of a key.
  ///
  /// - Parameters:
  ///   - decoder: The type decoder.
  ///   - type: The type that the program requests.
  ///   - index: The index of the key.
  ///   - isReadIfPresent: Whether the decoder makes optionals of the type.
  ///   - isOwn: Whether the table must retain the decoder.
  func learn(
    _ decoder: AnyObject, of type: Any.Type, for index: Int, isReadIfPresent: Bool = false,
    isOwn: Bool = false
  ) {
    if isOwn { ownDecoders.append(decoder) }
    // Safe: as above.
    unsafe keys[index].readAs = UInt(bitPattern: ObjectIdentifier(type))
    unsafe keys[index].isReadIfPresent = isReadIfPresent
    unsafe keys[index].target = nil
    unsafe keys[index].typeDecoder = unsafe Lent(decoder)
  }

  /// Returns whether the value of a key is read at another level although no class declares that.
  func isTaken(_ key: LevelKey) -> Bool { !readers.isEmpty && readers[key] != nil }
}
