#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif os(Windows)
  internal import CRT
#endif

/// The blocked signals of the current thread.
package enum SignalMask {
  /// Delays signals while a closure runs, as far as no other thread receives them.
  static func delayingSignals<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if os(Windows) || os(WASI)
      return try body()
    #else
      var (old, all) = (sigset_t(), sigset_t())
      // Safe: each call is given sets that live during the call.
      unsafe sigfillset(&all)
      unsafe pthread_sigmask(SIG_SETMASK, &all, &old)
      defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
      return try body()
    #endif
  }

  /// Runs a closure that writes to a file, so that a file that becomes too long is an error and does not end the process.
  ///
  /// The system then sends a signal to the thread that writes. The signal is blocked meanwhile, in this thread only, and
  /// received before it is unblocked. A thread that has blocked the signal itself finds it pending.
  ///
  /// - Parameter write: Writes, and throws `EFBIG` if the file would be too long.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure.
  static func withoutFileSizeSignal<Result>(
    _ write: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    #if os(Windows) || os(WASI)
      return try write()
    #else
      var (old, blocked) = (sigset_t(), sigset_t())
      // Safe: each call is given sets that live during the call.
      unsafe sigemptyset(&blocked)
      unsafe sigaddset(&blocked, SIGXFSZ)
      unsafe pthread_sigmask(SIG_BLOCK, &blocked, &old)
      guard unsafe sigismember(&old, SIGXFSZ) == 0 else { return try write() }
      defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
      do throws(SystemError) {
        return try write()
      } catch {
        if error.code == EFBIG { takePending(blocked) }
        throw error
      }
    #endif
  }

  #if !os(Windows) && !os(WASI)
    /// Receives a signal that is blocked and pending; does not wait for one.
    private static func takePending(_ signals: sigset_t) {
      var signals = signals
      #if canImport(Darwin)
        var (pending, number) = (sigset_t(), Int32(0))
        // Safe: each call is given values that live during the call.
        guard unsafe sigpending(&pending) == 0, unsafe sigismember(&pending, SIGXFSZ) == 1 else {
          return
        }
        unsafe sigwait(&signals, &number)
      #else
        var now = timespec()
        // Safe: the call is given values that live during the call.
        _ = unsafe sigtimedwait(&signals, nil, &now)
      #endif
    }
  #endif
}
