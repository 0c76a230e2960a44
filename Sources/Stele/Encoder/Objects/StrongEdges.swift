/// The strong references among objects, by number, as far as they can make a cycle that cannot be decoded.
///
/// References from an object that is decoded in two phases, and those in a late reference, are exempt.
package struct StrongEdges {
  /// The objects with references that count, in the order of their numbers.
  private var sources: [UInt32] = []
  /// For each of these objects the position of its first target.
  private var starts: [Int] = []
  private var targets: [UInt32] = []
  private var current: UInt32 = 0
  /// The last of the sources.
  private var last: UInt32 = 0
  /// Whether an object refers to one with the same number or a lower one.
  private var hasBackward = false
  /// The number of reasons why references that are written now are exempt: 1 if the object is decoded in two phases, or none is
  /// being written, and 1 for each late reference that encloses the value.
  private var exemptionCount = 1

  /// Whether references that are written now can make a cycle.
  @inline(__always)
  var isNoting: Bool { exemptionCount == 0 }

  package init() {}

  /// Begins the references of the next object.
  @inline(__always)
  package mutating func begin(_ number: Int) { current = UInt32(truncatingIfNeeded: number) }

  /// Begins the references of the next object, which are exempt if it is decoded in two phases.
  @inline(__always)
  mutating func begin(_ number: Int, isExempt: Bool) {
    exemptionCount = isExempt ? 1 : 0
    if !isExempt { begin(number) }
  }

  /// Ends the references of objects: those that follow belong to a root.
  mutating func end() { exemptionCount = 1 }

  /// Begins an object that is written during another one; its references are exempt.
  ///
  /// - Returns: The state that ``endInner(_:)`` restores.
  mutating func beginInner() -> Int {
    defer { exemptionCount = 1 }
    return exemptionCount
  }

  /// Returns to the references of the enclosing object.
  mutating func endInner(_ outer: Int) { exemptionCount = outer }

  /// Begins or ends late references, in which references are exempt.
  ///
  /// - Parameter count: 1 to begin one, -1 to end it.
  @inline(__always)
  mutating func addLateReferences(_ count: Int) { exemptionCount &+= count }

  /// Adds a reference of the object.
  @inline(__always)
  package mutating func add(to target: Int) {
    if last != current {
      last = current
      sources.append(current)
      starts.append(targets.count)
    }
    let target = UInt32(truncatingIfNeeded: target)
    targets.append(target)
    if target <= current { hasBackward = true }
  }

  /// Returns the objects of a cycle, in the order of its references, or nil if there is none.
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
