/// Where blocks end.
///
/// Spec §5.1, rule K8.
enum CanonicalBlocks {
  private static let byteLimit = 65_536

  /// The size of the first record of a block, with its length.
  static func firstRecordByteCount(_ bytes: VerifiedBytes, _ chunk: Chunk) -> Int {
    let start = chunk.payload.lowerBound + chunk.contentOffset
    // A length takes at most five bytes.
    let end = min(start + 5, chunk.payload.upperBound)
    guard start < end, let length = bytes.copy(of: start..<end)?[...] else { return 0 }
    var cursor = Cursor(0..<length.count)
    do throws(Defect) {
      let byteCount = try cursor.readShortNumber(length.span)
      return cursor.offset + byteCount
    } catch {
      return 0
    }
  }

  /// Compares the end of a block with the rule.
  ///
  /// - Parameters:
  ///   - bytes: The payload.
  ///   - chunk: The block.
  ///   - nextByteCount: The size of the record after it, or nil after the last block.
  /// - Returns: Whether the block ends neither too early nor too late.
  static func isCanonical(_ bytes: Span<UInt8>, _ chunk: Chunk, nextByteCount: Int?) -> Bool {
    var cursor = Cursor(chunk.content(bytes))
    let first = cursor.offset
    do throws(Defect) {
      for index in 0..<chunk.count {
        let start = cursor.offset
        let byteCount = try cursor.readCount(bytes)
        cursor.offset += byteCount
        let isLarge = cursor.offset - start >= byteLimit
        let wasFull = start - first >= byteLimit
        if wasFull || (isLarge && index > 0) { return false }
      }
    } catch {
      // Phase 4 has framed the records.
      return true
    }
    let isFull = cursor.offset - first >= byteLimit
    return isFull || nextByteCount ?? byteLimit >= byteLimit
  }
}
