extension ByteView {
  /// Reads a number of at most eight bytes from the next eight bytes, or returns -1.
  ///
  /// Spec §1.4.
  ///
  /// - Parameter position: The index of the number, which moves past it, perhaps beyond the end of the structure.
  /// - Returns: The number, or -1 when it is not usual, and ``ByteCursor/readNumber()`` has to tell what it is.
  @inline(__always)
  func readUsualNumber(_ position: inout Int) -> Int {
    guard hasWord(position) else { return -1 }
    let word = loadWord(position)
    var (value, byteCount) = Varint.decodeShort(word)
    if byteCount == 0 {
      (value, byteCount) = Varint.decodeLong(word)
      guard byteCount > 0 else { return -1 }
    }
    position &+= byteCount
    return Int(number: value)
  }

  /// Moves over a string, or returns `false` if it is not well-formed or does not end at `end` or before.
  @inline(__always)
  func passString(_ position: inout Int, before end: Int) -> Bool {
    let byteCount = readUsualNumber(&position)
    guard byteCount >= 0, byteCount <= end &- position else { return false }
    let start = position
    position &+= byteCount
    return wellFormedUTF8(from: start, to: position) == position
  }
}
