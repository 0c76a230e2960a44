/// A key with a value in every body that has it: one that is not retired.
///
/// Spec §4.3.
struct StoredKey {
  var type: TypeNode
  var isOptional: Bool
  /// Whether the type is an optional of `leaf`; otherwise both are the same.
  var hasFlag: Bool
  var leaf: TypeNode
  /// The number of the type's node.
  var node: UInt32
  /// The number of the key in ``ClassTable/keyNameOffsets``.
  var name: UInt32

  /// Makes a key of the type of a node.
  init(node: Int, in types: TypeTable, isOptional: Bool, name: Int) {
    type = types[node]
    leaf = type.layout == .optional ? types[Int(type.first)] : type
    hasFlag = type.layout == .optional
    self.isOptional = isOptional
    self.node = UInt32(clamping: node)
    self.name = UInt32(clamping: name)
  }

  /// Whether the key holds a nested struct of a list, if the body is in one (spec §3.5).
  var isNestedStruct: Bool { type.layout == .structure && !isOptional }
}

/// The stored keys of an entry, of a case, or of a whole chain.
struct StoredKeys {
  /// Their places in a list of keys, mostly ``ClassTable/keys``.
  var range = 0..<0
  /// The number of optional ones.
  var optionalCount = 0
}

/// An entry of the class table.
///
/// Spec §4.2.
struct ClassEntry {
  enum Kind: UInt8 {
    case `class`
    case `struct`
    case `enum`
  }

  /// The offset of the entry in ``ClassTable/bytes``.
  var offset: Int
  var name: UInt32
  var version: UInt32
  var kind: Kind
  var superclass: UInt32
  /// The nearest superclass with a stored key, or 0.
  var storingSuperclass: UInt32 = 0
  /// The number of entries on its chain; 0 while it is not known.
  var chainLength: UInt32 = 0
  /// Its own stored keys, without those of superclasses.
  var keys = StoredKeys()
  /// The places of its cases in ``ClassTable/cases``.
  var cases = 0..<0
}

/// A case of an enum entry.
///
/// Spec §4.4.
struct EnumCase {
  var keys: StoredKeys
  var isRetired: Bool
}

/// The names and entries of an archive.
///
/// Spec §4.
struct ClassTable {
  /// The payloads of the chunks, one after another: names are compared with those in other chunks.
  private(set) var bytes: ContiguousArray<UInt8> = []
  /// The offsets of the class names in ``bytes``, that of name 1 first.
  var nameOffsets: [Int] = []
  /// The entries, entry 1 first.
  var entries: [ClassEntry] = []
  var cases: [EnumCase] = []
  /// The stored keys, those of each entry or case together.
  var keys: [StoredKey] = []
  /// The offsets of the names of stored keys in ``bytes``.
  var keyNameOffsets: [Int] = []
  var types: TypeTable
  /// The offsets of the payload of each chunk, in ``bytes`` and in the archive.
  private var origins: [(offset: Int, archiveOffset: Int)] = []

  init(descriptorNesting: Int) {
    types = TypeTable(nestingLimit: descriptorNesting)
  }

  /// Adds the payload of a chunk, and returns its offset in ``bytes``.
  mutating func append(_ payload: [UInt8], at archiveOffset: Int) -> Int {
    let offset = bytes.count
    origins.append((offset, archiveOffset))
    bytes += payload
    return offset
  }

  /// The offset in the archive of a byte of ``bytes``.
  func archiveOffset(of offset: Int) -> Int {
    guard let origin = origins.last(where: { $0.offset <= offset }) else { return offset }
    return origin.archiveOffset + offset - origin.offset
  }

  /// The entry of a number from 1 up.
  subscript(number: Int) -> ClassEntry {
    @inline(__always) get { entries[number &- 1] }
  }

  /// Whether an object of an entry *is a* class of a name (spec §4.2).
  ///
  /// - Complexity: O(1) for a class itself, else O(*n*), where *n* is the length of the chain (L3).
  @inline(__always)
  func isObject(ofEntry entry: Int, ofClass name: UInt32) -> Bool {
    entries[entry &- 1].name == name || hasSuperclass(entry, name)
  }

  @inline(never)
  private func hasSuperclass(_ entry: Int, _ name: UInt32) -> Bool {
    var next = Int(self[entry].superclass)
    while next != 0 {
      if self[next].name == name { return true }
      next = Int(self[next].superclass)
    }
    return false
  }
}
