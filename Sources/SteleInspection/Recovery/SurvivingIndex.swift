import Stele
import SteleModel

/// The undamaged index of a damaged archive, which lists the original chunks.
///
/// Spec §6.3, §8.4.
struct SurvivingIndex {
  let entries: [ArchiveIndex.Entry]
  let chunk: Chunk
  /// The distance of the index from its original offset: bytes before it have been added or, if the distance is negative, lost.
  let displacement: Int

  /// Finds the index that lists most of the intact chunks, the last of several; the result is `nil` if there is none.
  ///
  /// - Parameters:
  ///   - frames: The archive.
  ///   - bytes: The bytes of the archive.
  ///   - foreign: Receives the indexes that contradict the head, because they belong to other archives.
  init?(_ frames: DamagedFrames, in bytes: ArchiveBytes, foreign: inout [Chunk]) {
    var headers: Set<Chunk> = []
    for case .chunk(let chunk) in frames.items { headers.insert(chunk.header) }
    let head = frames.head?.header
    var best: (index: SurvivingIndex, count: Int)?
    for case .chunk(let chunk) in frames.items where chunk.type == .index {
      guard let index = SurvivingIndex(chunk, before: frames.end, in: bytes),
        let first = index.entries.first
      else { continue }
      guard first.type == .head, head ?? first.chunk.header == first.chunk.header else {
        foreign.append(chunk)
        continue
      }
      let count = index.count(of: headers)
      if count >= best?.count ?? 0 { best = (index, count) }
    }
    guard let best else { return nil }
    self = best.index
  }

  /// Reads an index, or returns `nil` if it is not intact.
  init?(_ chunk: Chunk, before end: Int, in bytes: ArchiveBytes) {
    guard let payload = chunk.payload(before: end), payload.count >= 8 else { return nil }
    var input = bytes.readerOfWhatIsLeft(in: payload)
    var place = bytes.readerOfWhatIsLeft(in: (payload.upperBound - 8)..<payload.upperBound)
    // Offsets beyond the size of any file would make sums overflow.
    guard let written = (try? place.readInteger(UInt64.self)).flatMap(Int.init(exactly:)),
      written >= 0, written <= Int.max / 4,
      let index = try? ArchiveIndex(parsing: &input, at: written)
    else { return nil }
    self.chunk = chunk
    entries = index.entries
    displacement = chunk.offset - written
  }

  /// The headers of the index and of the chunks that it lists.
  var headers: Set<Chunk> { Set(([chunk] + entries.map(\.chunk)).map(\.header)) }

  /// Returns the number of listed chunks that have one of the given headers.
  func count(of headers: Set<Chunk>) -> Int {
    entries.count { headers.contains($0.chunk.header) }
  }

  /// Returns the possible offsets of a chunk.
  func places(of entry: ArchiveIndex.Entry) -> [Int] {
    let displaced = entry.offset + displacement
    return displacement == 0 || displaced < 0 ? [entry.offset] : [entry.offset, displaced]
  }
}

extension Chunk {
  /// The header at offset 0: what identifies a chunk, regardless of its position.
  var header: Chunk { moved(to: 0) }
}
