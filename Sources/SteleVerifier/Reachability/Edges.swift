/// The strong references of some values, in their order.
struct Edges {
  /// The objects that the references lead to.
  private(set) var targets: [Int] = []
  /// The objects with references, and where the targets of each end.
  private(set) var sources: [(object: Int, end: Int)] = []
  private var sourceStart = 0

  /// Adds a reference to an object that exists.
  @inline(__always)
  mutating func add(_ target: Int) { targets.append(target) }

  /// Ends the references of an object, which began after those of the one before.
  @inline(__always)
  mutating func end(_ object: Int) {
    guard targets.count > sourceStart else { return }
    sources.append((object, targets.count))
    sourceStart = targets.count
  }

  mutating func removeAll() { self = Edges() }
}
