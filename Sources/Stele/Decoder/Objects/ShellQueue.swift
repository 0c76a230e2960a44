/// The numbers of the objects that have been made and wait to be filled, first in, first out.
///
/// Most follow each other, since objects are numbered in the order in which they are met; so runs of numbers are kept.
final class ShellQueue {
  /// The run that is taken from, and the one that is added to, which may be the same.
  private var first = 0
  private var firstEnd = 0
  /// The runs after that.
  private var runs: [Range<Int>] = []
  private var nextRun = 0
  private var hasRuns = false

  /// Adds a number.
  @inline(__always)
  func append(_ number: Int) {
    if number == firstEnd, !hasRuns { firstEnd = number + 1 } else { appendRun(number) }
  }

  @inline(never)
  private func appendRun(_ number: Int) {
    if first == firstEnd, !hasRuns {
      first = number
      firstEnd = number + 1
    } else if let last = runs.last, last.upperBound == number {
      runs[runs.count - 1] = last.lowerBound..<(number + 1)
    } else {
      runs.append(number..<(number + 1))
      hasRuns = true
    }
  }

  /// Takes the number that has waited longest, or returns nil.
  @inline(__always)
  func next() -> Int? {
    if first == firstEnd, !takeRun() { return nil }
    first += 1
    return first - 1
  }

  private func takeRun() -> Bool {
    guard nextRun < runs.count else { return false }
    first = runs[nextRun].lowerBound
    firstEnd = runs[nextRun].upperBound
    nextRun += 1
    if nextRun == runs.count {
      runs.removeAll(keepingCapacity: true)
      nextRun = 0
      hasRuns = false
    }
    return true
  }
}
