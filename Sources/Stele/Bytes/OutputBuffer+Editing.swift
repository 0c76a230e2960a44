extension OutputBuffer {
  /// Forgets all bytes but the first ones, and keeps their memory.
  func truncate(to byteCount: Int) {
    cell.state.count = min(count, max(0, byteCount))
    if cell.state.hasDeferred { removeDeferred { $0.position >= byteCount } }
  }

  /// Replaces one byte that has been written.
  @inline(__always)
  func replace(byteAt position: Int, with byte: UInt8) {
    guard position >= 0, position < count else { return }
    store(byte, at: position)
  }

  /// Moves the bytes from a position on back, which leaves a gap of zero bytes.
  private func open(_ byteCount: Int, at position: Int) {
    guard byteCount > 0, position >= 0, position <= count else { return }
    reserve(byteCount)
    // Safe: the `count - position` bytes find room `byteCount` further, which is reserved; the gap is filled at once.
    unsafe (start + position + byteCount).copyMemory(
      from: start + position, byteCount: count - position)
    unsafe (start + position).initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    cell.state.count &+= byteCount
    moveDeferred(from: position, by: byteCount)
  }

  /// Writes bytes between others that have been written.
  func insert(contentsOf other: [UInt8], at position: Int) {
    open(other.count, at: position)
    for (index, byte) in other.enumerated() { replace(byteAt: position + index, with: byte) }
  }

  /// Removes bytes that have been written.
  func remove(_ byteCount: Int, at position: Int) {
    guard byteCount > 0, position >= 0, position + byteCount <= count else { return }
    // Safe: the bytes after those that are removed move to the front.
    unsafe (start + position).copyMemory(
      from: start + position + byteCount, byteCount: count - position - byteCount)
    cell.state.count &-= byteCount
    moveDeferred(from: position, by: -byteCount)
  }

  /// Writes the length of the bytes from a position on before them.
  ///
  /// The byte before the position has been written for the length; a length of more bytes moves the rest.
  @inline(__always)
  func endLength(before position: Int) {
    let byteCount = count &- position
    if byteCount < 0x80, !cell.state.hasDeferred {
      replace(byteAt: position &- 1, with: UInt8(truncatingIfNeeded: byteCount))
    } else {
      endLongLength(before: position)
    }
  }

  @inline(never)
  private func endLongLength(before position: Int) {
    var length = ByteWriter()
    length.write(number: byteCount(from: position))
    replace(byteAt: position - 1, with: length.bytes[0])
    insert(contentsOf: Array(length.bytes.dropFirst()), at: position)
  }
}

// MARK: Deferred bytes

extension OutputBuffer {
  /// Has bytes stand before the next one that are copied when the others are.
  func write(deferred bytes: DeferredBytes) {
    cell.state.deferred.append(Deferred(position: count, bytes: bytes))
    cell.state.hasDeferred = true
  }

  /// Has all bytes of another buffer, which is not empty, stand here, which are copied when the others are.
  func write(deferred output: OutputOwner) {
    let last = output.buffer.lastByte
    write(deferred: DeferredOutput(output))
    // Bytes that are copied later have a byte after them.
    write(byte: last)
  }

  private func removeDeferred(where isRemoved: (Deferred) -> Bool) {
    cell.state.deferred.removeAll(where: isRemoved)
    cell.state.hasDeferred = !cell.state.deferred.isEmpty
  }

  private func moveDeferred(from position: Int, by byteCount: Int) {
    guard cell.state.hasDeferred else { return }
    for index in cell.state.deferred.indices where cell.state.deferred[index].position >= position {
      cell.state.deferred[index].position += byteCount
    }
  }

  /// The number of bytes from a position on, with those that are copied later.
  @inline(__always)
  func byteCount(from position: Int = 0) -> Int {
    cell.state.hasDeferred ? offset(of: count, from: position) : count &- position
  }

  /// How many bytes there are between two positions, with those that are copied later.
  func offset(of position: Int, from start: Int) -> Int {
    guard cell.state.hasDeferred else { return position - start }
    return cell.state.deferred.reduce(position - start) { sum, part in
      part.position < start || part.position >= position ? sum : sum + part.bytes.byteCount
    }
  }
}

// MARK: Reading

extension OutputBuffer {
  /// The bytes from a position on.
  func bytes(from position: Int = 0) -> [UInt8] {
    var bytes: [UInt8] = []
    var check: XXH64Stream?
    append(min(max(0, position), count)..<count, to: &bytes, hashedBy: &check)
    return bytes
  }

  /// Removes the bytes from a position on, and returns them.
  func takeTail(from position: Int) -> [UInt8] {
    let tail = bytes(from: position)
    truncate(to: position)
    return tail
  }

  /// Copies a range of positions to the end of other bytes, and has them go into a checksum, if there is one.
  func append(_ range: Range<Int>, to bytes: inout [UInt8], hashedBy check: inout XXH64Stream?) {
    let range = range.clamped(to: 0..<count)
    let byteCount = offset(of: range.upperBound, from: range.lowerBound)
    guard byteCount > 0 else { return }
    bytes.append(addingCapacity: byteCount) { output in
      // Safe: there is room for `byteCount` bytes, which are the sum of what is copied.
      unsafe output.withUnsafeMutableBufferPointer { target, initializedCount in
        guard let target = target.baseAddress else { return }
        unsafe copy(
          range, deferredBefore: range.upperBound, to: UnsafeMutableRawPointer(target), &check)
        initializedCount = byteCount
      }
    }
  }

  /// The last byte, or 0 if there is none.
  private var lastByte: UInt8 {
    // Safe: the bytes before `count` are initialised.
    count > 0 ? unsafe start.load(fromByteOffset: count - 1, as: UInt8.self) : 0
  }

  /// Copies all bytes but the last one.
  // Safe: at the target there is room for one byte less than ``byteCount(from:)``.
  @unsafe
  fileprivate func copyAllButLast(
    to target: UnsafeMutableRawPointer, _ check: inout XXH64Stream?
  ) {
    unsafe copy(0..<max(0, count - 1), deferredBefore: count, to: target, &check)
  }

  /// Copies the bytes of a range of positions, with what stands before a position and is copied later.
  // Safe: the range lies in the buffer, and at the target there is room for `offset(of:from:)` bytes.
  @unsafe
  private func copy(
    _ range: Range<Int>, deferredBefore deferredEnd: Int, to target: UnsafeMutableRawPointer,
    _ check: inout XXH64Stream?
  ) {
    var target = unsafe target
    var position = range.lowerBound
    let end = range.upperBound
    for part in cell.state.deferred
    where part.position >= position && part.position < deferredEnd {
      // Safe: see above; positions do not decrease, and are not after `end`.
      let byteCount = part.position - position
      unsafe check.copy(
        UnsafeRawBufferPointer(start: start + position, count: byteCount), to: target)
      unsafe target += byteCount
      unsafe part.bytes.copy(to: target, &check)
      unsafe target += part.bytes.byteCount
      position = part.position
    }
    unsafe check.copy(
      UnsafeRawBufferPointer(start: start + position, count: end - position), to: target)
  }
}

/// The bytes of a finished buffer, all but the last one.
private final class DeferredOutput: DeferredBytes {
  private let output: OutputOwner

  init(_ output: OutputOwner) {
    self.output = output
    super.init(byteCount: max(0, output.buffer.byteCount() - 1))
  }

  @unsafe
  override func copy(to target: UnsafeMutableRawPointer, _ check: inout XXH64Stream?) {
    // Safe: the caller has room for all bytes.
    unsafe output.buffer.copyAllButLast(to: target, &check)
  }
}
