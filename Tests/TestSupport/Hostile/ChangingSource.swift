import Stele
import Synchronization

/// A file that changes while it is read: each request is answered from one of several contents.
package struct ChangingSource: ByteSource {
  /// When the content changes.
  package enum Course: Sendable {
    /// Once, after a number of requests.
    case once(after: Int)
    /// At random, at each request.
    case always(seed: UInt64)
  }

  private final class State: Sendable {
    let requests = Mutex<(count: Int, random: RandomSource)>((0, RandomSource(seed: 0)))
  }

  private let contents: [[UInt8]]
  private let course: Course
  private let state = State()
  /// The size of the first content.
  package let byteCount: Int

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - contents: The contents, one or more, which may be of different sizes.
  ///   - course: When the content changes.
  package init(_ contents: [[UInt8]], _ course: Course) {
    self.contents = contents
    self.course = course
    byteCount = contents.first?.count ?? 0
    if case .always(let seed) = course {
      state.requests.withLock { $0.random = RandomSource(seed: seed) }
    }
  }

  /// How many requests there were.
  package var requestCount: Int { state.requests.withLock { $0.count } }

  package func read(into buffer: inout OutputSpan<UInt8>, at offset: Int) {
    let index = state.requests.withLock { requests in
      requests.count += 1
      switch course {
      case .once(let count): return requests.count <= count ? 0 : contents.count - 1
      case .always: return Int(requests.random.next() % UInt64(max(1, contents.count)))
      }
    }
    guard contents.indices.contains(index) else { return }
    buffer.append(contentsOf: contents[index].dropFirst(offset))
  }
}
