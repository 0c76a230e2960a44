/// The frames of an archive under construction: signature, chunks, index.
///
/// Between two chunks, finished bytes may be removed.
///
/// Spec chapter 2, §6.3.
package struct ChunkWriter {
  /// The bytes that have not been removed.
  package var output = ByteWriter()
  /// The number of bytes that have been removed.
  private var removedByteCount = 0
  /// The entries of the index so far.
  private var index = ByteWriter()
  private var start = 0
  /// The checksum of the payload up to a position, once a part has been copied while it was checksummed.
  private var check: XXH64Stream?
  private var checkedEnd = 0

  /// The least number of bytes of a part that is checksummed while it is copied.
  private static let streamedByteCount = 4096

  /// A header that is filled in at the end of the chunk.
  private static let emptyHeader = [UInt8](repeating: 0, count: 24)

  init() {
    index.reserve(5 * ArchiveIndex.entryByteCount)
    writeSignature()
  }

  private mutating func writeSignature() {
    // The size of a small archive.
    output.reserve(512)
    output.write(contentsOf: Signature.bytes)
  }

  /// Begins another archive.
  mutating func reset() {
    // The bytes are those of the previous archive.
    output = ByteWriter()
    index.removeAll()
    removedByteCount = 0
    writeSignature()
  }

  /// Removes the finished bytes, which the caller has used.
  package mutating func removeOutput() {
    removedByteCount += output.count
    output.removeAll()
  }

  /// Begins a chunk, whose payload is then written to ``output``.
  mutating func begin() {
    start = output.count
    output.write(contentsOf: Self.emptyHeader)
  }

  /// Writes a part of the payload from a buffer; the payload before it must not change any more.
  mutating func write(contentsOf other: OutputBuffer, _ range: Range<Int>) {
    guard other.offset(of: range.upperBound, from: range.lowerBound) >= Self.streamedByteCount
    else {
      var none: XXH64Stream?
      return output.write(contentsOf: other, range, hashedBy: &none)
    }
    check = streamOfPayload()
    output.write(contentsOf: other, range, hashedBy: &check)
    checkedEnd = output.count
  }

  /// Returns the checksum stream of the payload so far.
  private func streamOfPayload() -> XXH64Stream {
    var stream = check ?? XXH64Stream()
    let position = check == nil ? start + 24 : checkedEnd
    // Safe: the pointer stays inside the closure.
    unsafe output.bytes[position...].withUnsafeBytes { unsafe stream.update($0) }
    return stream
  }

  /// Returns the checksum of the payload.
  private func checksum() -> UInt64 {
    // A small payload is faster without a stream.
    check == nil
      ? XXH64.hash(output.bytes, in: (start + 24)..<output.count) : streamOfPayload().finish()
  }

  /// Ends the chunk: fills in its header, and pads it.
  ///
  /// - Parameters:
  ///   - type: The type of the chunk.
  ///   - count: The count in the index; 0 for types without one.
  mutating func end(_ type: ArchiveChunkType, count: Int = 0) {
    let payloadByteCount = UInt64(output.count - start - 24)
    let payloadCheck = checksum()
    check = nil
    output.replace(at: start + 8, littleEndian: payloadByteCount)
    output.replace(at: start + 16, littleEndian: payloadCheck)
    let headerHash = XXH64.hash(
      output.bytes, in: (start + 8)..<(start + 24), seed: UInt64(type.code))
    let headerCheck = UInt32(truncatingIfNeeded: headerHash ^ (headerHash >> 32))
    output.replace(at: start, littleEndian: type.code)
    output.replace(at: start + 4, littleEndian: headerCheck)
    while (output.count - start) % 8 != 0 { output.write(byte: 0) }
    index.write(
      littleEndian: UInt64(UInt32(clamping: count)) << 32 | UInt64(type.code), payloadByteCount,
      payloadCheck)
  }

  /// Returns the chunk that was ended last, whose bytes have not been removed.
  func lastChunk() -> FinishedChunk {
    FinishedChunk(
      entry: Array(index.bytes.suffix(ArchiveIndex.entryByteCount)),
      bytes: Array(output.bytes[start...]))
  }

  /// Writes a chunk that is the same as an earlier one.
  mutating func write(_ chunk: FinishedChunk) {
    start = output.count
    output.write(contentsOf: chunk.bytes)
    index.write(contentsOf: chunk.entry)
  }

  /// Writes the index and the closing signature.
  mutating func finish() {
    begin()
    output.write(contentsOf: index.bytes)
    output.write(littleEndian: UInt64(removedByteCount + start))
    end(.index)
    output.write(contentsOf: Signature.bytes)
  }
}

/// A chunk with its header and padding, to be written to several archives.
struct FinishedChunk {
  /// The entry in the index.
  fileprivate let entry: [UInt8]
  fileprivate let bytes: [UInt8]
}
