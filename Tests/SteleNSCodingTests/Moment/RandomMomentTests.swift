import Foundation
import Stele
import SteleInspection
import SteleModel
import SteleNSCoding
import TestSupport
import Testing

/// A node of a random graph: what it encodes depends on its number alone.
private final class Node: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let number: Int
  var value = 0
  var single: Node?
  var list: [Node] = []
  var array: NSArray = []
  var map: [String: Node] = [:]
  var text: String?
  weak var conditional: Node?
  /// The number of times that the node was encoded, and the order of its keys.
  var callCount = 0
  var keyOrder: [Int] = Array(0..<7)

  init(_ number: Int) { self.number = number }

  init?(coder: NSCoder) {
    number = coder.decodeInteger(forKey: "number")
    value = coder.decodeInteger(forKey: "value")
    let lists: [AnyClass] = [NSArray.self, Node.self]
    single = coder.decodeObject(of: Node.self, forKey: "single")
    list = coder.decodeObject(of: lists, forKey: "list") as? [Node] ?? []
    array = coder.decodeObject(of: lists, forKey: "array") as? NSArray ?? []
    map =
      coder.decodeObject(of: [NSDictionary.self, NSString.self, Node.self], forKey: "map")
      as? [String: Node] ?? [:]
    text = coder.decodeObject(of: NSString.self, forKey: "text") as String?
    kept = coder.decodeObject(of: Node.self, forKey: "conditional")
    conditional = kept
  }

  /// The conditional target after decoding, which something else leads to.
  private var kept: Node?

  func encode(with coder: NSCoder) {
    callCount += 1
    coder.encode(number, forKey: "number")
    for key in keyOrder {
      switch key {
      case 0: coder.encode(value, forKey: "value")
      case 1: if let single { coder.encode(single, forKey: "single") }
      case 2: if !list.isEmpty { coder.encode(list, forKey: "list") }
      case 3: if array.count > 0 { coder.encode(array, forKey: "array") }
      case 4: if !map.isEmpty { coder.encode(map, forKey: "map") }
      case 5: if let text { coder.encode(text, forKey: "text") }
      default:
        if let conditional { coder.encodeConditionalObject(conditional, forKey: "conditional") }
      }
    }
  }

  var strong: [Node] {
    (single.map { [$0] } ?? []) + list + array.compactMap { $0 as? Node }
      + map.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// A random graph without cycles, of which two nodes are roots.
private struct NodeGraph {
  var nodes: [Node]
  let roots: [Node]

  init(_ random: inout RandomSource, optionalKeys: Bool = true) {
    let nodes = (0..<Int.random(in: 2...40, using: &random)).map { Node($0) }
    for node in nodes {
      let later = Array(nodes[(node.number + 1)...])
      func some(_ most: Int, _ random: inout RandomSource) -> [Node] {
        later.isEmpty
          ? [] : (0..<random.count(upTo: most)).map { _ in random.pick(later, or: node) }
      }
      node.value = Int.random(in: -5...5, using: &random)
      node.single = random.isOne(in: 2) ? later.first : some(1, &random).first
      node.list = some(3, &random)
      node.array = NSArray(array: some(3, &random))
      for (index, target) in some(2, &random).enumerated() { node.map["\(index)"] = target }
      node.text = random.isOne(in: 3) ? "text \(node.number % 3)" : nil
      node.conditional = some(1, &random).first
    }
    self.nodes = nodes
    roots = [nodes[0], random.pick(nodes, or: nodes[0])]
  }

  /// The numbers of the nodes that strong references lead to.
  var reached: Set<Int> {
    var reached: Set<Int> = []
    var rest = roots
    while let node = rest.popLast() {
      if reached.insert(node.number).inserted { rest += node.strong }
    }
    return reached
  }
}

@Suite("Random graphs of objects in calls")
struct RandomMomentTests {
  @Test(arguments: Format.all)
  func `graphs come back with each object once, encoded once`(_ format: Format) throws {
    for seed in Seeds.forTest(count: 60) {
      var random = RandomSource(seed: seed)
      let graph = NodeGraph(&random)
      let unarchiver = try format.reading(naming: [("Node", Node.self)]) { archiver in
        for (index, root) in graph.roots.enumerated() {
          archiver.encode(root, forKey: "root \(index)")
        }
      }
      let copies = (0..<2).map { unarchiver.decodeObject(of: Node.self, forKey: "root \($0)") }
      #expect(unarchiver.error == nil, "seed \(seed)")
      let reached = graph.reached
      for node in graph.nodes {
        #expect(node.callCount == (reached.contains(node.number) ? 1 : 0), "seed \(seed)")
      }
      var copyOfNode: [Int: Node] = [:]
      var rest = zip(graph.roots, copies).map { ($0, $1) }
      while let (node, copy) = rest.popLast() {
        let copy = try #require(copy, "seed \(seed)")
        if let known = copyOfNode[node.number] {
          #expect(known === copy, "seed \(seed)")
          continue
        }
        copyOfNode[node.number] = copy
        #expect(
          copy.number == node.number && copy.value == node.value && copy.text == node.text
            && copy.list.count == node.list.count && copy.array.count == node.array.count
            && copy.map.keys.sorted() == node.map.keys.sorted()
            && copy.strong.count == node.strong.count, "seed \(seed)")
        let target = node.conditional.flatMap { reached.contains($0.number) ? $0 : nil }
        #expect(copy.conditional?.number == target?.number, "seed \(seed)")
        rest += zip(node.strong, copy.strong).map { ($0, $1) }
        if let target { rest.append((target, copy.conditional)) }
      }
    }
  }

  @Test func `the digest depends neither on the order of roots nor on that of keys`() throws {
    for seed in Seeds.forTest(count: 60) {
      var random = RandomSource(seed: seed)
      let graph = NodeGraph(&random)
      var digests: Set<ContentDigest> = []
      for trial in 0..<4 {
        if trial > 1 { for node in graph.nodes { node.keyOrder.shuffle(using: &random) } }
        let data = try Format.stele.data(naming: [("Node", Node.self)]) { archiver in
          for index in trial.isMultiple(of: 2) ? [0, 1] : [1, 0] {
            archiver.encode(graph.roots[index], forKey: "root \(index)")
          }
        }
        digests.insert(try ArchiveGraph([UInt8](data)).contentDigest())
      }
      #expect(digests.count == 1, "seed \(seed)")
    }
  }
}
