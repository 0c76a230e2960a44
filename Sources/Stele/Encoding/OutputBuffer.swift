/// Bytes that several encoders write to, one after the other.
final class OutputBuffer {
  var writer = ByteWriter()

  /// The number of bytes written.
  var count: Int { writer.count }

  /// Takes the bytes from a position on away.
  func takeTail(from start: Int) -> [UInt8] {
    let tail = Array(writer.bytes[start...])
    writer.truncate(to: start)
    return tail
  }
}
