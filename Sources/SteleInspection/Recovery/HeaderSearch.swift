import Stele

/// A search for headers of chunks in damaged bytes.
///
/// A header is accepted if its check is correct. Values may contain whole archives, with chunks that do not belong to the
/// damaged archive; the ends of both sequences of chunks distinguish them:
///
///     … │ OBJS, header damaged: … signature HEAD CLAS INDX signature … │ ROOT │ INDX │ signature
///                                          └────┴────┴────┘ stops here └──────┴──────┘ leads to the end
struct HeaderSearch {
  private let bytes: ArchiveBytes
  /// The offset at which the last chunk must end.
  private let end: Int
  /// Whether the archive may have been cut short, so that its last chunk may be too long.
  private let mayBeCutShort: Bool
  /// For each header found so far, the end of the sequence of chunks that begins with it.
  private var stops: [Int: Int] = [:]
  private var window: ByteWindow
  /// The number of bytes that may still be searched for chunks in the payloads of other chunks.
  private var allowance: Int
  /// The lowest start of a search that found only headers of archives within values.
  private var lastChoice = Int.max

  init(_ bytes: ArchiveBytes, before end: Int, mayBeCutShort: Bool) {
    self.bytes = bytes
    window = ByteWindow(bytes)
    self.end = end
    self.mayBeCutShort = mayBeCutShort
    allowance = bytes.byteCount.multipliedReportingOverflow(by: 4).partialValue
  }

  /// Returns the chunk at an offset where one must begin, regardless of its type and length.
  func expectedChunk(at offset: Int) -> Chunk? {
    var input = bytes.readerOfWhatIsLeft(in: offset..<min(end, offset + Chunk.headerByteCount))
    return try? Chunk(parsing: &input, validatesType: false)
  }

  /// Returns the chunk at an offset where one may begin; ascending offsets are fastest.
  private mutating func chunk(at offset: Int) -> Chunk? {
    // The first bytes exclude most offsets, and the window reads many of them at a time; a hash is computed only after four
    // bytes that look like letters.
    for index in 0..<4 {
      guard let byte = window.byte(at: offset + index), byte & 0xC0 == 0x40 else { return nil }
    }
    var input = ByteReader(
      window.bytes(in: offset..<min(end, offset + Chunk.headerByteCount)), origin: offset,
      range: offset..<end)
    guard let chunk = try? Chunk(parsing: &input) else { return nil }
    return mayBeCutShort || chunk.payload(before: end) != nil ? chunk : nil
  }

  /// Returns the offset of the next chunk, or the end if there is none.
  ///
  /// - Complexity: O(*n*) for all calls together, where *n* is the number of bytes, if each call begins at the end of the chunk
  ///   that the previous call found.
  mutating func nextChunk(from start: Int) -> Int {
    var first: Int?
    for offset in start..<max(start, end) where chunk(at: offset) != nil {
      let stop = stop(from: offset)
      // If no other chunk remains, the closing signature belongs to this archive, and bytes have been added to the archive.
      if start >= lastChoice || stop == end || !isSignature(at: stop) { return offset }
      first = first ?? offset
    }
    lastChoice = min(lastChoice, start)
    return first ?? end
  }

  /// Returns the offset of the first chunk in a range that begins a sequence of chunks up to or beyond a target.
  ///
  /// If requested, the chunk must be a head after a signature.
  mutating func firstChunk(
    in range: Range<Int>, leadingTo target: Int, isHead: Bool = false
  ) -> Int? {
    for offset in range where chunk(at: offset) != nil {
      if isHead, head(ofArchiveFrom: offset - Signature.byteCount) != offset { continue }
      if stop(from: offset) >= target { return offset }
    }
    return nil
  }

  /// Returns the offset of the first chunk that begins in the payload of another chunk, and does not belong to a value of that
  /// chunk; `nil` also after too many searches.
  mutating func firstChunk(inPayload payload: Range<Int>, isHead: Bool = false) -> Int? {
    guard payload.count <= allowance else { return nil }
    allowance -= payload.count
    return firstChunk(in: payload, leadingTo: payload.upperBound, isHead: isHead)
  }

  /// Returns the offset of the head of an archive that begins at an offset, or directly after a closing signature at the
  /// offset.
  mutating func head(ofArchiveFrom offset: Int) -> Int? {
    var head = offset
    while isSignature(at: head), head - offset < 2 * Signature.byteCount {
      head += Signature.byteCount
      if chunk(at: head)?.type == .head { return head }
    }
    return nil
  }

  /// Returns the end of the sequence of chunks that begins at an offset.
  private mutating func stop(from start: Int) -> Int {
    var passed: [Int] = []
    var offset = start
    while offset < end {
      if let known = stops[offset] {
        offset = known
        break
      }
      guard let next = chunk(at: offset)?.next(before: end) ?? head(ofArchiveFrom: offset)
      else { break }
      passed.append(offset)
      offset = next
    }
    for place in passed { stops[place] = offset }
    return offset
  }

  func isSignature(at offset: Int) -> Bool {
    offset >= 0 && bytes.hasSignature(in: offset..<min(end, offset + Signature.byteCount))
  }
}

extension ArchiveBytes {
  /// Returns a reader of a range as far as it can be read, for those who save what is left.
  func readerOfWhatIsLeft(in range: Range<Int>) -> ByteReader {
    if let reader = try? reader(of: range) { return reader }
    let clamped = range.clamped(to: 0..<byteCount)
    return ByteReader([], origin: clamped.lowerBound, range: clamped)
  }

  /// Returns whether the bytes in a range are a signature.
  func hasSignature(in range: Range<Int>) -> Bool {
    var input = readerOfWhatIsLeft(in: range)
    return (try? input.readInteger()) == Signature.word
  }
}

extension Chunk {
  /// Returns the same header at another offset.
  func moved(to offset: Int) -> Chunk {
    Chunk(offset: offset, type: type, byteCount: byteCount, payloadCheck: payloadCheck)
  }

  /// Returns the range of the payload, or `nil` if it would end after `end`.
  func payload(before end: Int) -> Range<Int>? {
    guard payloadOffset <= end, byteCount <= UInt64(end - payloadOffset) else { return nil }
    return payloadOffset..<(payloadOffset + Int(byteCount))
  }

  /// Returns the offset after the payload and padding, or `nil` if the payload would end after `end`.
  ///
  /// The padding is relative to the chunk, which may no longer be at a multiple of 8.
  func next(before end: Int) -> Int? {
    payload(before: end).map { min(end, $0.upperBound + (8 - $0.count % 8) % 8) }
  }
}
