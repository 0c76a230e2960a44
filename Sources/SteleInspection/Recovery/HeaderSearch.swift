import Stele

/// A search for headers of chunks in bytes that are damaged.
///
/// A header counts when its check is right. Values may hold whole archives, the chunks of which do not belong to the
/// one that is damaged; where their chunks lead tells them apart:
///
///     … │ OBJS, header damaged: … signature HEAD CLAS INDX signature … │ ROOT │ INDX │ signature
///                                          └────┴────┴────┘ stops here └──────┴──────┘ leads to the end
struct HeaderSearch {
  private let bytes: ArchiveBytes
  /// The offset at which the last chunk has to end.
  private let end: Int
  /// Whether the archive may have been cut short, so that its last chunk may be too long.
  private let mayBeCutShort: Bool
  /// For each header that has been found, where the chunks that begin with it stop.
  private var stops: [Int: Int] = [:]
  /// The bytes that are searched.
  private var window: ByteWindow
  /// The offset from which on there are only headers of archives in values.
  private var lastChoice = Int.max

  init(_ bytes: ArchiveBytes, before end: Int, mayBeCutShort: Bool) {
    self.bytes = bytes
    window = ByteWindow(bytes)
    self.end = end
    self.mayBeCutShort = mayBeCutShort
  }

  /// The chunk at an offset where one has to begin, whatever its type and length are.
  func expectedChunk(at offset: Int) -> Chunk? {
    var input = bytes.reader(of: offset..<min(end, offset + Chunk.headerByteCount))
    return try? Chunk(parsing: &input, validatesType: false)
  }

  /// The chunk at an offset where one may begin.
  func chunk(at offset: Int) -> Chunk? {
    var input = bytes.reader(of: offset..<min(end, offset + Chunk.headerByteCount))
    var type = input
    // Most offsets are told by their first bytes; what looks like four letters is worth a hash.
    guard let code: UInt32 = try? type.readInteger(), code & 0xC0C0_C0C0 == 0x4040_4040,
      let chunk = try? Chunk(parsing: &input)
    else { return nil }
    return mayBeCutShort || chunk.payload(before: end) != nil ? chunk : nil
  }

  /// Whether a chunk may begin at an offset, one after the other.
  private mutating func hasChunk(at offset: Int) -> Bool {
    // Most offsets are told by their first bytes, which a source gives many of at a time.
    for index in 0..<4 {
      guard let byte = window.byte(at: offset + index), byte & 0xC0 == 0x40 else { return false }
    }
    var input = ByteReader(
      window.bytes(in: offset..<min(end, offset + Chunk.headerByteCount)), origin: offset,
      range: offset..<end)
    guard let chunk = try? Chunk(parsing: &input) else { return false }
    return mayBeCutShort || chunk.payload(before: end) != nil
  }

  /// The offset of the next chunk, or the end when there is none.
  ///
  /// - Complexity: O(*n*) for all calls together, where *n* is the number of bytes, if each call begins where the
  ///   chunk ends that the last one found.
  mutating func nextChunk(from start: Int) -> Int {
    var first: Int?
    for offset in start..<max(start, end) where hasChunk(at: offset) {
      let stop = stop(from: offset)
      // Where no other is left, the closing signature is that of the archive, and something has been added to it.
      if start >= lastChoice || stop == end || !isSignature(at: stop) { return offset }
      first = first ?? offset
    }
    lastChoice = min(lastChoice, start)
    return first ?? end
  }

  /// The offset of the first chunk in a range from which chunks lead to a target or beyond it.
  mutating func firstChunk(in range: Range<Int>, leadingTo target: Int) -> Int? {
    for offset in range where hasChunk(at: offset) {
      if stop(from: offset) >= target { return offset }
    }
    return nil
  }

  /// Where the chunks stop that begin at an offset: where no chunk follows the last one.
  private mutating func stop(from start: Int) -> Int {
    var passed: [Int] = []
    var offset = start
    while offset < end {
      if let known = stops[offset] {
        offset = known
        break
      }
      guard let chunk = chunk(at: offset), let next = chunk.next(before: end) else { break }
      passed.append(offset)
      offset = next
    }
    for place in passed { stops[place] = offset }
    return offset
  }

  private func isSignature(at offset: Int) -> Bool {
    var input = bytes.reader(of: offset..<min(end, offset + Signature.byteCount))
    return (try? input.readInteger()) == Signature.word
  }
}

extension Chunk {
  /// The same header at another offset.
  func moved(to offset: Int) -> Chunk {
    Chunk(offset: offset, type: type, byteCount: byteCount, payloadCheck: payloadCheck)
  }

  /// The range of the payload, or nil when it would not end at `end` or before.
  func payload(before end: Int) -> Range<Int>? {
    guard payloadOffset <= end, byteCount <= UInt64(end - payloadOffset) else { return nil }
    return payloadOffset..<(payloadOffset + Int(byteCount))
  }

  /// The offset of what follows payload and padding, or nil when the payload would not end at `end` or before.
  ///
  /// The padding is counted from the chunk, which need not stand at a multiple of 8 any more.
  func next(before end: Int) -> Int? {
    payload(before: end).map { min(end, $0.upperBound + (8 - $0.count % 8) % 8) }
  }
}
