/// The keys of one level of a class, of a struct, of an enum value or of a payload, as one type of the program reads them.
///
/// A key is found by comparing one word, if it is the one that is expected next: the address of the literal by which it
/// was read last, or its coding key. Any other key is looked up by its name.
///
/// Spec §8.2.
@safe
final class ArchivedKeys {
  /// A key, and the tokens by which the program reads it.
  @safe
  struct Key: BitwiseCopyable {
    /// The address of the literal that named it last, or 0.
    fileprivate(set) var literal: UInt = 0
    /// The type of the coding key that named it last, or 0, and the byte that the coding key is.
    fileprivate(set) var codingKeys: UInt = 0
    fileprivate(set) var codingKey: UInt8 = 0
    /// Whether ``typeDecoder`` decodes optionals of the type.
    fileprivate(set) var isReadIfPresent = false
    /// Whether it is known which class references are decoded as, so that what they lead to may be made ahead.
    fileprivate(set) var hasEdge = false
    /// The code of the type if values stand as they are, otherwise 0.
    let plain: UInt8
    /// The code of the type inside of an optional one if values stand as they are, otherwise 0.
    let plainOptional: UInt8
    /// The code of the type of the elements of a list, otherwise 0.
    let plainElement: UInt8
    /// The number of the presence bit among those of the level, or -1.
    let bit: Int32
    /// How many required structs stand before this one in the level, or -1 for a key of another type.
    let nestedOrdinal: Int32
    /// The type in the archive.
    let type: ArchivedType
    /// The node of the last value in a uniform list, or -1, and the type that the key has in values of that node.
    fileprivate(set) var node: Int32 = -1
    fileprivate(set) var nestedType: ArchivedType
    /// The Swift type that the value was decoded as last, or 0, and what decodes it.
    fileprivate(set) var readAs: UInt = 0
    // Safe: the session keeps type decoders as long as anything is decoded.
    fileprivate(set) var typeDecoder: Unmanaged<AnyTypeDecoder>?
  }

  /// The name of the optional key that holds what did not fit into the entries of a type.
  static let overflowName = RegisteredName.furtherKeys
  /// How many names are compared one by one.
  private static let searchLimit = 16

  /// The keys of which values.
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
  /// The index of the key that holds what did not fit.
  let overflow: Int?
  /// The type of the values in that key, or of those in a map.
  let overflowType: ArchivedType?
  /// Whether there is a key for what a class writes that does not ask for keys.
  let mayHoldWhole: Bool
  /// Whether the program has declared anything that decoding has to heed.
  let hasHistory: Bool
  private let types: ArchivedTypes
  private let firstKey: Int
  private var asked: [Bool]
  private var askedNames: Set<ExactString> = []
  /// The keys whose values are read at the levels of other classes, and by which one.
  var readers: [LevelKey: ObjectIdentifier] = [:]
  /// The keys of which the program declares that they have moved to other levels.
  var declaredMoves: Set<LevelKey> = []
  /// The names that migrations read, and that have been compared with those of the archive.
  var checkedNames: Set<ExactString> = []
  /// Whether the keys have been compared with the stored properties of a class whose properties are all archived.
  var isCompared = false
  /// The number of keys that the program has never asked for.
  private(set) var unaskedCount: Int
  /// The indices of all names that the program may use, once they are needed.
  private var indices: [ExactString: Int] = [:]
  /// The same keys without what is declared of them.
  private var plain: ArchivedKeys?
  /// Type decoders that only this table has.
  private var ownDecoders: [AnyTypeDecoder] = []

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - body: The keys of which values: those of their lowest level.
  ///   - declaration: What the program declares of the type.
  ///   - types: The types of the archive.
  ///   - isMigrated: Whether migration hooks of other levels may set values of the keys.
  init(
    _ body: ArchivedBody, _ declaration: TypeDeclaration?, _ types: ArchivedTypes,
    isMigrated: Bool = false
  ) {
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
    asked = Array(repeating: false, count: count)
    unaskedCount = count
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

  /// The keys of the payload of an enum value, if something is declared of them.
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

  /// Whether keys of the level are read without anything else to be heeded.
  let isPlain: Bool

  /// The name of a key in the archive.
  func name(_ index: Int) -> String {
    if body.kind == .enumeration { return types.schema.caseName(body) }
    return index < count ? types.schema.keyNames[firstKey + index] : ""
  }

  /// The type of a key in the archive.
  func type(_ index: Int) -> ArchivedType {
    // Safe: callers pass the index of a key.
    unsafe keys[index].type
  }

  /// Whether each record has a value of a key.
  func isAlwaysPresent(_ index: Int) -> Bool {
    // Safe: as above.
    unsafe keys[index].bit < 0
  }

  /// The index of the key that the program has a name for, or nil if it is missing.
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

  /// The declaration of a key.
  func history(of name: String) -> KeyHistory? {
    hasHistory ? declaration?.history(of: name) : nil
  }

  /// The name that the program has for a key of the archive, or nil if the program has retired the key.
  func programName(_ index: Int) -> String? {
    let name = name(index)
    guard hasHistory else { return name }
    if let history = history(of: name) { return history.retiredType == nil ? name : nil }
    if indices.isEmpty { makeIndices() }
    return declaration?.archiveClass.keys.first { history in
      indices[ExactString(history.name)] == index
    }?.name ?? name
  }

  /// The same keys by the names that the archive has for them.
  func withoutHistory(_ types: ArchivedTypes) -> ArchivedKeys {
    if let plain { return plain }
    let table = ArchivedKeys(body, nil, types)
    plain = table
    return table
  }

  /// The migrations of the level from the version that it was written with, in their order.
  var migrations: [@Sendable (inout OldValues) throws -> Void] {
    hasHistory ? declaration?.archiveClass.migrations(from: version) ?? [] : []
  }

  /// The class version of the level in the archive, or 0 if the archive does not have the level.
  var version: Int { types.schema[entry].map { Int($0.version) } ?? 0 }
}

extension ArchivedKeys.Key {
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
}

// Tokens and decoders of the readers of the keys

extension ArchivedKeys {
  /// Notes that the program asks for a key; returns false if another level has taken its value.
  func note(asked index: Int) -> Bool {
    guard unaskedCount > 0, index < count, !asked[index] else { return true }
    guard !isTaken(.listed(index)) else { return false }
    asked[index] = true
    unaskedCount -= 1
    return true
  }

