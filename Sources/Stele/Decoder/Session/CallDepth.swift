/// The nesting depth of the program's calls and of the initialisers in them, with its limits.
final class CallDepth {
  private let nestingLimit: Int
  private let stackByteCount: Int
  /// The number of values whose initialisers are running.
  private(set) var nesting = 0
  private var stackStart: StackPlace?
  private var callCount = 0
  /// The number of objects whose initialisers are running.
  var runningCount = 0
  /// Whether all further calls are refused.
  private(set) var isFinished = false
  /// Whether state may no longer be reused for the next value.
  private(set) var isClosed = false

  /// Makes the counters of a session.
  ///
  /// - Parameters:
  ///   - nestingLimit: How many initialisers may nest.
  ///   - stackByteCount: How many bytes of the stack they may take together.
  init(nestingLimit: Int, stackByteCount: Int) {
    self.nestingLimit = nestingLimit
    self.stackByteCount = stackByteCount
  }

  /// Begins a call of the program.
  func begin() {
    if callCount == 0 { stackStart = StackPlace(askedBy: ObjectIdentifier(self)) }
    callCount += 1
  }

  /// Ends a call of the program; returns whether it was the outermost one.
  func end() -> Bool {
    callCount -= 1
    return callCount == 0
  }

  /// Begins a nested initialiser, or returns `false` if that would exceed a limit.
  @inline(__always)
  func enter() -> Bool {
    guard nesting < nestingLimit, let stackStart,
      StackPlace(askedBy: ObjectIdentifier(self)).distance(from: stackStart) < stackByteCount
    else { return false }
    nesting += 1
    return true
  }

  /// Ends an initialiser.
  @inline(__always)
  func leave() { nesting -= 1 }

  /// Refuses all further calls.
  func finish() { isFinished = true }

  /// Ends the reuse of state from one value to the next.
  func close() { isClosed = true }
}

extension DecodingSession {
  /// Begins a nested initialiser.
  ///
  /// - Throws: `DecodingError` if initialisers nest too deep.
  @inline(__always)
  func enter() throws {
    guard calls.enter() else { throw nestingTooDeep() }
  }

  /// Ends an initialiser.
  @inline(__always)
  func leave() { calls.leave() }

  /// Checks that an object may be read inside the initialisers that run, which nest by decoders that the program asks for.
  func checkDepth() throws {
    try enter()
    leave()
  }

  private func nestingTooDeep() -> DecodingError {
    failure(.nestingTooDeep(limit: calls.nesting))
  }
}

/// A position of the stack of the thread.
///
/// The stack that a level of nested initialisers takes depends on the program and on its compilation, so counting
/// levels alone would not keep an archive from overflowing the stack.
private struct StackPlace {
  private let address: UInt

  /// Notes the current position.
  ///
  /// The address sanitizer moves local variables of a known size away from the stack, so this one has a size that depends on
  /// the address of some object, which need not be retained for that.
  @inline(never)
  init(askedBy object: ObjectIdentifier) {
    let byteCount = 1 + Int(bitPattern: object) >> 4 & 1
    // Safe: the pointer is not used, only its value as a number.
    address = unsafe withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 1) {
      UInt(bitPattern: $0.baseAddress)
    }
  }

  /// Returns the number of bytes of stack between two positions.
  func distance(from other: StackPlace) -> Int {
    let byteCount = address > other.address ? address - other.address : other.address - address
    return Int(truncatingIfNeeded: byteCount)
  }
}
