import Stele

/// The repairs of chunks that have one wrong byte each.
///
/// A header with a correct check states the length and the checksum of the payload. The position of the next chunk shows
/// whether a byte is missing or added:
///
///     header: length 16   │················│ next    one byte may have another value
///                         │···············│ next     one byte may be missing
///                         │·················│ next   one byte may be added
struct ChunkRepairs {
  /// The repairs, in file order.
  private(set) var entries: [RecoveryReport.Repair] = []

  /// The largest payload in bytes, regardless of the number of steps.
  private static let largestByteCount = 1 << 20

  /// Searches for repairs, beginning with the class table, which all content needs.
  ///
  /// - Parameters:
  ///   - frames: The archive.
  ///   - bytes: The bytes of the archive.
  ///   - stepLimit: The largest number of steps of all searches together.
  /// - Complexity: O(*n* + `stepLimit`), where *n* is the number of bytes.
  init(_ frames: DamagedFrames, in bytes: [UInt8], stepLimit: Int) {
    var stepLimit = stepLimit
    var gaps: [(range: Range<Int>, chunk: Chunk)] = []
    for case .gap(let gap) in frames.items {
      if let chunk = gap.chunk, gap.rule != .chunkType { gaps.append((gap.range, chunk)) }
    }
    gaps.sort {
      ($0.chunk.type.urgency, $0.range.lowerBound) < ($1.chunk.type.urgency, $1.range.lowerBound)
    }
    for (range, chunk) in gaps {
      guard chunk.byteCount <= Self.largestByteCount else { continue }
      let byteCount = Int(chunk.byteCount)
      let paddedCount = (byteCount + 7) & ~7
      let start = chunk.payloadOffset
      let change = range.upperBound - start - paddedCount
      guard abs(change) <= 1, byteCount + change >= 0 else { continue }
      let payload = Array(bytes[start..<(start + byteCount + change)])
      guard
        let repair = ChecksumSearch.repair(
          of: payload, byteCount: byteCount, check: chunk.payloadCheck, stepLimit: &stepLimit)
      else { continue }
      entries.append(
        .init(offset: start + repair.offset, type: chunk.type, change: repair.change))
    }
    entries.sort { $0.offset < $1.offset }
  }

  /// Returns the repaired archive.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  func applied(to bytes: [UInt8]) -> [UInt8] {
    guard !entries.isEmpty else { return bytes }
    var repaired: [UInt8] = []
    repaired.reserveCapacity(bytes.count + entries.count)
    var position = 0
    for repair in entries {
      repaired += bytes[position..<repair.offset]
      position = repair.offset
      switch repair.change {
      case .replaced(let byte):
        repaired.append(byte)
        position += 1
      case .inserted(let byte): repaired.append(byte)
      case .removed: position += 1
      }
    }
    repaired += bytes[position...]
    return repaired
  }

  /// Maps a range of the repaired archive to the damaged one.
  func original(_ range: Range<Int>) -> Range<Int> {
    let start = original(range.lowerBound)
    return start..<max(start, original(range.upperBound))
  }

  private func original(_ offset: Int) -> Int {
    var growth = 0
    for entry in entries where entry.change.growth != 0 {
      guard entry.offset + growth < offset else { break }
      growth += entry.change.growth
    }
    return offset - growth
  }
}

extension RecoveryReport.Repair.Change {
  /// The number of bytes that the change adds.
  fileprivate var growth: Int {
    switch self {
    case .replaced: 0
    case .inserted: 1
    case .removed: -1
    }
  }
}

extension ArchiveChunkType {
  /// The position of the type in the order of repair.
  fileprivate var urgency: Int {
    switch self {
    case .classes: 0
    case .head, .roots, .weakSlots, .metadata, .index: 1
    case .objects: 2
    default: 3
    }
  }
}
