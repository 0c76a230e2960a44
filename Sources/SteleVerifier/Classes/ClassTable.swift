/// An entry of the class table.
///
/// Spec §4.2.
struct ClassEntry {
  enum Kind: UInt8 {
    case `class`
    case `struct`
    case `enum`
  }

  /// The position of its first byte.
  var offset: Int
  var version: Int
  /// Where the operations of its own stored keys stand in ``ClassTable/operations``.
  var operations: Range<UInt32> = 0..<0
  /// Where its cases stand in ``ClassTable/cases``.
  var cases: Range<UInt32> = 0..<0
  /// The number of its own stored keys that are optional.
  var optionalCount: UInt32 = 0
  var name: UInt32
  var superclass: UInt32
  /// The number of entries on its chain; 0 while it is not known.
  var chainLength: UInt32 = 0
  /// The nearest superclass that stores a key, or 0.
  var storingSuperclass: UInt32 = 0
  var kind: Kind
}

/// A case of an enum entry.
///
/// Spec §4.4.
struct EnumCase {
  var operations: Range<UInt32>
  var optionalCount: UInt32
  var isRetired: Bool
}

/// The names and entries of an archive.
///
/// Spec §4.
struct ClassTable {
  /// The positions of the class names, that of name 1 first.
  var nameOffsets: [Int] = []
  /// The entries, entry 1 first.
  var entries: [ClassEntry] = []
  var cases: [EnumCase] = []
  /// The operations of stored keys, those of each entry or case together.
  var operations: [KeyOperation] = []
  /// The positions of the names of stored keys.
  var keyNameOffsets: [Int] = []
  var types: TypeTable

  init(descriptorNesting: Int) {
    types = TypeTable(nestingLimit: descriptorNesting)
  }

  /// The entry of a number from 1 up.
  subscript(number: Int) -> ClassEntry {
    @inline(__always) get { entries[number &- 1] }
  }
}
