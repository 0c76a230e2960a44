/// The chunks of a damaged archive that are whole, found without believing the index.
///
/// Spec §7.4.
package struct DamagedFrames: Sendable {
  /// A run of bytes that could not be read.
  package struct Gap: Hashable, Sendable {
    /// The bytes.
    package let range: Range<Int>
    /// The chunk, when its header is right and only its payload is not.
    package let chunk: Chunk?
    /// The rule that is broken.
    package let rule: Rule
  }

  /// A chunk or a gap, in file order.
  package enum Item: Sendable {
    /// A chunk with right checks.
    case chunk(Chunk)
    /// Bytes that are lost.
    case gap(Gap)
    /// Wrong padding, behind a chunk that has not suffered.
    case padding(Chunk, Range<Int>)

    /// The chunk whose header is right.
    package var chunk: Chunk? {
      switch self {
      case .chunk(let chunk), .padding(let chunk, _): chunk
      case .gap(let gap): gap.chunk
      }
    }
  }

  /// All chunks and gaps between the signatures.
  package private(set) var items: [Item] = []
  /// Whether the opening signature is right.
  package let hasSignature: Bool
  /// Whether the closing signature is right.
  package let hasClosingSignature: Bool
  /// The offset at which the last chunk has to end.
  package private(set) var end: Int
  /// The bytes that stand where the closing signature has to.
  package private(set) var closing: Range<Int>

  /// Looks for chunks one behind the other and, where there is none, at every byte: bytes may have been
  /// lost or added, so that chunks do not stand at multiples of 8 any more.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes: payloads of chunks with right headers are
  ///   passed over, and what has no right header costs 24 bytes of hashing each.
  package init(_ bytes: ArchiveBytes) {
    let size = Signature.byteCount
    hasSignature = Self.isSignature(bytes.reader(of: 0..<size))
    closing = max(0, bytes.byteCount - size)..<bytes.byteCount
    hasClosingSignature = closing.lowerBound >= size && Self.isSignature(bytes.reader(of: closing))
    end = hasClosingSignature ? closing.lowerBound : bytes.byteCount
    if !hasClosingSignature { closing = end..<end }
    var position = min(size, end)
    while position < end {
      if let chunk = header(at: position, in: bytes) {
        position = take(chunk, in: bytes)
        continue
      }
      let start = position
      while position < end, header(at: position, in: bytes) == nil { position += 1 }
      items.append(.gap(Gap(range: start..<position, chunk: nil, rule: .headerCheck)))
    }
    endAtIndex()
  }

  /// Sees that what stands behind the index is the rest of a closing signature.
  private mutating func endAtIndex() {
    guard !hasClosingSignature, items.count > 1, case .gap(let gap)? = items.last,
      gap.chunk == nil, gap.range.count <= Signature.byteCount,
      items[items.count - 2].chunk?.type == .index
    else { return }
    items.removeLast()
    closing = gap.range
    end = gap.range.lowerBound
  }

  /// Takes a chunk, whole or not, and gives the offset of what follows it.
  private mutating func take(_ chunk: Chunk, in bytes: ArchiveBytes) -> Int {
    guard let payload = chunk.payload(before: end) else {
      items.append(.gap(Gap(range: chunk.offset..<end, chunk: chunk, rule: .chunkTooLong)))
      return end
    }
    // Relative to the chunk, which need not stand at a multiple of 8 any more.
    let next = min(end, payload.upperBound + (8 - payload.count % 8) % 8)
    guard bytes.reader(of: payload).checksum() == chunk.payloadCheck else {
      items.append(.gap(Gap(range: chunk.offset..<next, chunk: chunk, rule: .payloadCheck)))
      return next
    }
    items.append(.chunk(chunk))
    var padding = bytes.reader(of: payload.upperBound..<next)
    while let byte = try? padding.readByte() {
      guard byte != 0 else { continue }
      items.append(.padding(chunk, payload.upperBound..<next))
      break
    }
    return next
  }

  private static func isSignature(_ input: ByteReader) -> Bool {
    var input = input
    return (try? input.readBytes(Signature.byteCount))?.elementsEqual(Signature.bytes) ?? false
  }

  /// A header that is right.
  ///
  /// Where the archive was cut short, the last chunk is too long; it is taken all the same, since what
  /// looks like a chunk in its payload need not be one. Elsewhere bytes are missing inside of it.
  private func header(at offset: Int, in bytes: ArchiveBytes) -> Chunk? {
    var input = bytes.reader(of: offset..<min(end, offset + Chunk.headerByteCount))
    var type = input
    // Most places are told by their first bytes; what looks like four letters is worth a hash.
    guard let code: UInt32 = try? type.readInteger(), code & 0xC0C0_C0C0 == 0x4040_4040,
      let chunk = try? Chunk(parsing: &input)
    else { return nil }
    return !hasClosingSignature || chunk.payload(before: end) != nil ? chunk : nil
  }
}

extension Chunk {
  /// The range of the payload, or nil when it would not end at `end` or before.
  func payload(before end: Int) -> Range<Int>? {
    guard payloadOffset <= end, byteCount <= UInt64(end - payloadOffset) else { return nil }
    return payloadOffset..<(payloadOffset + Int(byteCount))
  }
}
