/// Bytes that are missing in an archive, or have been added to it, so that what follows is displaced.
package struct ByteShift: Sendable, CustomStringConvertible {
  /// Where the bytes were, or are now.
  package let offset: Int
  /// How many bytes are missing.
  package let missingCount: Int
  /// The bytes that have been added.
  package let added: [UInt8]

  package init(missing count: Int, at offset: Int) {
    (self.offset, missingCount, added) = (offset, count, [])
  }

  package init(added bytes: [UInt8], at offset: Int) {
    (self.offset, missingCount, added) = (offset, 0, bytes)
  }

  package var description: String {
    added.isEmpty ? "\(missingCount) bytes missing at \(offset)" : "\(added) added at \(offset)"
  }

  /// The changed archive.
  package func applied(to archive: [UInt8]) -> [UInt8] {
    var bytes = archive
    bytes.replaceSubrange(offset..<(offset + missingCount), with: added)
    return bytes
  }

  /// Whether bytes of a range are missing, or others stand between them.
  func touches(_ range: Range<Int>) -> Bool {
    missingCount == 0
      ? range.lowerBound < offset && offset < range.upperBound
      : range.overlaps(offset..<(offset + missingCount))
  }

  /// Displacements by 1, 2, 7 and 8 bytes at every place of an archive, or at some of them.
  package static func all(in byteCount: Int, every step: Int = 1) -> [ByteShift] {
    var all: [ByteShift] = []
    for offset in 0...byteCount {
      for count in [1, 2, 7, 8] {
        if offset + count <= byteCount { all.append(ByteShift(missing: count, at: offset)) }
        all.append(ByteShift(added: Array(repeating: 0, count: count), at: offset))
        // Letters, so that they may pass for the type of a chunk.
        all.append(ByteShift(added: Array("OBJSROOT".utf8.prefix(count)), at: offset))
      }
    }
    return all.enumerated().filter { $0.offset % step == 0 }.map(\.element)
  }
}
