import SteleInspection
import TestSupport
import Testing

@Suite("Strongly connected components")
struct StrongComponentsTests {
  /// Returns a graph from lists of targets; objects are counted from 1.
  private static func graph(_ targets: [[Int]]) -> ReferenceGraph {
    var ends: [Int] = []
    for list in targets { ends.append((ends.last ?? 0) + list.count) }
    return ReferenceGraph(targets: targets.joined().map { UInt32($0) }, ends: ends)
  }

  private struct Numbers: Equatable {
    var cycleCount: Int
    var largestCycle: Int
    var longestChain: Int
    var loopCount: Int

    init(_ cycleCount: Int, _ largestCycle: Int, _ longestChain: Int, loops loopCount: Int = 0) {
      self.cycleCount = cycleCount
      self.largestCycle = largestCycle
      self.longestChain = longestChain
      self.loopCount = loopCount
    }

    init(_ graph: ReferenceGraph) {
      let components = StrongComponents(graph)
      self.init(
        components.cycleCount, components.largestCycle, components.longestChain,
        loops: components.loopCount)
    }
  }

  @Test func `small graphs have the numbers that can be seen in a drawing`() {
    let known: [([[Int]], Numbers)] = [
      ([], Numbers(0, 0, 0)), ([[]], Numbers(0, 0, 1)), ([[1, 1]], Numbers(0, 0, 1, loops: 1)),
      ([[2], []], Numbers(0, 0, 2)), ([[2], [1]], Numbers(1, 2, 1)),
      ([[2, 1], [1]], Numbers(1, 2, 1)),
      // A triangle that leads to a pair, and a diamond.
      ([[2], [3], [1, 4], [5], [4]], Numbers(2, 3, 2)),
      ([[2, 3], [4], [4], []], Numbers(0, 0, 3)),
      // The longer of two paths counts, whatever their order.
      ([[4, 2], [3], [4], []], Numbers(0, 0, 4)), ([[], [1], [2], [3, 1]], Numbers(0, 0, 4)),
    ]
    for (targets, numbers) in known {
      #expect(Numbers(Self.graph(targets)) == numbers, "\(targets)")
    }
  }

  @Test func `random graphs have the numbers that a slow method finds`() {
    for seed in Seeds.forTest(count: 300) {
      var random = RandomSource(seed: seed)
      let count = random.count(upTo: 12)
      let targets = (0..<count).map { _ in
        (0..<random.count(upTo: 3)).map { _ in Int.random(in: 1...count, using: &random) }
      }
      let graph = Self.graph(targets)
      #expect(Numbers(graph) == Self.slowNumbers(targets), "seed \(seed)")
      let roots = count > 0 ? [UInt32.random(in: 1...UInt32(count), using: &random)] : []
      let leads = Self.closure(targets)
      let reached = (0..<count).map { index in
        roots.contains { Int($0) - 1 == index || leads[Int($0) - 1][index] }
      }
      #expect(graph.reached(from: roots) == reached, "seed \(seed)")
    }
  }

  /// Returns which objects lead to which, directly or through others.
  private static func closure(_ targets: [[Int]]) -> [[Bool]] {
    var leads = targets.map { list in targets.indices.map { list.contains($0 + 1) } }
    for middle in targets.indices {
      for first in targets.indices where leads[first][middle] {
        for last in targets.indices where leads[middle][last] { leads[first][last] = true }
      }
    }
    return leads
  }

  private static func slowNumbers(_ targets: [[Int]]) -> Numbers {
    let leads = closure(targets)
    var sizes: [Int] = []
    var loopCount = 0
    for index in targets.indices {
      let members = targets.indices.filter { $0 == index || leads[index][$0] && leads[$0][index] }
      if members.first == index, members.count > 1 { sizes.append(members.count) }
      if members.count == 1, targets[index].contains(index + 1) { loopCount += 1 }
    }
    // The longest path is found after as many rounds as there are objects.
    var chain = [Int](repeating: 1, count: targets.count)
    for _ in targets.indices {
      for first in targets.indices {
        for last in targets.indices where leads[first][last] && !leads[last][first] {
          chain[first] = max(chain[first], chain[last] + 1)
        }
      }
    }
    return Numbers(sizes.count, sizes.max() ?? 0, chain.max() ?? 0, loops: loopCount)
  }

  @Test func `a chain and a cycle of many objects take no recursion`() {
    let count = 200_000
    let chain = ReferenceGraph(
      targets: (1..<count).map { UInt32($0 + 1) }, ends: (1...count).map { min($0, count - 1) })
    #expect(Numbers(chain) == Numbers(0, 0, count))
    #expect(chain.reached(from: [1]).allSatisfy { $0 })
    let cycle = ReferenceGraph(
      targets: (1...count).map { UInt32($0 % count + 1) }, ends: Array(1...count))
    #expect(Numbers(cycle) == Numbers(1, count, 1))
  }

  @Test func `numbers that are no objects are passed over`() {
    let graph = Self.graph([[0, 9], [1]])
    #expect(Numbers(graph) == Numbers(0, 0, 2))
    #expect(graph.reached(from: [0, 7, 2]) == [true, true])
  }
}
