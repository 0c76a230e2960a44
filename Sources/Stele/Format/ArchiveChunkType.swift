/// The four letters that identify the content of a chunk.
///
/// Spec §2.3.
public struct ArchiveChunkType: Hashable, Sendable {
  /// The four letters as an integer, the first in the lowest byte, as in the file.
  package let code: UInt32

  /// Makes a type from its code, which may consist of any bytes.
  package init(code: UInt32) {
    self.code = code
  }

  /// Makes a type from its letters, or nil if they are not four letters with the third in upper case.
  public init?(_ letters: String) {
    let bytes = Array(letters.utf8)
    guard bytes.count == 4 else { return nil }
    self.init(code: bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) })
    guard firstWrongByte == nil else { return nil }
  }

  /// The head: format version, document type and writer.
  package static let head = ArchiveChunkType(code: 0x4441_4548)
  /// An instalment of the class table.
  package static let classes = ArchiveChunkType(code: 0x5341_4C43)
  /// A block of objects.
  package static let objects = ArchiveChunkType(code: 0x534A_424F)
  /// An instalment of the roots.
  package static let roots = ArchiveChunkType(code: 0x544F_4F52)
  /// The weak slots.
  package static let weakSlots = ArchiveChunkType(code: 0x4B41_4557)
  /// The user's metadata.
  package static let metadata = ArchiveChunkType(code: 0x6154_456D)
  /// The index.
  package static let index = ArchiveChunkType(code: 0x5844_4E49)

  /// The four bytes in file order.
  package var bytes: [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: code >> ($0 * 8)) }
  }

  /// The position of the first byte that breaks rule F4, or nil if there is none.
  package var firstWrongByte: Int? {
    for index in 0..<4 {
      let byte = UInt8(truncatingIfNeeded: code >> UInt32(index * 8))
      let isUpper = (0x41...0x5A).contains(byte)
      let isLower = (0x61...0x7A).contains(byte)
      guard isUpper || (isLower && index != 2) else { return index }
    }
    return nil
  }

  /// Whether a reader that does not know the chunk must refuse the archive.
  public var isCritical: Bool { code & 0x20 == 0 }

  /// Whether a program that does not know the chunk may copy it into a changed archive.
  public var isSafeToCopy: Bool { code & 0x2000_0000 != 0 }

  /// Whether version 1 of the specification defines the chunk.
  package var isKnown: Bool {
    switch self {
    case .head, .classes, .objects, .roots, .weakSlots, .metadata, .index: true
    default: false
    }
  }

  /// Whether the index has a count for chunks of this type.
  ///
  /// Spec §6.3.
  package var isCounted: Bool {
    switch self {
    case .classes, .objects, .roots, .weakSlots: true
    default: false
    }
  }
}

extension ArchiveChunkType: CustomStringConvertible {
  /// The four letters.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
