/// The chunks of an archive, found by walking from the first signature to the last.
///
/// Spec §2, phase 1 of §8.1.
package struct Frames: Sendable {
  /// The chunks, in file order.
  package private(set) var chunks: [Chunk] = []
  /// The offset of the closing signature.
  package let end: Int

  /// Walks over all chunks and validates them: F1 to F12.
  ///
  /// - Parameter bytes: The archive.
  /// - Throws: The rule that is broken.
  package init(_ bytes: ArchiveBytes) throws(ArchiveError) {
    end = try Self.endOfChunks(in: bytes)
    chunks.reserveCapacity(8)
    var order = ChunkOrder()
    let start = Signature.byteCount
    if case .memory(let memory) = bytes {
      var input = ByteReader(memory, range: start..<end)
      try input.withCursor { input throws(ArchiveError) in
        while input.remaining > 0 {
          let chunk = try Chunk(parsing: &input)
          try chunk.validateType()
          try order.add(chunk)
          chunks.append(chunk)
          try chunk.validateLength(before: end)
          try chunk.passPayload(&input)
        }
      }
    } else {
      var position = start
      while position < end {
        var header = try bytes.reader(of: position..<min(end, position + Chunk.headerByteCount))
        let chunk = try Chunk(parsing: &header)
        try order.add(chunk)
        chunks.append(chunk)
        _ = try chunk.readPayload(from: bytes, before: end)
        position = chunk.paddedEnd
      }
    }
    try order.finish(at: end)
  }

  /// Validates both signatures and the version, and returns the offset of the closing signature: F1, F12, F2.
  package static func endOfChunks(in bytes: ArchiveBytes) throws(ArchiveError) -> Int {
    let size = Signature.byteCount
    var opening = try bytes.reader(of: 0..<size)
    guard opening.remaining == size, try opening.readInteger() == Signature.word else {
      var error = ArchiveError(.signature, at: 0)
      var start = try bytes.reader(of: 0..<min(ForeignContent.byteCount, bytes.byteCount))
      let first = try start.readBytes(start.remaining)
      error.found = ForeignContent.clause(first, of: bytes.byteCount)
      error.hint = error.found.flatMap { ForeignContent.advice(for: $0) }
      throw error
    }
    try Head.validateVersion(of: bytes)
    let end = max(size, bytes.byteCount - size)
    var closing = try bytes.reader(of: end..<(end + size))
    guard closing.remaining == size, try closing.readInteger() == Signature.word else {
      throw ArchiveError(.closingSignature, at: end)
    }
    return end
  }
}

/// The order of chunks: F8 to F11.
///
/// Spec §2.3.
package struct ChunkOrder {
  private var last: ArchiveChunkType?
  private var hasWeakSlots = false
  private var hasMetadata = false

  package init() {}

  /// Adds the next chunk, if it is allowed after those before it: F9, F10, F11, F8.
  package mutating func add(_ chunk: Chunk) throws(ArchiveError) {
    let type = chunk.type
    guard (type == .head) == (last == nil) else {
      throw ArchiveError(.headChunk, at: chunk.offset)
    }
    guard last != .index else { throw ArchiveError(.indexChunk, at: chunk.offset) }
    if type == .weakSlots ? hasWeakSlots : type == .metadata && hasMetadata {
      throw ArchiveError(.repeatedChunk, at: chunk.offset)
    }
    guard type.isKnown || !type.isCritical else {
      var error = ArchiveError(.unknownCriticalChunk, at: chunk.offset)
      error.found = "the chunk type is \(chunk.type)"
      throw error
    }
    last = type
    hasWeakSlots = hasWeakSlots || type == .weakSlots
    hasMetadata = hasMetadata || type == .metadata
  }

  /// Validates that the last chunk is the index: F9, F10.
  ///
  /// - Parameter end: The offset of the closing signature.
  /// - Throws: The rule that is broken.
  package func finish(at end: Int) throws(ArchiveError) {
    guard let last else { throw ArchiveError(.headChunk, at: Signature.byteCount) }
    guard last == .index else { throw ArchiveError(.indexChunk, at: end) }
  }
}

/// The eight bytes at both ends of an archive.
///
/// Spec §2.1.
package enum Signature {
  /// `S` with its high bit set, `STL`, CR LF, control-Z, LF.
  package static let bytes: [UInt8] = [0xD3, 0x53, 0x54, 0x4C, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The number of bytes.
  package static let byteCount = 8

  /// The bytes as an integer, the first in the lowest byte.
  package static let word: UInt64 = 0x0A1A_0A0D_4C54_53D3
}
