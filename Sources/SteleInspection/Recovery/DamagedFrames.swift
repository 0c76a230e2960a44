package import Stele

/// The intact chunks of a damaged archive, found without trusting the index.
///
/// Spec §8.4.
package struct DamagedFrames: Sendable {
  /// A run of bytes that could not be read.
  package struct Gap: Hashable, Sendable {
    package let range: Range<Int>
    /// The chunk, if its header is correct, and only its payload or its type is wrong.
    package let chunk: Chunk?
    package let rule: ArchiveRule
  }

  /// A chunk or a gap, in file order.
  package enum Item: Sendable {
    /// A chunk with correct checks.
    case chunk(Chunk)
    /// Bytes that are lost.
    case gap(Gap)
    /// Incorrect padding, after an undamaged chunk.
    case padding(Chunk, Range<Int>)
  }

  /// All chunks and gaps between the signatures.
  package private(set) var items: [Item] = []
  /// The bytes in place of the opening signature, if it is damaged.
  package private(set) var opening: Range<Int>?
  /// The bytes in place of the closing signature, if it is damaged.
  package private(set) var closing: Range<Int>?
  /// The offset at which the last chunk must end.
  package private(set) var end: Int
  /// The bytes of each archive, in file order; several if files were joined, or a shorter file was written over a longer one.
  ///
  ///     signature HEAD … INDX signature │ signature HEAD … INDX signature      joined
  ///     signature HEAD … OBJS, cut short│ signature HEAD … INDX signature      appended
  ///     signature HEAD … INDX signature │ … OBJS INDX signature                written over another
  ///
  /// Bytes without a chunk belong to the next archive; at the end, they belong to no archive.
  package private(set) var archives: [Range<Int>] = []

  private let bytes: ArchiveBytes
  private var search: HeaderSearch

  /// Searches for chunks in sequence, or at every byte if no chunk follows.
  ///
  /// Bytes may have been lost or added, so chunks may no longer be at multiples of 8.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes: chunks with correct checks are skipped; bytes without a
  ///   correct header cost 24 bytes of hashing each; and the search for other chunks in damaged payloads is limited to
  ///   a few times the bytes of the archive.
  package init(_ bytes: ArchiveBytes) {
    self.bytes = bytes
    let size = Signature.byteCount
    let hasSignature = bytes.hasSignature(in: 0..<size)
    let last = max(0, bytes.byteCount - size)..<bytes.byteCount
    let hasClosingSignature =
      last.lowerBound >= size && bytes.hasSignature(in: last)
    end = hasClosingSignature ? last.lowerBound : bytes.byteCount
    closing = hasClosingSignature ? nil : end..<end
    search = HeaderSearch(bytes, before: end, mayBeCutShort: !hasClosingSignature)
    var position = hasSignature ? min(size, end) : 0
    while position < end {
      if let chunk = search.expectedChunk(at: position) {
        position = take(chunk)
      } else {
        let start = position
        position = search.head(ofArchiveFrom: start) ?? search.nextChunk(from: start + 1)
        items.append(.gap(Gap(range: start..<position, chunk: nil, rule: .headerCheck)))
      }
    }
    findArchives()
    if !hasSignature { beginWithSignature() }
    if !hasClosingSignature { endWithSignature() }
  }

  /// Finds the beginning of each archive, a signature before a head, and its end, a signature after an index of the preceding
  /// chunks.
  private mutating func findArchives() {
    var (start, last) = (0, Chunk?.none)
    var headers: Set<Chunk> = []
    func split(at offset: Int) {
      guard !headers.isEmpty else { return }
      archives.append(start..<offset)
      (start, last, headers) = (offset, nil, [])
    }
    for item in items {
      if case .padding = item { continue }
      guard let chunk = item.chunk else {
        // If an older archive was partly overwritten, its index and a few of its chunks may be left.
        if case .gap(let gap) = item, last?.type == .index,
          search.isSignature(at: gap.range.lowerBound),
          let index = last.flatMap({ SurvivingIndex($0, before: end, in: bytes) }),
          2 * index.count(of: headers) >= index.entries.count
        {
          split(at: gap.range.lowerBound + Signature.byteCount)
        }
        last = nil
        continue
      }
      if chunk.type == .head, search.isSignature(at: chunk.offset - Signature.byteCount) {
        split(at: chunk.offset - Signature.byteCount)
      }
      last = if case .chunk = item { chunk } else { nil }
      headers.insert(chunk.header)
    }
    if !headers.isEmpty || archives.isEmpty { archives.append(start..<bytes.byteCount) }
  }

  /// The first intact chunk of type `HEAD`.
  package var head: Chunk? {
    for case .chunk(let chunk) in items where chunk.type == .head { return chunk }
    return nil
  }

  /// Marks bytes before the head as a damaged opening signature.
  private mutating func beginWithSignature() {
    opening = 0..<min(Signature.byteCount, end)
    switch items.first {
    case .gap(let gap)? where gap.chunk == nil:
      let isAll = items.count > 1 && items[1].chunk?.type == .head
      let size = isAll ? gap.range.count : min(gap.range.count, Signature.byteCount)
      opening = 0..<size
      let rest = Gap(range: size..<gap.range.upperBound, chunk: nil, rule: gap.rule)
      items.replaceSubrange(0..<1, with: rest.range.isEmpty ? [] : [.gap(rest)])
    case .chunk?, .gap?: opening = 0..<0
    default: break
    }
  }

  /// Marks bytes after the index as a damaged closing signature.
  private mutating func endWithSignature() {
    guard items.count > 1, case .gap(let gap)? = items.last, gap.chunk == nil,
      items[items.count - 2].chunk?.type == .index
    else { return }
    items.removeLast()
    closing = gap.range
    end = gap.range.lowerBound
  }

  /// Adds a chunk, intact or damaged, and returns the offset after it.
  private mutating func take(_ chunk: Chunk) -> Int {
    guard let payload = chunk.payload(before: end), let next = chunk.next(before: end),
      bytes.readerOfWhatIsLeft(in: payload).checksum() == chunk.payloadCheck
    else { return takeDamaged(chunk) }
    if chunk.type.isKnown || chunk.type.firstWrongByte == nil {
      items.append(.chunk(chunk))
    } else {
      items.append(.gap(Gap(range: chunk.offset..<next, chunk: chunk, rule: .chunkType)))
    }
    if next < end, search.expectedChunk(at: next) == nil,
      let found = search.firstChunk(in: payload.upperBound..<next, leadingTo: next)
    {
      // Some of the padding is missing.
      items.append(.padding(chunk, payload.upperBound..<found))
      return found
    }
    var padding = bytes.readerOfWhatIsLeft(in: payload.upperBound..<next)
    while let byte = try? padding.readByte() {
      guard byte != 0 else { continue }
      items.append(.padding(chunk, payload.upperBound..<next))
      break
    }
    return next
  }

  /// Adds a chunk with a damaged payload, and returns the offset after it.
  private mutating func takeDamaged(_ chunk: Chunk) -> Int {
    let next = chunk.next(before: end)
    let stop = next.map { endOfDamaged(chunk, claimedEnd: $0) } ?? endOfTooLong(chunk)
    let rule: ArchiveRule = next == nil ? .chunkTooLong : .payloadCheck
    items.append(.gap(Gap(range: chunk.offset..<stop, chunk: chunk, rule: rule)))
    return stop
  }

  /// Returns the end of a chunk that is too long for the archive.
  ///
  /// If the archive was cut short, the chunk ends there: bytes in the payload that look like a chunk may be a part of a value.
  /// Otherwise bytes are missing in the chunk, or its length is wrong.
  private mutating func endOfTooLong(_ chunk: Chunk) -> Int {
    guard closing == nil, chunk.payloadOffset < end else { return end }
    return search.firstChunk(inPayload: chunk.payloadOffset..<end) ?? end
  }

  /// Returns the end of a chunk with a damaged payload: the end according to its length, unless the next chunk begins
  /// elsewhere, because bytes of this chunk are missing or have been added.
  private mutating func endOfDamaged(_ chunk: Chunk, claimedEnd next: Int) -> Int {
    let payload = chunk.payloadOffset..<next
    if let head = search.firstChunk(inPayload: payload, isHead: true) { return head }
    if next == end ? chunk.type == .index : search.expectedChunk(at: next) != nil { return next }
    if let inside = search.firstChunk(inPayload: payload) { return inside }
    // The end of a gap that is too short for a header.
    let after = min(end, next + Chunk.headerByteCount)
    return search.firstChunk(in: next..<after, leadingTo: after) ?? (after == end ? end : next)
  }
}

extension DamagedFrames.Item {
  /// The chunk with a correct header.
  package var chunk: Chunk? {
    switch self {
    case .chunk(let chunk), .padding(let chunk, _): chunk
    case .gap(let gap): gap.chunk
    }
  }
}
