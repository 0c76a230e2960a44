/// The strongly connected components of a graph of references, and the longest chain through them.
///
/// Two objects are in the same component if each is reachable from the other. Tarjan's algorithm, with an explicit stack
/// instead of recursion, finds the components; each component follows the components that are reachable from it.
package struct StrongComponents {
  /// The number of components with more than one object.
  package private(set) var cycleCount = 0
  /// The number of objects in the largest of these components; 0 if there are none.
  package private(set) var largestCycle = 0
  /// The number of objects that refer to themselves and are not part of a larger cycle.
  package private(set) var loopCount = 0
  /// The number of components on the longest path.
  package private(set) var longestChain = 0

  /// An object with targets that are being visited.
  private struct Visit {
    let index: UInt32
    /// The number of objects visited so far, including this one.
    let order: UInt32
    var next: Int
  }

  private let graph: ReferenceGraph
  /// For each object, the lowest order of an open object that is known to be reachable from it; 0 before the object is visited,
  /// and ``complete`` after its component is complete.
  private var low: [UInt32]
  /// The number of components on the longest path from each object, if its component is complete.
  private var chain: [UInt32]
  /// The visited objects in components that are not complete.
  private var open: [UInt32] = []
  private var visits: [Visit] = []
  private var visitedCount: UInt32 = 0
  private static let complete = UInt32.max

  package init(_ graph: ReferenceGraph) {
    self.graph = graph
    low = Array(repeating: 0, count: graph.objectCount)
    chain = Array(repeating: 0, count: graph.objectCount)
    for index in 0..<graph.objectCount where low[index] == 0 {
      visit(index)
      while !visits.isEmpty { step() }
    }
    // Only the counts remain.
    (low, chain, open, visits) = ([], [], [], [])
  }

  private mutating func visit(_ index: Int) {
    visitedCount &+= 1
    low[index] = visitedCount
    let number = UInt32(truncatingIfNeeded: index)
    open.append(number)
    visits.append(
      Visit(index: number, order: visitedCount, next: graph.targetRange(of: index).lowerBound))
  }

  /// Follows the next reference of the innermost visit, or ends the visit.
  private mutating func step() {
    let last = visits.count - 1
    let index = Int(visits[last].index)
    let end = graph.targetRange(of: index).upperBound
    while visits[last].next < end {
      let target = graph.object(at: visits[last].next)
      visits[last].next &+= 1
      guard low.indices.contains(target) else { continue }
      guard low[target] > 0 else { return visit(target) }
      if low[target] < low[index] { low[index] = low[target] }
    }
    let order = visits[last].order
    visits.removeLast()
    if low[index] == order { completeComponent(of: index) }
    guard let outer = visits.last else { return }
    let outerIndex = Int(outer.index)
    if low[index] < low[outerIndex] { low[outerIndex] = low[index] }
  }

  /// Completes the component of an object: the object and all objects opened after it.
  private mutating func completeComponent(of first: Int) {
    var start = open.count - 1
    while start > 0, Int(open[start]) != first { start -= 1 }
    var longest: UInt32 = 0
    var refersToItself = false
    for member in open[start...] {
      for target in graph.targetRange(of: Int(member)) {
        let object = graph.object(at: target)
        if object == Int(member) { refersToItself = true }
        if chain.indices.contains(object) { longest = max(longest, chain[object]) }
      }
    }
    // The objects of the component still have 0.
    for member in open[start...] {
      low[Int(member)] = Self.complete
      chain[Int(member)] = longest &+ 1
    }
    longestChain = max(longestChain, Int(longest) + 1)
    let count = open.count - start
    open.removeSubrange(start...)
    guard count > 1 else {
      loopCount += refersToItself ? 1 : 0
      return
    }
    cycleCount += 1
    largestCycle = max(largestCycle, count)
  }
}
