extension UnsafeMutableRawBufferPointer {
  /// The number of bytes that are copied at a time, which fit the cache of a processor.
  private static let pieceByteCount = 1 << 17

  /// Copies as many bytes as both buffers have, piece by piece.
  ///
  /// C libraries copy large blocks past the cache, which takes longer if the bytes are used soon, as those of arrays that
  /// have just been decoded.
  // Safe: as `copyMemory(from:)`; no piece goes beyond the shorter one of both.
  @unsafe
  func copyPieces(from bytes: UnsafeRawBufferPointer) {
    let byteCount = Swift.min(count, bytes.count)
    var position = 0
    while position < byteCount {
      let end = unsafe Swift.min(position + Self.pieceByteCount, byteCount)
      unsafe UnsafeMutableRawBufferPointer(rebasing: self[position..<end])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
      position = end
    }
  }
}
