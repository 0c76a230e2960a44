/// The nesting depth of the program's calls and of the initialisers in them.
struct CallDepth {
  private var callCount = 0
  /// The number of objects whose initialisers are running.
  var runningCount = 0
  /// Whether all further calls are refused, so that no state is kept for the next value.
  var isFinished = false

  /// Begins a call of the program; returns whether it is the outermost one.
  mutating func begin() -> Bool {
    callCount += 1
    return callCount == 1
  }

  /// Ends a call of the program; returns whether it was the outermost one.
  mutating func end() -> Bool {
    callCount -= 1
    return callCount == 0
  }
}

extension DecodingSession {
  /// Checks that the stack has room for another initialiser, or value that a program reads in place.
  ///
  /// - Throws: `DecodingError` if values nest too deep for the thread.
  @inline(__always)
  func checkStack() throws {
    guard stack.hasRoom else {
      throw failure(.stackTooSmall(byteCount: stack.byteCount))
    }
  }
}
