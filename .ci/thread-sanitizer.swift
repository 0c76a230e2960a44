// A counter behind a Mutex, and with an argument one without.

import Dispatch
import Synchronization

final class Counters: Sendable {
  let guarded = Mutex(0)
  nonisolated(unsafe) var bare = 0
}

let counters = Counters()
let isBare = CommandLine.arguments.count > 1
DispatchQueue.concurrentPerform(iterations: 8) { _ in
  for _ in 0..<100_000 { counters.guarded.withLock { $0 += 1 } }
  if isBare { counters.bare += 1 }
}
