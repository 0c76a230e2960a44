import Stele

/// The steps from an archive to a field, and the key path of the value that contains the field.
struct ExplainedPath: Sendable {
  private(set) var steps: [ExplainedStep] = []
  /// The key path in UTF-8, empty if no value contains the field.
  private(set) var keyPath: [UInt8] = []
  /// The length of the key path before each step.
  private var starts: [Int] = []
  /// The number of steps that the key path includes; it omits further steps once it is long enough.
  private var shownCount = Int.max

  /// The largest length of a key path in bytes, so that an archive cannot choose the length.
  private static let byteCount = 480

  var count: Int { steps.count }

  mutating func append(_ step: ExplainedStep) {
    starts.append(keyPath.count)
    if keyPath.count < Self.byteCount {
      keyPath.append(step.keyPathComponent)
    } else if steps.count < shownCount {
      shownCount = steps.count
      keyPath.append("…")
    }
    steps.append(step)
  }

  /// Removes all steps except the first ones.
  mutating func cut(to count: Int) {
    guard count < steps.count else { return }
    keyPath.removeSubrange(starts[count]...)
    starts.removeSubrange(count...)
    steps.removeSubrange(count...)
    if count <= shownCount { shownCount = .max }
  }

  mutating func removeLast() {
    cut(to: steps.count - 1)
  }
}
