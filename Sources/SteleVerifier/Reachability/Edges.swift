/// The strong references of some values, in their order.
struct Edges {
  /// The objects that the references lead to.
  private(set) var targets: ContiguousArray<Int> = []
  /// The objects with references, and where the targets of each end.
  private(set) var sources: [(object: Int, end: Int)] = []
  private var sourceStart = 0

  init() {}

  /// Makes a list without references that has room for as many as others: blocks are much alike.
  init(roomFor other: Edges) {
    targets.reserveCapacity(other.targets.count)
    sources.reserveCapacity(other.sources.count)
  }

  /// Adds references to objects that exist.
  mutating func add(_ objects: Span<Int>) {
    let start = targets.count
    targets.append(contentsOf: repeatElement(0, count: objects.count))
    var targets = targets.mutableSpan
    for index in objects.indices { targets[start &+ index] = objects[index] }
  }

  /// Ends the references of an object, which began after those of the one before.
  @inline(__always)
  mutating func end(_ object: Int, at end: Int) {
    guard end > sourceStart else { return }
    sources.append((object, end))
    sourceStart = end
  }
}
