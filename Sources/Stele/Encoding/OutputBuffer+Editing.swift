extension OutputBuffer {
  /// Replaces one byte that has been written.
  func replace(byteAt position: Int, with byte: UInt8) {
    guard position >= 0, position < count else { return }
    // Safe: the position is that of a byte that has been written.
    unsafe start.storeBytes(of: byte, toByteOffset: position, as: UInt8.self)
  }

  /// Sets bits of one byte that has been written.
  func set(bits: UInt8, ofByteAt position: Int) {
    guard position >= 0, position < count else { return }
    // Safe: the position is that of a byte that has been written.
    let byte = unsafe start.load(fromByteOffset: position, as: UInt8.self)
    replace(byteAt: position, with: byte | bits)
  }

  /// Makes room for bytes between others that have been written, which move back.
  private func open(_ byteCount: Int, at position: Int) {
    guard byteCount > 0, position >= 0, position <= count else { return }
    reserve(byteCount)
    // Safe: `count - position` bytes stand there, and find room `byteCount` further, which is reserved; the callers write the
    // gap before anything else.
    unsafe (start + position + byteCount).copyMemory(
      from: start + position, byteCount: count - position)
    unsafe setCount(count &+ byteCount)
    moveDeferred(behind: position, by: byteCount)
  }

  private func moveDeferred(behind position: Int, by byteCount: Int) {
    guard hasDeferred else { return }
    deferred = deferred.map { part in
      var part = part
      if part.position >= position { part.position += byteCount }
      return part
    }
  }

  /// Writes bytes between others that have been written.
  func insert(contentsOf other: [UInt8], at position: Int) {
    open(other.count, at: position)
    for (index, byte) in other.enumerated() { replace(byteAt: position + index, with: byte) }
  }

  /// Removes bytes that have been written.
  func remove(_ byteCount: Int, at position: Int) {
    guard byteCount > 0, position >= 0, position + byteCount <= count else { return }
    // Safe: the bytes behind those that are removed move to the front.
    unsafe (start + position).copyMemory(
      from: start + position + byteCount, byteCount: count - position - byteCount)
    unsafe setCount(count &- byteCount)
    moveDeferred(behind: position, by: -byteCount)
  }

  /// Writes what stands from a position on with its length before it.
  ///
  /// The byte before the position has been written for the length; a length of more bytes moves the rest.
  @inline(__always)
  func endLength(before position: Int) {
    let byteCount = count &- position
    if byteCount < 0x80, !hasDeferred {
      replace(byteAt: position &- 1, with: UInt8(truncatingIfNeeded: byteCount))
    } else {
      endLongLength(before: position)
    }
  }

  @inline(never)
  private func endLongLength(before position: Int) {
    var rest = byteCount(from: position)
    var bytes: [UInt8] = []
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
    open(bytes.count - 1, at: position)
    for (index, byte) in bytes.enumerated() {
      replace(byteAt: position - 1 + index, with: byte)
    }
  }
}
