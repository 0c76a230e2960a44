/// The strong references between objects, by number, as far as they can make a cycle that cannot be decoded.
final class StrongEdges {
  private struct Lists {
    /// The objects that have references of this kind, in the order of their numbers.
    var sources: [UInt32] = []
    /// Where the targets of each of these objects begin.
    var starts: [Int] = []
    var targets: [UInt32] = []
    var current: UInt32 = 0
    /// The last of the sources.
    var last: UInt32 = 0
    /// Whether a reference leads to an object that stands no later.
    var hasBackward = false
  }

  // Safe: an encoder is for one thread, and nothing is called while they change.
  @exclusivity(unchecked) private var lists = Lists()

  /// Begins the references of the next object.
  @inline(__always)
  func begin(_ number: Int) { unsafe lists.current = UInt32(truncatingIfNeeded: number) }

  /// Notes a reference of the object.
  @inline(__always)
  func note(to target: Int) {
    unsafe Self.note(UInt32(truncatingIfNeeded: target), in: &lists)
  }

  /// Forgets all references.
  func removeAll() { unsafe lists = Lists() }

  private static func note(_ target: UInt32, in lists: inout Lists) {
    if lists.last != lists.current {
      lists.last = lists.current
      lists.sources.append(lists.current)
      lists.starts.append(lists.targets.count)
    }
    lists.targets.append(target)
    if target <= lists.current { lists.hasBackward = true }
  }

  /// The objects of a cycle, in the order of its references, or nil when there is none.
  ///
  /// - Complexity: O(*n*) in the number of objects and references; without recursion.
  func firstCycle() -> [Int]? {
    let lists = unsafe lists
    guard lists.hasBackward, let last = lists.sources.last else { return nil }
    let (sources, starts, targets) = (lists.sources, lists.starts, lists.targets)
    /// The position of each object among the sources, or -1.
    var positions = [Int32](repeating: -1, count: Int(last) + 1)
    for (position, source) in sources.enumerated() {
      positions[Int(source)] = Int32(truncatingIfNeeded: position)
    }
    /// 0 for sources that have not been met, 1 for those on the path, 2 for others.
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
