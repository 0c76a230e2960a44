#if !os(Windows) && !os(WASI)
  import Foundation
  import TestSupport
  import Testing

  @testable import SteleFoundation

  /// The signal that a process is sent when it writes more to a file than it may.
  @Suite("The signal of the limit of files")
  struct FileSizeLimitTests {
    /// Runs something in a thread that has blocked the signal or not; returns whether the signal is pending afterwards, and takes
    /// it then.
    private func isPending(isBlocked: Bool, after body: () -> Void) -> Bool {
      var (signals, old, pending) = (sigset_t(), sigset_t(), sigset_t())
      unsafe sigemptyset(&signals)
      unsafe sigaddset(&signals, SIGXFSZ)
      unsafe pthread_sigmask(isBlocked ? SIG_BLOCK : SIG_UNBLOCK, &signals, &old)
      defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
      body()
      guard unsafe sigpending(&pending) == 0, unsafe sigismember(&pending, SIGXFSZ) == 1 else {
        return false
      }
      var number: Int32 = 0
      unsafe sigwait(&signals, &number)
      return true
    }

    /// Does what a call does that writes too much.
    private func writeTooMuch() -> SystemError? {
      thrown {
        try SignalMask.withoutFileSizeSignal { () throws(SystemError) in
          pthread_kill(pthread_self(), SIGXFSZ)
          throw SystemError(EFBIG)
        }
      }
    }

    @Test func `does not end the process, and is not left pending`() {
      let isLeft = isPending(isBlocked: false) {
        #expect(writeTooMuch() == SystemError(EFBIG))
        #expect(writeTooMuch() == SystemError(EFBIG))
      }
      #expect(!isLeft)
    }

    @Test func `is left to a thread that has blocked it`() {
      let isLeft = isPending(isBlocked: true) { #expect(writeTooMuch() == SystemError(EFBIG)) }
      #expect(isLeft)
    }

    @Test func `is let through afterwards as before`() throws {
      let isLeft = isPending(isBlocked: false) {
        _ = writeTooMuch()
        var mask = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
        #expect(unsafe sigismember(&mask, SIGXFSZ) == 0)
      }
      #expect(!isLeft)
      let result = try SignalMask.withoutFileSizeSignal { () throws(SystemError) in 7 }
      #expect(result == 7)
      #expect(throws: SystemError(ENOSPC)) {
        try SignalMask.withoutFileSizeSignal { () throws(SystemError) in throw SystemError(ENOSPC) }
      }
    }
  }
#endif
