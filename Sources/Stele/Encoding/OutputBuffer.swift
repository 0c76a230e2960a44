/// Bytes that several encoders write to, one after the other.
final class OutputBuffer {
  @exclusivity(unchecked) private var storage = ByteWriter()

  /// The bytes.
  var writer: ByteWriter {
    @inline(__always) _read { yield unsafe storage }
    // Safe: an encoder is for one thread, and no function of the writer leads back here.
    @inline(__always) _modify { yield unsafe &storage }
  }

  /// The number of bytes written.
  var count: Int { writer.count }

  /// Takes the bytes from a position on away.
  func takeTail(from start: Int) -> [UInt8] {
    let tail = Array(writer.bytes[start...])
    writer.truncate(to: start)
    return tail
  }
}
