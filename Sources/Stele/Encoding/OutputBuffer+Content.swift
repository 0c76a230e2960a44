extension OutputBuffer {
  /// The number of bytes from a position on, with those that are copied later.
  @inline(__always)
  func byteCount(from position: Int = 0) -> Int {
    hasDeferred ? byteCountWithDeferred(from: position) : count &- position
  }

  @inline(never)
  private func byteCountWithDeferred(from position: Int) -> Int {
    deferred.reduce(count - position) { sum, part in
      part.position < position ? sum : sum + part.bytes.byteCount
    }
  }

  /// Takes the bytes from a position on away.
  func takeTail(from position: Int) -> [UInt8] {
    let tail = bytes(from: position)
    truncate(to: position)
    return tail
  }

  /// The bytes from a position on.
  func bytes(from position: Int = 0) -> [UInt8] {
    var bytes: [UInt8] = []
    var check: XXH64Stream?
    append(to: &bytes, min(max(0, position), count)..<count, hashedBy: &check)
    return bytes
  }

  /// Copies the bytes of a range of positions to the end of others, and has them go into a checksum, if there is one.
  func append(to bytes: inout [UInt8], _ range: Range<Int>, hashedBy check: inout XXH64Stream?) {
    let range = range.clamped(to: 0..<count)
    let byteCount = offset(of: range.upperBound, from: range.lowerBound)
    guard byteCount > 0 else { return }
    bytes.append(addingCapacity: byteCount) { output in
      // Safe: there is room for `byteCount` bytes, which are the sum of what is copied.
      unsafe output.withUnsafeMutableBufferPointer { target, initializedCount in
        guard let target = target.baseAddress else { return }
        unsafe copy(range, to: UnsafeMutableRawPointer(target), &check)
        initializedCount = byteCount
      }
    }
  }

  /// Copies the bytes of a range of positions.
  // Safe: the range lies in the buffer, and at the target there is room for `offset(of:from:)` bytes.
  @unsafe
  private func copy(
    _ range: Range<Int>, to target: UnsafeMutableRawPointer, _ check: inout XXH64Stream?
  ) {
    var target = unsafe target
    var position = range.lowerBound
    let end = range.upperBound
    for part in deferred where part.position >= position && part.position < end {
      // Safe: see above; positions do not decrease, and are not behind `end`.
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

  /// Where a position is in the bytes from another one on.
  func offset(of position: Int, from start: Int) -> Int {
    guard hasDeferred else { return position - start }
    return deferred.reduce(position - start) { sum, part in
      part.position < start || part.position >= position ? sum : sum + part.bytes.byteCount
    }
  }
}
