/// Bytes under construction that several encoders write to, one after the other.
///
/// It is a reference to the bytes that costs nothing to hand on. An ``OutputOwner`` keeps them.
///
/// A position is the number of bytes before it; it stays what it is while the buffer grows. Bytes that are copied later
/// do not count there.
///
/// Spec §1.4, §1.6.
@safe
struct OutputBuffer {
  @unsafe
  private struct Storage {
    // Safe: an allocation of `capacity` bytes that only this storage has, of which the first `count` are initialised.
    // Whatever writes has called `reserve` for its bytes before; positions given from outside are compared with `count`.
    var start: UnsafeMutableRawPointer
    var capacity: Int
    var count = 0
    /// What is copied when the bytes are, in the order of positions.
    var deferred: [Deferred] = []
    var hasDeferred = false
  }

  /// Bytes that are not copied before they are written elsewhere.
  struct Deferred {
    /// The position before which they stand; the byte behind them belongs to the same value.
    var position: Int
    let bytes: DeferredBytes
  }

  // Safe: made in `init` and freed by the owner, which outlives all users of the buffer.
  private let storage: UnsafeMutablePointer<Storage>

  /// Makes a buffer, which the caller has to ``free()``.
  fileprivate init(capacity: Int) {
    let byteCount = max(capacity, 32)
    // Safe: the allocation is initialised at once.
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(
      to: Storage(start: .allocate(byteCount: byteCount, alignment: 16), capacity: byteCount))
  }

  fileprivate func free() {
    // Safe: the owner goes, and with it all users.
    unsafe storage.pointee.start.deallocate()
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  /// The number of bytes written.
  @inline(__always)
  var count: Int {
    // Safe: see `storage`.
    unsafe storage.pointee.count
  }

  /// The number of bytes that there is memory for.
  var capacity: Int {
    // Safe: see `storage`.
    unsafe storage.pointee.capacity
  }

  /// Says how many bytes are written.
  // Safe: they are all initialised.
  @unsafe
  @inline(__always)
  func setCount(_ count: Int) {
    // Safe: see `storage`.
    unsafe storage.pointee.count = count
  }

  /// Where the bytes are until more room is made.
  @unsafe
  @inline(__always)
  var start: UnsafeMutableRawPointer {
    // Safe: see `storage`.
    unsafe storage.pointee.start
  }

  /// Whether there is room for any scalar but a string, and one more byte.
  @inline(__always)
  var hasRoom: Bool {
    // Safe: see `storage`. A varint of 128 bits has 19 bytes.
    unsafe storage.pointee.capacity &- count >= 20
  }

  /// Makes room for some more bytes.
  @inline(__always)
  func reserve(_ byteCount: Int) {
    // Safe: see `storage`.
    if unsafe storage.pointee.capacity &- count < byteCount { grow(by: byteCount) }
  }

  @inline(never)
  private func grow(by byteCount: Int) {
    // Safe: the new allocation is larger than the `count` initialised bytes that it takes over.
    let wanted = unsafe max(count + byteCount, 2 * storage.pointee.capacity)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 16)
    unsafe larger.copyMemory(from: start, byteCount: count)
    unsafe start.deallocate()
    unsafe storage.pointee.start = larger
    unsafe storage.pointee.capacity = wanted
  }

  /// Forgets all bytes but the first ones, and keeps their memory.
  func truncate(to byteCount: Int) {
    unsafe setCount(min(count, max(0, byteCount)))
    if hasDeferred { deferred.removeAll { $0.position >= byteCount } }
  }

  /// Whether some bytes are copied later.
  @inline(__always)
  var hasDeferred: Bool {
    // Safe: see `storage`.
    unsafe storage.pointee.hasDeferred
  }

  /// What is copied later.
  var deferred: [Deferred] {
    // Safe: see `storage`.
    get { unsafe storage.pointee.deferred }
    nonmutating set {
      unsafe storage.pointee.deferred = newValue
      unsafe storage.pointee.hasDeferred = !newValue.isEmpty
    }
  }
}

/// What keeps an output buffer.
final class OutputOwner {
  /// The buffer, for as long as the owner is there.
  let buffer: OutputBuffer

  init(capacity: Int = 256) { buffer = OutputBuffer(capacity: capacity) }

  deinit { buffer.free() }
}
