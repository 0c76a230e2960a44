import Stele

/// A division of an archive, valid or not, into signatures, chunks and gaps.
///
/// A chunk is accepted where one must begin, if its header check is correct, or if its length ends at the next chunk. Other
/// bytes are a gap up to the next chunk with a correct header check.
struct FrameSearch {
  private(set) var frames: [ExplainedFrame] = []
  private let bytes: ArchiveBytes
  private var window: ByteWindow
  private var search: HeaderSearch
  private let end: Int
  private let hasClosingSignature: Bool
  private var chunkCount = 0

  init(_ bytes: ArchiveBytes) {
    self.bytes = bytes
    window = ByteWindow(bytes)
    let count = bytes.byteCount
    let size = Signature.byteCount
    hasClosingSignature = count >= 2 * size && bytes.hasSignature(in: (count - size)..<count)
    end = hasClosingSignature ? count - size : count
    search = HeaderSearch(bytes, before: end, mayBeCutShort: !hasClosingSignature)
    var position = takeOpening()
    while position < end {
      position = takeChunk(at: position) ?? takeGap(from: position)
    }
    if hasClosingSignature { frames.append(ExplainedFrame(kind: .closing, range: end..<count)) }
  }

  /// Consumes the bytes at the offset of the opening signature.
  private mutating func takeOpening() -> Int {
    let size = min(Signature.byteCount, end)
    guard size > 0 else { return 0 }
    var stop = size
    if !bytes.hasSignature(in: 0..<size), search.expectedChunk(at: size) == nil {
      // Some bytes of the signature are missing, or other bytes precede it.
      stop = min(size, search.nextChunk(from: 0))
    }
    if stop > 0 { frames.append(ExplainedFrame(kind: .opening, range: 0..<stop)) }
    return stop
  }

  private mutating func takeGap(from start: Int) -> Int {
    let stop = search.nextChunk(from: start + 1)
    frames.append(ExplainedFrame(kind: .gap, range: start..<stop))
    return stop
  }

  /// Consumes the chunk at an offset and returns the offset after it, or returns `nil` if there is no chunk.
  private mutating func takeChunk(at offset: Int) -> Int? {
    guard end - offset >= Chunk.headerByteCount,
      let type = window.integer(at: offset, byteCount: 4).map(UInt32.init(truncatingIfNeeded:)),
      let length = window.integer(at: offset + 8, byteCount: 8)
    else { return nil }
    let chunk = Chunk(
      offset: offset, type: ArchiveChunkType(code: type), byteCount: length, payloadCheck: 0)
    var (payload, next) = (chunk.payload(before: end), chunk.next(before: end))
    let isFollowed = next.map { $0 == end || search.expectedChunk(at: $0) != nil } ?? false
    if !isFollowed {
      // Bytes are missing, or the length or the header is incorrect.
      guard search.expectedChunk(at: offset) != nil else { return nil }
      if next != nil || hasClosingSignature,
        let inside = search.firstChunk(inPayload: chunk.payloadOffset..<(next ?? end))
      {
        next = inside
        payload = chunk.payloadOffset..<inside
      }
    }
    let stop = next ?? end
    frames.append(
      ExplainedFrame(
        kind: .chunk, range: offset..<stop, payload: payload ?? chunk.payloadOffset..<stop,
        ordinal: chunkCount, type: type))
    chunkCount += 1
    return stop
  }
}