  /// Notes that the program asks for a key that the level does not have.
  func note(asked name: String) { askedNames.insert(ExactString(name)) }

  /// Whether the program has asked for a key, in this value or another one.
  func hasAsked(_ index: Int) -> Bool { asked[index] }

  /// Whether the program has asked for a key that the level does not have.
  func hasAsked(_ name: String) -> Bool { askedNames.contains(ExactString(name)) }

  /// Remembers the literal that names a key.
  func learn(_ literal: UInt, for index: Int) {
    // Safe: callers pass the index of a key.
    if !hasHistory { unsafe keys[index].literal = literal }
  }

  /// Remembers the coding key of one byte that names a key.
  func learn(_ codingKey: UInt8, of type: Any.Type, for index: Int) {
    guard !hasHistory else { return }
    // Safe: as above.
    unsafe keys[index].codingKeys = UInt(bitPattern: ObjectIdentifier(type))
    unsafe keys[index].codingKey = codingKey
  }

  /// Remembers the type that a key has in values of a node.
  func learn(_ nestedType: ArchivedType, in node: Int, for index: Int) {
    // Safe: as above.
    unsafe keys[index].nestedType = nestedType
    unsafe keys[index].node = Int32(truncatingIfNeeded: node)
  }

  /// Remembers that the references of a key have been followed.
  func noteEdge(_ index: Int) { unsafe keys[index].hasEdge = true }

  /// Remembers what decodes the values of a key.
  ///
  /// - Parameters:
  ///   - decoder: The type decoder.
  ///   - type: The type that the program asks for.
  ///   - index: The index of the key.
  ///   - isReadIfPresent: Whether the decoder makes optionals of the type.
  ///   - isOwn: Whether nobody else keeps the decoder.
  func learn(
    _ decoder: AnyTypeDecoder, of type: Any.Type, for index: Int, isReadIfPresent: Bool = false,
    isOwn: Bool = false
  ) {
    if isOwn { ownDecoders.append(decoder) }
    // Safe: as above.
    unsafe keys[index].readAs = UInt(bitPattern: ObjectIdentifier(type))
    unsafe keys[index].isReadIfPresent = isReadIfPresent
    unsafe keys[index].hasEdge = false
    unsafe keys[index].typeDecoder = .passUnretained(decoder)
  }
}
