internal import Synchronization

#if canImport(Dispatch)
  internal import Dispatch
#endif

/// The threads that read chunks side by side.
///
/// A job reads one chunk and shares only immutable state with the others. Its result must not depend on earlier jobs of
/// the thread, so that the findings are the same in whatever order the jobs run.
package struct Workers: Sendable {
  /// The smallest number of bytes for which several threads are worth their while.
  let smallestByteCount: Int
  /// Calls a closure for each number below a count, in any order, and returns after the last call.
  let perform: @Sendable (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void

  /// Makes workers from a function that calls a closure for each number below a count.
  package init(
    smallestByteCount: Int = 1 << 20,
    perform: @escaping @Sendable (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void
  ) {
    self.smallestByteCount = smallestByteCount
    self.perform = perform
  }

  /// One thread for each core, or the thread of the caller alone where there are no others.
  package static let allCores = Workers {
    #if canImport(Dispatch)
      DispatchQueue.concurrentPerform(iterations: $0, execute: $1)
    #else
      for index in 0..<$0 { $1(index) }
    #endif
  }

  /// The number of bytes that are read between two calls of `finish`.
  private static let waveByteCount = 4 << 20

  /// Reads chunks, several at a time, and hands over the results in the order of the chunks.
  ///
  /// - Parameters:
  ///   - chunks: The chunks, in file order.
  ///   - state: What a thread begins with, and keeps from job to job.
  ///   - job: Reads a chunk.
  ///   - finish: Takes each chunk with its result, on the thread of the caller.
  func forEach<State: Sendable, Result: Sendable>(
    _ chunks: [Chunk], state: State, _ job: @Sendable (inout State, Chunk) -> Result,
    finish: (Chunk, Result) -> Void
  ) {
    guard chunks.reduce(0, { $0 + $1.payload.count }) >= smallestByteCount else {
      var state = state
      for chunk in chunks { finish(chunk, job(&state, chunk)) }
      return
    }
    // Threads take a state for a job and give it back afterwards.
    let states = Mutex<[State]>([])
    var rest = chunks[...]
    while !rest.isEmpty {
      let wave = Self.takeWave(&rest)
      let results = Mutex<[Result?]>(Array(repeating: nil, count: wave.count))
      perform(wave.count) { index in
        var own = states.withLock { $0.popLast() } ?? state
        let result = job(&own, wave[wave.startIndex + index])
        results.withLock { $0[index] = result }
        states.withLock { $0.append(own) }
      }
      for (chunk, result) in zip(wave, results.withLock { $0 }) {
        if let result { finish(chunk, result) }
      }
    }
  }

  /// Takes the first chunks of some, of which at least one.
  private static func takeWave(_ chunks: inout ArraySlice<Chunk>) -> ArraySlice<Chunk> {
    var byteCount = 0
    let end = chunks.firstIndex { chunk in
      byteCount += chunk.payload.count
      return byteCount > waveByteCount
    }
    let wave = chunks[..<max(chunks.startIndex + 1, end ?? chunks.endIndex)]
    chunks = chunks[wave.endIndex...]
    return wave
  }
}
