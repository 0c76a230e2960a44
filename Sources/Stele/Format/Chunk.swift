/// The header of a chunk, and the offset of the chunk.
///
///     offset  size  field
///          0     4  type
///          4     4  header check   u32
///          8     8  byteCount      u64, of the payload
///         16     8  payload check  u64
///
/// Spec §2.2.
package struct Chunk: Hashable, Sendable {
  /// The number of bytes of a header.
  package static let headerByteCount = 24

  /// The offset of the first byte of the header.
  package let offset: Int
  /// The type of the content.
  package let type: ArchiveChunkType
  /// The number of bytes of the payload, which has not been validated.
  package let byteCount: UInt64
  /// The checksum of the payload.
  package let payloadCheck: UInt64

  /// Makes a header.
  package init(offset: Int, type: ArchiveChunkType, byteCount: UInt64, payloadCheck: UInt64) {
    self.offset = offset
    self.type = type
    self.byteCount = byteCount
    self.payloadCheck = payloadCheck
  }

  /// Reads a header and validates its check and its type: P1, F3, F4.
  package init(
    parsing input: inout ByteReader, validatesType: Bool = true
  ) throws(ArchiveError) {
    self = try input.withCursor { input throws(ArchiveError) in try Chunk(parsing: &input) }
    if validatesType { try validateType() }
  }

  /// Reads a header and validates its check: P1, F3.
  init(parsing input: inout ByteCursor) throws(ArchiveError) {
    offset = input.offset
    let start = input.position
    guard input.remaining >= Self.headerByteCount else {
      throw ArchiveError(.truncated, at: offset)
    }
    type = ArchiveChunkType(code: try input.readInteger())
    let check: UInt32 = try input.readInteger()
    byteCount = try input.readInteger()
    payloadCheck = try input.readInteger()
    let expected = input.checksum(of: (start + 8)..<input.position, seed: UInt64(type.code))
    guard check == UInt32(truncatingIfNeeded: expected ^ expected >> 32) else {
      var error = ArchiveError(.headerCheck, at: offset)
      let isSignature = UInt64(type.code) | UInt64(check) << 32 == Signature.word
      error.found = isSignature ? "the archive ends here, and something follows the end" : nil
      throw error
    }
  }

  /// Validates the letters of the type: F4.
  @inline(__always)
  package func validateType() throws(ArchiveError) {
    guard type.isKnown || type.firstWrongByte == nil else {
      throw ArchiveError(.chunkType, at: offset + (type.firstWrongByte ?? 0))
    }
  }

  /// The offset of the first byte of the payload.
  package var payloadOffset: Int { offset + Self.headerByteCount }

  /// Whether chunk and padding end at an offset or before.
  func fits(before end: Int) -> Bool {
    payloadOffset <= end && byteCount <= UInt64(end - payloadOffset) && paddedEnd <= end
  }

  /// The range of the payload of a chunk whose length has been validated.
  package var knownPayload: Range<Int> {
    payloadOffset..<(payloadOffset &+ Int(number: byteCount))
  }

  /// The offset after the padding of a chunk whose length has been validated.
  package var paddedEnd: Int { (knownPayload.upperBound + 7) & ~7 }

  /// Reads payload and padding, and validates them: F5, F7, F6.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - end: The offset of the closing signature.
  /// - Returns: A reader of the payload.
  /// - Throws: The rule that is broken.
  package func readPayload(
    from bytes: ArchiveBytes, before end: Int
  ) throws(ArchiveError) -> ByteReader {
    let end = try validateLength(before: end)
    var input = try bytes.reader(of: payloadOffset..<end)
    return try readPayload(&input)
  }

  /// Reads payload and padding with a reader after the header, and validates them: P1, F7, F6.
  func readPayload(_ input: inout ByteReader) throws(ArchiveError) -> ByteReader {
    var start = input
    let payload = try start.readSlice(Int(number: byteCount))
    try input.withCursor { input throws(ArchiveError) in try passPayload(&input) }
    return payload
  }

  /// Validates that chunk and padding end at an offset or before, and returns where they end: F5.
  @discardableResult
  package func validateLength(before end: Int) throws(ArchiveError) -> Int {
    guard fits(before: end) else { throw ArchiveError(.chunkTooLong, at: offset + 8) }
    return paddedEnd
  }

  /// Moves over payload and padding, and validates them: P1, F7, F6.
  ///
  /// - Parameter input: A cursor after the header; padding beyond its end is not required.
  /// - Throws: The rule that is broken.
  func passPayload(_ input: inout ByteCursor) throws(ArchiveError) {
    let start = try input.take(Int(number: byteCount))
    let payload = start..<input.position
    let end = paddedEnd
    while input.offset < end, input.remaining > 0 {
      let position = input.offset
      guard try input.readByte() == 0 else { throw ArchiveError(.padding, at: position) }
    }
    guard input.checksum(of: payload, seed: 0) == payloadCheck else {
      throw ArchiveError(.payloadCheck, at: offset + 16)
    }
  }

  /// Reads the payload of a chunk whose payload and padding have been validated before.
  ///
  /// Bytes in memory cannot have changed since. Those of a source can, so they are validated again.
  package func readKnownPayload(
    from bytes: ArchiveBytes, before end: Int
  ) throws(ArchiveError) -> ByteReader {
    guard case .memory(let memory) = bytes else {
      return try readPayload(from: bytes, before: end)
    }
    return ByteReader(memory, range: knownPayload)
  }
}
