internal import Stele

/// The first 24 bytes of a chunk.
///
///     offset  size  field
///          0     4  type
///          4     4  header check   of the 16 bytes after it, seeded with the type
///          8     8  length         of the payload
///         16     8  payload check
///
/// Spec §2.2.
struct ChunkHeader {
  static let byteCount = 24

  let type: ArchiveChunkType
  let length: UInt64
  let payloadCheck: UInt64
  /// Whether the header check is right.
  let isRight: Bool

  /// Reads the header at an offset; nil if its bytes are not available.
  init?(_ bytes: VerifiedBytes, at offset: Int) {
    guard let header = bytes.part(offset..<(offset + 24))?[offset..<(offset + 24)] else {
      return nil
    }
    let fields = header.span
    type = ArchiveChunkType(code: fields.u32(at: 0))
    length = fields.u64(at: 8)
    payloadCheck = fields.u64(at: 16)
    let hash = XXHash64.hash(header.suffix(16), seed: UInt64(type.code))
    let folded = UInt32(truncatingIfNeeded: hash) ^ UInt32(truncatingIfNeeded: hash >> 32)
    isRight = fields.u32(at: 4) == folded
  }
}

/// A chunk, and what the phases find out about it.
///
/// Spec §2.2.
struct Chunk {
  /// The number of chunks before it.
  let index: Int
  let header: ChunkHeader
  /// The offset of its header.
  let offset: Int
  let payload: Range<Int>
  /// The offset after the padding, where the next chunk begins.
  let end: Int
  /// Whether the payload can be read: frame and payload check are right.
  var isSound = true
  /// The count in the index; nil if the entry is not right, or the type has no count (§6.3).
  var indexedCount: UInt32?
  /// The number of records, roots, items or slots; of a class table the number of names and entries.
  var count = 0
  /// The offset of the first record, root or item.
  var contentOffset = 0
  /// The number of names that this chunk and those before it define (T2).
  var definedNameCount = 0
  /// The number of entries that this chunk and those before it define (C8).
  var definedEntryCount = 0
  /// The number of objects in the blocks before this one.
  var precedingObjectCount = 0
  /// The number of the first object, as the block gives it.
  var firstNumber = 0

  var type: ArchiveChunkType { header.type }

  /// The number that the block gives the object of a record, for findings.
  func objectNumber(_ index: Int) -> Int {
    let (number, overflow) = firstNumber.addingReportingOverflow(index)
    return overflow ? index : number
  }
}

/// The table of chunk types.
///
/// Spec §2.3.
extension ArchiveChunkType {
  /// The four bytes, as they stand in the file.
  private var letters: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: code >> ($0 * 8)) } }

  /// The position of the first byte that is not a letter as required: F4.
  var malformedLetter: Int? {
    letters.indices.first { index in
      switch letters[index] {
      case 0x41...0x5A: false
      case 0x61...0x7A: index == 2
      default: true
      }
    }
  }

  /// Whether this version of the format defines the type.
  var isDefined: Bool { Self.defined.contains(self) }

  private static let defined: [ArchiveChunkType] = [
    .head, .classes, .objects, .roots, .weakSlots, .metadata, .index,
  ]

  /// Whether a reader that does not know the type must refuse the archive: the first letter is upper case.
  var isRefusedIfUnknown: Bool { letters[0] <= 0x5A }

  /// Whether there is at most one chunk of the type, wherever it stands.
  var isSingle: Bool { self == .weakSlots || self == .metadata }

  /// Whether the index has a count for chunks of the type (§6.3).
  var hasIndexedCount: Bool {
    self == .classes || self == .objects || self == .roots || self == .weakSlots
  }
}
