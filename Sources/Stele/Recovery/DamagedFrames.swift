/// The chunks of a damaged archive that are whole, found without believing the index.
///
/// Spec §7.4.
package struct DamagedFrames: Sendable {
  /// A run of bytes that could not be read.
  package struct Gap: Hashable, Sendable {
    /// The bytes.
    package let range: Range<Int>
    /// The chunk, when its header is right and only its payload or padding is not.
    package let chunk: Chunk?
  }

  /// A chunk or a gap, in file order.
  package enum Item: Sendable {
    /// A chunk with right checks.
    case chunk(Chunk)
    /// Bytes that are lost.
    case gap(Gap)
  }

  /// All chunks and gaps between the signatures.
  package private(set) var items: [Item] = []
  /// Whether the opening signature is right.
  package let hasSignature: Bool
  /// Whether the closing signature is right.
  package let hasClosingSignature: Bool
  /// The offset at which the last chunk has to end.
  package let end: Int

  /// Looks for chunks at every multiple of 8.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes: payloads of chunks with right headers are
  ///   passed over, and what has no right header costs 24 bytes of hashing each.
  package init(_ bytes: ArchiveBytes) {
    let size = Signature.bytes.count
    hasSignature = Self.isSignature(bytes.reader(of: 0..<size))
    let closing = max(0, bytes.byteCount - size)
    hasClosingSignature =
      closing >= size && Self.isSignature(bytes.reader(of: closing..<bytes.byteCount))
    end = hasClosingSignature ? closing : bytes.byteCount
    var position = min(size, end)
    var gapStart = position
    while position < end {
      guard let (chunk, range) = Self.header(at: position, in: bytes, before: end) else {
        position += 8
        continue
      }
      close(gapStart..<position)
      let next = min(end, chunk.paddedEnd(of: range))
      let isWhole = (try? chunk.readPayload(from: bytes, before: end)) != nil
      items.append(isWhole ? .chunk(chunk) : .gap(Gap(range: position..<next, chunk: chunk)))
      position = next
      gapStart = next
    }
    close(gapStart..<end)
  }

  private mutating func close(_ range: Range<Int>) {
    if !range.isEmpty { items.append(.gap(Gap(range: range, chunk: nil))) }
  }

  private static func isSignature(_ input: ByteReader) -> Bool {
    var input = input
    return (try? input.readBytes(Signature.bytes.count))?.elementsEqual(Signature.bytes) ?? false
  }

  /// A header that is right and of a chunk that ends inside of the archive.
  private static func header(
    at offset: Int, in bytes: ArchiveBytes, before end: Int
  ) -> (chunk: Chunk, range: Range<Int>)? {
    var input = bytes.reader(of: offset..<min(end, offset + Chunk.headerByteCount))
    guard let chunk = try? Chunk(parsing: &input),
      chunk.payloadOffset <= end, chunk.byteCount <= UInt64(end - chunk.payloadOffset)
    else { return nil }
    return (chunk, chunk.payloadOffset..<(chunk.payloadOffset + Int(chunk.byteCount)))
  }
}
