import Foundation

/// Runs something on a thread with a stack of 512 KB, and waits for it.
func onSmallThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
  let outcome = Outcome<Result>()
  let thread = Thread {
    outcome.value = body()
    outcome.isDone.signal()
  }
  thread.stackSize = 512 << 10
  thread.start()
  outcome.isDone.wait()
  return outcome.value
}

// Safe: the value is set before the semaphore is signalled, and read after.
private final class Outcome<Value>: @unchecked Sendable {
  let isDone = DispatchSemaphore(value: 0)
  var value: Value?
}
