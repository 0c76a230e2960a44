internal import Dispatch

/// Runs two closures on two threads.
package enum TwoThreads {
  /// Runs both, and returns when both have ended.
  ///
  /// - Parameters:
  ///   - first: The one closure.
  ///   - second: The other one, which may use nothing that the first one changes.
  package static func run(_ first: () -> Void, _ second: () -> Void) {
    withoutActuallyEscaping(first) { first in
      withoutActuallyEscaping(second) { second in
        // Safe: each is called once, by one thread, and the caller waits for both.
        nonisolated(unsafe) let (first, second) = (first, second)
        DispatchQueue.concurrentPerform(iterations: 2) { index in
          if index == 0 { unsafe first() } else { unsafe second() }
        }
      }
    }
  }
}
