/// The objects that have been made and handed out, and wait to be filled.
///
/// Most have numbers that follow each other, of which only the first and the last are kept.
// Safe: exclusivity need not be checked, as one thread uses it, and no other code runs while a property is changed.
final class ShellQueue {
  /// Numbers that follow each other.
  private struct Run {
    var next = 0
    var end = 0
  }

  /// The numbers that have waited longest; without any, none waits.
  @safe @exclusivity(unchecked) private var run = Run()
  @safe @exclusivity(unchecked) private var rest: [Run] = []
  @safe @exclusivity(unchecked) private var nextIndex = 0

  /// Whether no object waits.
  var isEmpty: Bool { run.next == run.end }

  /// Adds an object.
  @inline(__always)
  func add(_ number: Int) {
    if rest.isEmpty, run.end == number {
      run.end += 1
    } else {
      addApart(number)
    }
  }

  @inline(never)
  private func addApart(_ number: Int) {
    if isEmpty {
      run = Run(next: number, end: number + 1)
    } else if let last = rest.last, last.end == number {
      rest[rest.count - 1].end += 1
    } else {
      rest.append(Run(next: number, end: number + 1))
    }
  }

  /// The object that has waited longest.
  var first: Int? { isEmpty ? nil : run.next }

  /// Takes the object that has waited longest.
  func next() -> Int? {
    guard !isEmpty else { return nil }
    let number = run.next
    run.next += 1
    if isEmpty, !rest.isEmpty { goOn() }
    return number
  }

  private func goOn() {
    run = rest[nextIndex]
    nextIndex += 1
    if nextIndex == rest.count {
      rest.removeAll(keepingCapacity: true)
      nextIndex = 0
    }
  }
}
