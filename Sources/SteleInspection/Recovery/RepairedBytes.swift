import Stele

/// The bytes of an archive with repairs, without a copy of the unchanged bytes.
struct RepairedBytes: ByteSource {
  /// Bytes of the archive, or a byte that a repair adds.
  private struct Piece {
    /// The offset of the first byte in the repaired archive.
    let start: Int
    let bytes: ArraySlice<UInt8>

    var end: Int { start + bytes.count }
  }

  /// The pieces in order; none is empty.
  private var pieces: [Piece] = []

  /// Makes a source from the damaged bytes and their repairs, which have ascending offsets.
  init(_ bytes: [UInt8], _ repairs: [RecoveryReport.Repair]) {
    var position = 0
    for repair in repairs {
      append(bytes[position..<repair.offset])
      switch repair.change {
      case .replaced(let byte):
        append([byte])
        position = repair.offset + 1
      case .inserted(let byte):
        append([byte])
        position = repair.offset
      case .removed: position = repair.offset + 1
      }
    }
    append(bytes[position...])
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    pieces.append(Piece(start: byteCount, bytes: bytes))
  }

  var byteCount: Int { pieces.last?.end ?? 0 }

  func read(into buffer: inout OutputSpan<UInt8>, at offset: Int) {
    buffer.append(contentsOf: bytes(in: offset..<(offset + buffer.freeCapacity)))
  }

  func bytes(in range: Range<Int>) -> [UInt8] {
    let first = pieces.firstSortedIndex { $0.end > range.lowerBound }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for piece in pieces[first...] {
      let part = range.clamped(to: piece.start..<piece.end)
      guard !part.isEmpty else { break }
      let shift = piece.bytes.startIndex - piece.start
      bytes += piece.bytes[(part.lowerBound + shift)..<(part.upperBound + shift)]
    }
    return bytes
  }
}
