/// A checksum of bytes that come in parts, and that can be copied on the way: reading them once takes less than twice.
///
/// Spec §1.7.
struct XXH64Stream {
  private var lanes = XXH64Lanes(seed: 0)
  /// The bytes that do not fill a stripe yet, in the order of memory.
  private var carry: XXH64Lanes.Stripe = (0, 0, 0, 0)
  private var carriedByteCount = 0
  private var byteCount = 0

  /// Takes the next bytes.
  // Safe: for the time of the call.
  @unsafe
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var position = unsafe takeCarry(bytes)
    while position &+ XXH64Lanes.stripeByteCount <= bytes.count {
      // Safe: the condition states that the bytes are there.
      unsafe lanes.take(XXH64Lanes.stripe(bytes, at: position))
      position &+= XXH64Lanes.stripeByteCount
    }
    unsafe carry(bytes, from: position)
  }

  /// Takes the next bytes, and copies them.
  // Safe: at the target there is room for as many bytes, which are elsewhere.
  @unsafe
  mutating func update(copying bytes: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer) {
    guard let source = bytes.baseAddress else { return }
    var position = unsafe takeCarry(bytes)
    unsafe target.copyMemory(from: source, byteCount: position)
    while position &+ XXH64Lanes.stripeByteCount <= bytes.count {
      // Safe: the condition states that the bytes are there, and there is room for as many.
      let stripe = unsafe XXH64Lanes.stripe(bytes, at: position)
      let place = unsafe target + position
      unsafe place.storeBytes(of: stripe.0.littleEndian, as: UInt64.self)
      unsafe place.storeBytes(of: stripe.1.littleEndian, toByteOffset: 8, as: UInt64.self)
      unsafe place.storeBytes(of: stripe.2.littleEndian, toByteOffset: 16, as: UInt64.self)
      unsafe place.storeBytes(of: stripe.3.littleEndian, toByteOffset: 24, as: UInt64.self)
      lanes.take(stripe)
      position &+= XXH64Lanes.stripeByteCount
    }
    unsafe (target + position).copyMemory(
      from: source + position, byteCount: bytes.count - position)
    unsafe carry(bytes, from: position)
  }

  /// The checksum of all bytes.
  func finish() -> UInt64 {
    var carry = carry
    // Safe: a stripe has more bytes than are carried.
    return unsafe withUnsafeBytes(of: &carry) { carry in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: carry[..<carriedByteCount])
      return unsafe lanes.finish(rest, byteCount: byteCount)
    }
  }

  /// Fills what is carried up to a stripe, which is taken then, and gives the number of bytes that this took.
  @unsafe
  private mutating func takeCarry(_ bytes: UnsafeRawBufferPointer) -> Int {
    byteCount &+= bytes.count
    guard carriedByteCount > 0 else { return 0 }
    let count = min(XXH64Lanes.stripeByteCount &- carriedByteCount, bytes.count)
    unsafe append(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    if carriedByteCount == XXH64Lanes.stripeByteCount {
      // Safe: all words of the stripe have been set.
      unsafe withUnsafeBytes(of: carry) { unsafe lanes.take(XXH64Lanes.stripe($0, at: 0)) }
      carriedByteCount = 0
    }
    return count
  }

  /// Carries the bytes from a position on, which do not fill a stripe.
  @unsafe
  private mutating func carry(_ bytes: UnsafeRawBufferPointer, from position: Int) {
    unsafe append(UnsafeRawBufferPointer(rebasing: bytes[position...]))
  }

  /// Adds bytes to those that are carried.
  @unsafe
  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    let start = carriedByteCount
    // Safe: no more than a stripe is ever carried; the rebased buffer checks it once more.
    unsafe withUnsafeMutableBytes(of: &carry) { carry in
      unsafe UnsafeMutableRawBufferPointer(rebasing: carry[start..<(start + bytes.count)])
        .copyMemory(from: bytes)
    }
    carriedByteCount += bytes.count
  }
}

extension XXH64Stream? {
  /// Copies bytes, which go into the checksum if there is one.
  // Safe: at the target there is room for as many bytes, which are elsewhere.
  @unsafe
  mutating func copy(_ bytes: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer) {
    if self != nil {
      unsafe self?.update(copying: bytes, to: target)
    } else if let source = bytes.baseAddress {
      unsafe target.copyMemory(from: source, byteCount: bytes.count)
    }
  }
}
