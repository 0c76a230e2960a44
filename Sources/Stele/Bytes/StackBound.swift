#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// The part of the thread's stack that the values of a call may take.
///
/// The stack that a level of nested values takes depends on the program and on its compilation, so counting levels alone would
/// not keep values from overflowing the stack.
///
///     start of the call                            end of the call              end of the stack
///     |--------------------------------------------|----------------------------|
///       frames of the levels that are being coded    reserve for other functions
///
/// A level takes more stack when it is decoded than when it is encoded. An encoder therefore counts the bytes that a decoder may
/// take: one that is called at the same place reads all that the encoder writes.
package final class StackBound {
  /// The lowest address at which another level may begin.
  private var end = UInt.max
  // Apart from ``byteCount``, so that the compiler sees all accesses.
  private var room = 0
  /// The number of bytes that the levels of the call may take.
  package var byteCount: Int { room }

  package init() {}

  /// Returns the number of bytes of stack that a level takes at most when it is decoded.
  ///
  /// Measured for initialisers that the compiler makes, which hold a value of the type in several temporary variables.
  static func byteCount(ofLevelOfSize size: Int) -> Int {
    #if DEBUG
      5200 &+ 11 &* size
    #else
      3400 &+ 8 &* size
    #endif
  }

  /// Begins a call of the program.
  package func begin() {
    let start = Self.place(end)
    end = min(start, Self.threadEnd(from: start))
    room = Int(clamping: start - end)
  }

  /// Whether another level may begin in a decoder.
  @inline(__always)
  package var hasRoom: Bool {
    // Read once, so that the object need not outlive the call.
    let end = end
    return Self.place(end) >= end
  }

  /// Checks whether another level may begin in an encoder.
  ///
  /// - Parameter count: The number of bytes that a decoder takes for the level and those around it.
  /// - Returns: Whether the stack has room for it.
  @inline(__always)
  func admits(_ count: Int) -> Bool { count <= room && hasRoom }

  /// Returns whether levels that a decoder needs so few bytes for have room without a look at the position.
  @inline(__always)
  func admitsUnchecked(_ count: Int) -> Bool { count <= room &>> 2 }

  /// Returns the current position.
  ///
  /// The address sanitizer moves local variables of a known size away from the stack, so this one has a size that depends on
  /// a number that the compiler does not know.
  @inline(never)
  private static func place(_ number: UInt) -> UInt {
    let byteCount = 1 + Int(truncatingIfNeeded: number &>> 4) & 1
    // Safe: the pointer is not used, only its value as a number.
    return unsafe withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 1) {
      UInt(bitPattern: $0.baseAddress)
    }
  }
}

// MARK: The stack of the thread

extension StackBound {
  /// Returns the lowest address at which a level may begin on the thread.
  private static func threadEnd(from start: UInt) -> UInt {
    // A constant where the system does not tell the bounds of the stack.
    var (lowest, byteCount): (UInt, Int) = (start &- 480 << 10, 480 << 10)
    // The reserve is for the functions that a value calls, and for those of its own frame.
    func end() -> UInt { lowest &+ UInt(min(byteCount / 4, 96 << 10)) }
    #if canImport(Darwin)
      byteCount = pthread_get_stacksize_np(pthread_self())
      // Safe: the pointer is not used, only its value as a number.
      lowest = unsafe UInt(bitPattern: pthread_get_stackaddr_np(pthread_self())) &- UInt(byteCount)
    #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
      // Safe, here and below: pointers are not used, only their values as numbers.
      if let known = unsafe pthread_getspecific(key) { return UInt(bitPattern: known) }
      var (attributes, pointer) = unsafe (pthread_attr_t(), UnsafeMutableRawPointer?.none)
      // Safe: the functions set their arguments, and free them.
      guard unsafe pthread_getattr_np(pthread_self(), &attributes) == 0 else { return end() }
      if unsafe pthread_attr_getstack(&attributes, &pointer, &byteCount) == 0 {
        lowest = UInt(bitPattern: pointer)
        _ = unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: end()))
      }
      _ = unsafe pthread_attr_destroy(&attributes)
    #endif
    return end()
  }

  #if canImport(Glibc) || canImport(Musl) || canImport(Android)
    /// The place of each thread for its end: for the main thread, the C library reads a file to find the stack.
    private static let key: pthread_key_t = {
      var key = pthread_key_t.max
      // Safe: the function sets the key; without one, no thread has a value for it.
      _ = unsafe pthread_key_create(&key, nil)
      return key
    }()
  #endif
}

#if canImport(Glibc) || canImport(Musl)
  // The C library declares it only for programs that ask for its own extensions.
  @_silgen_name("pthread_getattr_np")
  private func pthread_getattr_np(
    _ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>
  ) -> CInt
#endif
