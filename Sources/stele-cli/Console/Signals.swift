internal import Foundation

/// The signals that end the tool.
enum Signals {
  /// Blocks all signals in the current thread from now on.
  static func takeNone() {
    #if !os(Windows) && !os(WASI)
      var all = sigset_t()
      // Safe: each call is given a set that lives during the call.
      unsafe sigfillset(&all)
      unsafe pthread_sigmask(SIG_SETMASK, &all, nil)
    #endif
  }

  /// Calls a closure in another thread before a signal ends the process.
  ///
  /// Call this before other threads receive signals. Signals that the process ignores do not end
  /// it.
  static func beforeEnd(_ body: @escaping @Sendable () -> Void) {
    #if !os(Windows) && !os(WASI)
      var signals = sigset_t()
      // Safe: each call is given a set that lives during the call.
      unsafe sigemptyset(&signals)
      for number in endingSignals where !isIgnored(number) {
        unsafe sigaddset(&signals, number)
      }
      unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
      let awaited = signals
      Thread.detachNewThread {
        var (signals, number) = (awaited, Int32(0))
        // Safe: each call is given values that live during the call.
        guard unsafe sigwait(&signals, &number) == 0 else { return }
        body()
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
      }
    #endif
  }

  #if !os(Windows) && !os(WASI)
    private static let endingSignals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

    /// Calls a function when a signal ends the process, in any thread and during any other work.
    ///
    /// Unlike ``beforeEnd(_:)`` this changes no mask, since child processes would inherit it.
    ///
    /// - Parameter body: The function, which may only call what signal handlers may call.
    static func atEnd(_ body: @escaping @convention(c) (Int32) -> Void) {
      for number in endingSignals where !isIgnored(number) { signal(number, body) }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
      let handler = signal(number, SIG_DFL)
      // Safe: functions are compared as the numbers that they are in C, where SIG_IGN is 1.
      signal(number, handler)
      return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
  #endif
}
