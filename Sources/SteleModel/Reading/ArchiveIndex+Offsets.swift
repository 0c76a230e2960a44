package import Stele

extension ArchiveIndex {
  /// Reads the payload of an index, and finds the offsets of the chunks by their lengths: X3, X4 for counts, X5.
  ///
  /// - Parameters:
  ///   - input: The payload.
  ///   - offset: The offset of the chunk.
  /// - Throws: The rule that is broken.
  package init(parsing input: inout ByteReader, at offset: Int) throws(ArchiveError) {
    let (count, rest) = input.remaining.quotientAndRemainder(dividingBy: Self.entryByteCount)
    guard rest == 8 else { throw ArchiveError(.indexSize, at: input.offset) }
    var next = Signature.byteCount
    self.init(
      try input.withCursor { input throws(ArchiveError) in
        var entries: [Entry] = []
        entries.reserveCapacity(count)
        for index in 0..<count {
          let entry = try Entry(parsing: &input, ofChunkAt: next)
          guard let payload = entry.chunk.payloadRange(before: offset) else {
            throw ArchiveError(
              .indexPlace, at: entry.entryOffset + (count - index) * Self.entryByteCount)
          }
          next = entry.chunk.paddedEnd(of: payload)
          entries.append(entry)
        }
        return entries
      })
    guard next == offset else { throw ArchiveError(.indexPlace, at: input.offset) }
    try Self.readOffset(&input, expecting: offset)
  }
}
