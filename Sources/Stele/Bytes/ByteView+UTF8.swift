extension ByteView {
  /// Finds the first byte that does not begin a well-formed scalar.
  ///
  /// Spec §1.6: the forms that Unicode's table 3-7 has.
  ///
  /// - Returns: Its index, or `end` when all is well-formed.
  @inline(__always)
  func wellFormedUTF8(from start: Int, to end: Int) -> Int {
    var index = start
    if end &- index >= 8 {
      while end &- index > 16 {
        guard (loadWord(index) | loadWord(index &+ 8)) & 0x8080_8080_8080_8080 == 0 else {
          return wellFormedScalars(from: index, to: end)
        }
        index &+= 16
      }
      // What is left, at most 16 bytes, is in the first and in the last eight; bytes before it are well-formed.
      let last = end &- 8
      let word = loadWord(index < last ? index : last) | loadWord(last)
      guard word & 0x8080_8080_8080_8080 != 0 else { return end }
    } else if hasWord(index) {
      guard index < end else { return end }
      // Only the bytes of the string count.
      let word = loadWord(index) &<< UInt64(64 &- (end &- index) &* 8)
      guard word & 0x8080_8080_8080_8080 != 0 else { return end }
    }
    return wellFormedScalars(from: index, to: end)
  }

  /// Does the same one scalar after the other.
  @inline(never)
  private func wellFormedScalars(from start: Int, to end: Int) -> Int {
    var index = start
    while index < end {
      let first = load(index)
      if first < 0x80 {
        index &+= 1
        continue
      }
      // How many bytes follow, and which second bytes make the scalar shortest, no surrogate, and no more than 10FFFF.
      let following: Int
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch first {
      case 0xC2...0xDF: following = 1
      case 0xE0: (following, second) = (2, 0xA0...0xBF)
      case 0xED: (following, second) = (2, 0x80...0x9F)
      case 0xE1...0xEF: following = 2
      case 0xF0: (following, second) = (3, 0x90...0xBF)
      case 0xF1...0xF3: following = 3
      case 0xF4: (following, second) = (3, 0x80...0x8F)
      default: return index
      }
      guard following < end &- index, second.contains(load(index &+ 1)) else { return index }
      for further in 2..<4 where further <= following {
        guard load(index &+ further) & 0xC0 == 0x80 else { return index }
      }
      index &+= following &+ 1
    }
    return end
  }
}
