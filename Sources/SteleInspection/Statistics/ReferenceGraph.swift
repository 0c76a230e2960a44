/// The strong references between the objects of an archive, in two flat arrays.
///
///     ends     2  2  5 ...            for each object, object 1 first
///     targets  7  3 |  | 1  4  4 ...  the numbers of objects
package struct ReferenceGraph: Sendable {
  private let targets: [UInt32]
  private let ends: [Int]

  /// Creates a graph.
  ///
  /// - Parameters:
  ///   - targets: The numbers, from 1, of the targets of references, object by object.
  ///   - ends: For each object, the index after its last target.
  package init(targets: [UInt32], ends: [Int]) {
    self.targets = targets
    self.ends = ends
  }

  package var objectCount: Int { ends.count }

  /// Returns the range of the targets of an object, given by the number of objects before it.
  @inline(__always)
  func targetRange(of index: Int) -> Range<Int> {
    (index > 0 ? ends[index &- 1] : 0)..<ends[index]
  }

  /// Returns the object of a target, by the number of objects before it.
  @inline(__always)
  func object(at target: Int) -> Int { Int(targets[target]) &- 1 }

  /// Returns the objects that are reachable from the given objects by strong references.
  ///
  /// - Parameter roots: The numbers, from 1, of the objects to start from.
  /// - Returns: For each object, whether it is reached.
  package func reached(from roots: [UInt32]) -> [Bool] {
    var isReached = [Bool](repeating: false, count: objectCount)
    var pending: [UInt32] = []
    func reach(_ number: UInt32) {
      let index = Int(number) &- 1
      guard isReached.indices.contains(index), !isReached[index] else { return }
      isReached[index] = true
      pending.append(number)
    }
    for root in roots { reach(root) }
    while let number = pending.popLast() {
      for target in targetRange(of: Int(number) &- 1) { reach(targets[target]) }
    }
    return isReached
  }
}
