/// An entry of the class table.
///
/// Spec §4.2.
struct ClassEntry {
  enum Kind: UInt8 {
    case `class`
    case `struct`
    case `enum`
  }

  /// Where it begins in ``ClassTable/bytes``.
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
  /// The payloads of the chunks, one after the other: names are compared with those in other chunks.
  var bytes: [UInt8] = []
  /// Where the class names stand in ``bytes``, that of name 1 first.
  var nameOffsets: [Int] = []
  /// The entries, entry 1 first.
  var entries: [ClassEntry] = []
  var cases: [EnumCase] = []
  /// The operations of stored keys, those of each entry or case together.
  var operations: [KeyOperation] = []
  /// Where the names of stored keys stand in ``bytes``.
  var keyNameOffsets: [Int] = []
  var types: TypeTable
  /// Where the payload of each chunk begins, in ``bytes`` and in the archive.
  private var origins: [(offset: Int, archiveOffset: Int)] = []

  init(descriptorNesting: Int) {
    types = TypeTable(nestingLimit: descriptorNesting)
  }

  /// Adds the payload of a chunk, and returns where it begins.
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
}
