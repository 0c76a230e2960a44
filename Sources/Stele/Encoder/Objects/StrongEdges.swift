/// The strong references between objects, by number, as far as they can make a cycle that cannot be decoded.
package struct StrongEdges {
  /// The objects that have references of this kind, in the order of their numbers.
  private var sources: [UInt32] = []
  /// Where the targets of each of these objects begin.
  private var starts: [Int] = []
  private var targets: [UInt32] = []
  private var current: UInt32 = 0
  /// The last of the sources.
  private var last: UInt32 = 0
  /// Whether a reference leads to an object that stands no later.
  private var hasBackward = false

  package init() {}

  /// Begins the references of the next object.
  @inline(__always)
  package mutating func begin(_ number: Int) { current = UInt32(truncatingIfNeeded: number) }

  /// Notes a reference of the object.
  @inline(__always)
  package mutating func note(to target: Int) {
    if last != current {
      last = current
      sources.append(current)
      starts.append(targets.count)
    }
    let target = UInt32(truncatingIfNeeded: target)
    targets.append(target)
    if target <= current { hasBackward = true }
  }

  /// The objects of a cycle, in the order of its references, or nil when there is none.
  ///
  /// - Complexity: O(*n*) in the number of objects and references; without recursion.
  package func firstCycle() -> [Int]? {
    guard hasBackward, let last = sources.last else { return nil }
    /// The position of each object among the sources, or -1.
    var positions = [Int32](repeating: -1, count: Int(last) + 1)
    for (position, source) in sources.enumerated() {
      positions[Int(source)] = Int32(truncatingIfNeeded: position)
    }
    /// 0 for sources that have not been visited, 1 for those on the path, 2 for others.
    var marks = [UInt8](repeating: 0, count: sources.count)
    var path: [(source: Int, next: Int)] = []
    for root in sources.indices where marks[root] == 0 {
      marks[root] = 1
      path.append((root, starts[root]))
      while let (source, next) = path.last {
        let end = source + 1 < starts.count ? starts[source + 1] : targets.count
        guard next < end else {
          marks[source] = 2
          path.removeLast()
          continue
        }
        path[path.count - 1].next = next + 1
        let target = Int(targets[next])
        guard target < positions.count, positions[target] >= 0 else { continue }
        let position = Int(positions[target])
        if marks[position] == 1 {
          return path.drop { $0.source != position }.map { Int(sources[$0.source]) }
        }
        if marks[position] == 0 {
          marks[position] = 1
          path.append((position, starts[position]))
        }
      }
    }
    return nil
  }
}
