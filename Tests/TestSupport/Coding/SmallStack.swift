import Foundation
import Synchronization

/// The result that a thread hands over.
private final class Outcome<Value: Sendable>: Sendable {
  let result = Mutex<Result<Value, any Error>?>(nil)
  let isDone = DispatchSemaphore(value: 0)
}

/// How many times as much stack the code of a sanitizer takes, whose functions run on the stacks of the program.
private let stackFactor: Int = {
  // Safe: the name is that of a function that programs have which were built with a sanitizer; it is not called.
  unsafe dlsym(nil, "__sanitizer_print_stack_trace") == nil ? 1 : 4
}()

/// The length of a chain that overflows the stack of ``onStack(byteCount:_:)`` several times if each link takes a call or two.
#if DEBUG
  package let deepCount = 10_000
#else
  package let deepCount = 200_000
#endif

/// Runs a piece of code on a thread of its own with a small stack, and waits for it.
///
/// - Parameters:
///   - byteCount: The size of the stack, which is larger under a sanitizer.
///   - body: The code.
/// - Returns: What the code returns.
/// - Throws: What the code throws.
package func onStack<Result: Sendable>(
  byteCount: Int = 512 << 10, _ body: @escaping @Sendable () throws -> Result
) throws -> Result {
  let outcome = Outcome<Result>()
  let thread = Thread {
    let result = Swift.Result { try body() }
    outcome.result.withLock { $0 = result }
    outcome.isDone.signal()
  }
  thread.stackSize = byteCount * stackFactor
  thread.start()
  outcome.isDone.wait()
  guard let result = outcome.result.withLock({ $0 }) else {
    throw UnexpectedFinding(description: "the thread gave no result")
  }
  return try result.get()
}
