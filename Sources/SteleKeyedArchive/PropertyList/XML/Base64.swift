/// The encoding of bytes as text of RFC 4648, section 4.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The six bits for each byte of the alphabet, 0xFF for all other bytes.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
    return values
  }()

  /// Reads bytes from text, which may have white space anywhere; nil for other text.
  static func bytes(_ text: [UInt8]) -> [UInt8]? {
    var output: [UInt8] = []
    output.reserveCapacity(text.count / 4 * 3)
    var (group, count, padding): (UInt32, Int, Int) = (0, 0, 0)
    for byte in text where !byte.isXMLWhitespace {
      if byte == UInt8(ascii: "=") {
        guard count + padding >= 2, count + padding < 4 else { return nil }
        padding += 1
        continue
      }
      let value = values[Int(byte)]
      guard value != 0xFF, padding == 0 else { return nil }
      group = group << 6 | UInt32(value)
      count += 1
      guard count == 4 else { continue }
      output.append(UInt8(truncatingIfNeeded: group >> 16))
      output.append(UInt8(truncatingIfNeeded: group >> 8))
      output.append(UInt8(truncatingIfNeeded: group))
      (group, count) = (0, 0)
    }
    guard count + padding == 0 || (count >= 2 && count + padding == 4) else { return nil }
    if count == 2 { output.append(UInt8(truncatingIfNeeded: group >> 4)) }
    if count == 3 {
      output.append(UInt8(truncatingIfNeeded: group >> 10))
      output.append(UInt8(truncatingIfNeeded: group >> 2))
    }
    return output
  }

  /// Writes bytes as lines of text; `lineByteCount` is a multiple of 4.
  static func write(
    _ bytes: [UInt8], lineByteCount: Int, indentation: String, to output: inout [UInt8]
  ) {
    let perLine = lineByteCount / 4 * 3
    for line in stride(from: 0, to: bytes.count, by: perLine) {
      output.append(contentsOf: indentation.utf8)
      for start in stride(from: line, to: min(line + perLine, bytes.count), by: 3) {
        let available = min(3, bytes.count - start)
        var group = UInt32(bytes[start]) << 16
        if available > 1 { group |= UInt32(bytes[start + 1]) << 8 }
        if available > 2 { group |= UInt32(bytes[start + 2]) }
        output.append(alphabet[Int(group >> 18)])
        output.append(alphabet[Int(group >> 12 & 0x3F)])
        output.append(available > 1 ? alphabet[Int(group >> 6 & 0x3F)] : UInt8(ascii: "="))
        output.append(available > 2 ? alphabet[Int(group & 0x3F)] : UInt8(ascii: "="))
      }
      output.append(UInt8(ascii: "\n"))
    }
  }
}
