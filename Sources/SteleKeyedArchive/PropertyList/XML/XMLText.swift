internal import Stele

/// The text of an XML property list in UTF-8, and the positions of its bytes in the input.
struct XMLText {
  /// The text without a byte order mark.
  let bytes: [UInt8]
  let isUTF16: Bool
  private let byteOrderMarkByteCount: Int

  /// Converts UTF-8, or UTF-16 with a byte order mark.
  init(_ input: [UInt8]) throws(PropertyListError) {
    isUTF16 = input.starts(with: [0xFE, 0xFF]) || input.starts(with: [0xFF, 0xFE])
    if isUTF16 {
      byteOrderMarkByteCount = 2
      let isBigEndian = input[0] == 0xFE
      let text = try UTF16Text.string(of: input, in: 2..<input.count, isBigEndian: isBigEndian)
      bytes = Array(text.utf8)
    } else if input.starts(with: [0xEF, 0xBB, 0xBF]) {
      byteOrderMarkByteCount = 3
      bytes = Array(input.dropFirst(3))
    } else {
      byteOrderMarkByteCount = 0
      bytes = input
    }
    guard bytes.first(where: { !$0.isXMLWhitespace }) == UInt8(ascii: "<") else {
      throw PropertyListError(.unknownForm, at: 0)
    }
  }

  /// Throws for bytes that are not UTF-8: overlong forms, surrogates, stray and missing bytes.
  ///
  /// - Throws: ``PropertyListError`` at the first byte of the first wrong sequence.
  func validate() throws(PropertyListError) {
    var reader = ByteReader(bytes)
    do throws(ArchiveError) {
      _ = try reader.withCursor { cursor throws(ArchiveError) in
        try cursor.readUTF8(byteCount: bytes.count)
      }
    } catch {
      throw PropertyListError(.notUTF8(bytes[error.offset]), at: error.offset)
    }
  }

  /// Returns the position of a byte of the text, in bytes from the start of the input, and its line number, from 1.
  func place(at offset: Int) -> (offset: Int, line: Int) {
    let before = bytes.prefix(offset)
    let byteCount =
      isUTF16 ? 2 * String(decoding: before, as: UTF8.self).utf16.count : before.count
    return (byteOrderMarkByteCount + byteCount, 1 + before.count { $0 == UInt8(ascii: "\n") })
  }
}
