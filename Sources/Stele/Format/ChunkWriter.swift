/// The frames of an archive under construction: signature, chunks, index.
///
/// Finished bytes may be taken away at any time between two chunks.
///
/// Spec chapter 2, §6.3.
struct ChunkWriter {
  /// What the index says of a chunk, in as many bytes as it takes there.
  private struct IndexEntry {
    let type: ArchiveChunkType
    let count: UInt32
    let byteCount: UInt64
    let payloadCheck: UInt64
  }

  /// The bytes that have not been taken away.
  var output = ByteWriter()
  /// The number of bytes that have been taken away.
  private var takenByteCount = 0
  private var index: [IndexEntry] = []
  private var start = 0
  /// The checksum of the payload so far, once a part has been copied with it, and where that part ends.
  private var check: XXH64Stream?
  private var checkedEnd = 0

  /// How many bytes a part of a payload has at least that goes into the checksum while it is copied.
  private static let streamedByteCount = 4096

  init() {
    // What a small archive takes.
    output.reserve(512)
    index.reserveCapacity(5)
    output.write(contentsOf: Signature.bytes)
  }

  /// The number of bytes so far, with those that have been taken away.
  var byteCount: Int { takenByteCount + output.count }

  /// Forgets the finished bytes, which the caller has taken.
  mutating func removeOutput() {
    takenByteCount += output.count
    output.removeAll()
  }

  /// Begins a chunk, whose payload is then written to ``output``.
  mutating func begin() {
    start = output.count
    for _ in 0..<3 { output.write(littleEndian: UInt64(0)) }
  }

  /// Writes a part of the payload that has been written elsewhere; what is in front of it must not change any more.
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

  /// What all of the payload so far has gone into.
  private func streamOfPayload() -> XXH64Stream {
    var stream = check ?? XXH64Stream()
    let position = check == nil ? start + 24 : checkedEnd
    // Safe: the pointer stays inside the closure.
    unsafe output.bytes[position...].withUnsafeBytes { unsafe stream.update($0) }
    return stream
  }

  /// The checksum of the payload.
  private func checksum() -> UInt64 {
    // One that is small goes through in one go.
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
    index.append(
      IndexEntry(
        type: type, count: UInt32(clamping: count), byteCount: payloadByteCount,
        payloadCheck: payloadCheck))
  }

  /// Writes the index and the closing signature.
  mutating func finish() {
    begin()
    for entry in index {
      output.write(littleEndian: entry.type.code)
      output.write(littleEndian: entry.count)
      output.write(littleEndian: entry.byteCount)
      output.write(littleEndian: entry.payloadCheck)
    }
    output.write(littleEndian: UInt64(takenByteCount + start))
    end(.index)
    output.write(contentsOf: Signature.bytes)
  }
}
