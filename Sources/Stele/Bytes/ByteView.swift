/// Bytes that are read by their indices.
///
/// It retains nothing, and its callers check the bounds.
@safe struct ByteView {
  // Safe: a view lives no longer than the borrow of its bytes, and its users use no index beyond them; if there are no bytes,
  // nothing is read at the address.
  private let start: UnsafeRawPointer
  /// The number of bytes.
  let count: Int

  /// Makes a view of bytes that stay in place while it is used.
  @unsafe init(_ bytes: UnsafeRawBufferPointer) {
    unsafe start = bytes.baseAddress ?? UnsafeRawPointer(UnsafeMutablePointer<UInt8>.placeholder)
    count = bytes.count
  }

  // Safe: callers pass `0 <= index < count`.
  @_transparent
  func load(_ index: Int) -> UInt8 {
    unsafe start.load(fromByteOffset: index, as: UInt8.self)
  }

  // Safe: callers pass `0 <= index` and an integer that ends at `count` or before; unaligned loads have no alignment
  // to keep.
  @_transparent
  func loadInteger<Integer: FixedWidthInteger & BitwiseCopyable>(
    _ index: Int, as type: Integer.Type
  ) -> Integer {
    Integer(littleEndian: unsafe start.loadUnaligned(fromByteOffset: index, as: Integer.self))
  }

  /// Returns an integer of a number of bytes, extended by its sign if it has one; for callers, see ``loadInteger(_:as:)``.
  func loadInteger<Integer: FixedWidthInteger>(
    _ start: Int, as type: Integer.Type, byteCount: Int
  ) -> Integer {
    var value: Integer = 0
    for index in (start..<(start &+ byteCount)).reversed() {
      value = value << 8 | Integer(truncatingIfNeeded: load(index))
    }
    let spare = Integer.bitWidth - byteCount * 8
    return (value << spare) >> spare
  }

  /// Returns eight bytes as an integer; for callers, see ``loadInteger(_:as:)``.
  @_transparent
  func loadWord(_ index: Int) -> UInt64 {
    loadInteger(index, as: UInt64.self)
  }

  /// Whether there are eight bytes from an index on, which may be beyond the end of a structure.
  @_transparent
  func hasWord(_ index: Int) -> Bool { count &- index >= 8 }

  /// Returns some of the bytes; callers pass a range within the count.
  @unsafe func bytes(from index: Int, count: Int) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: start + index, count: count)
  }
}

extension ByteView {
  /// Reads a number of at most eight bytes: the fast path.
  ///
  /// Spec §1.4.
  ///
  /// - Parameter position: The index of the number, which moves past it, perhaps beyond the end of the structure.
  /// - Returns: The number, or -1 if the fast path does not apply; ``ByteCursor/readNumber()`` is the slow path.
  @_transparent
  func readCommonNumber(_ position: inout Int) -> Int {
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
  @_transparent
  func passString(_ position: inout Int, before end: Int) -> Bool {
    let byteCount = readCommonNumber(&position)
    guard byteCount >= 0, byteCount <= end &- position else { return false }
    let start = position
    position &+= byteCount
    return wellFormedUTF8(from: start, to: position) == position
  }
}

extension ByteView {
  /// Finds the first byte that does not begin a well-formed scalar.
  ///
  /// Spec §1.6: the forms of Unicode's table 3-7.
  ///
  /// - Returns: The index of the byte, or `end` if all bytes are well-formed.
  @_transparent
  func wellFormedUTF8(from start: Int, to end: Int) -> Int {
    var index = start
    if end &- index >= 8 {
      while end &- index > 16 {
        guard (loadWord(index) | loadWord(index &+ 8)) & 0x8080_8080_8080_8080 == 0 else {
          return wellFormedScalars(from: index, to: end)
        }
        index &+= 16
      }
      // At most 16 bytes are left; the first eight and the last eight cover them.
      let last = end &- 8
      let word = loadWord(index < last ? index : last) | loadWord(last)
      guard word & 0x8080_8080_8080_8080 != 0 else { return end }
    } else if hasWord(index) {
      guard index < end else { return end }
      // Bytes after the string do not matter.
      let word = loadWord(index) &<< UInt64(64 &- (end &- index) &* 8)
      guard word & 0x8080_8080_8080_8080 != 0 else { return end }
    }
    return wellFormedScalars(from: index, to: end)
  }

  /// Finds the first byte that does not begin a well-formed scalar, scalar by scalar.
  @inline(never)
  private func wellFormedScalars(from start: Int, to end: Int) -> Int {
    var index = start
    while index < end {
      let first = load(index)
      if first < 0x80 {
        index &+= 1
        continue
      }
      // The number of further bytes, and the second bytes that make the scalar shortest, no surrogate, and at most 10FFFF.
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

extension String {
  /// Makes a string of a copy of UTF-8 that has been found to be well-formed.
  ///
  /// Systems before those of 2025 validate the bytes once more.
  ///
  /// Safe: the caller has validated the bytes, and they are there until this returns.
  @unsafe
  @_transparent
  init(validated utf8: UnsafeBufferPointer<UInt8>) {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      self = unsafe String(copying: UTF8Span(unchecked: utf8.span))
    } else {
      self = unsafe String(decoding: utf8, as: UTF8.self)
    }
  }
}
