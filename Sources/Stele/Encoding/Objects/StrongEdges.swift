/// The strong references between objects, by number, as far as they can make a cycle that cannot be decoded.
struct StrongEdges {
  /// Where the targets of each object begin, object 1 first.
  private var starts: [Int] = []
  private var targets: [UInt32] = []
  /// Whether a reference leads to an object that stands no later.
  private var hasBackward = false

  /// Begins the references of the next object.
  mutating func begin(_ number: Int) {
    starts.append(targets.count)
  }

  /// Notes a reference.
  mutating func note(from source: Int, to target: Int) {
    targets.append(UInt32(truncatingIfNeeded: target))
    if target <= source { hasBackward = true }
  }

  /// The objects of a cycle, in the order of its references, or nil when there is none.
  ///
  /// - Complexity: O(*n*) in the number of objects and references; without recursion.
  func firstCycle() -> [Int]? {
    guard hasBackward else { return nil }
    /// 0 for objects that have not been met, 1 for those on the path, 2 for others.
    var marks = [UInt8](repeating: 0, count: starts.count)
    var path: [(object: Int, next: Int)] = []
    for root in starts.indices where marks[root] == 0 {
      marks[root] = 1
      path.append((root, starts[root]))
      while let (object, next) = path.last {
        let end = object + 1 < starts.count ? starts[object + 1] : targets.count
        guard next < end else {
          marks[object] = 2
          path.removeLast()
          continue
        }
        path[path.count - 1].next = next + 1
        let target = Int(targets[next]) - 1
        guard starts.indices.contains(target) else { continue }
        if marks[target] == 1 {
          let cycle = path.drop { $0.object != target }
          return cycle.map { $0.object + 1 }
        }
        if marks[target] == 0 {
          marks[target] = 1
          path.append((target, starts[target]))
        }
      }
    }
    return nil
  }
}
