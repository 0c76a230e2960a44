import Stele
import SteleModel
import TestSupport
import Testing

@Suite struct `Random object graphs` {
  enum Edge: Codable { case none, one(Node), many([Node?]), named([String: Node]) }

  class Node: Codable {
    private enum CodingKeys: CodingKey { case number, strong, list, map, edge, weak, late }
    var number: Int
    var strong: Node?
    var list: [Node]
    var map: [String: Node]
    var edge = Edge.none
    @BackReference var weak: Node?
    @LateReference var late: Node?

    required init(_ number: Int) {
      self.number = number
      list = []
      map = [:]
    }

    /// All references, in an order that the content decides.
    var targets: [Node?] {
      var targets = [strong] + list + map.sorted { $0.key < $1.key }.map(\.value)
      switch edge {
      case .none: break
      case .one(let node): targets.append(node)
      case .many(let nodes): targets += nodes
      case .named(let nodes): targets += nodes.sorted { $0.key < $1.key }.map(\.value)
      }
      return targets + [weak, late]
    }

    func letGo() { (strong, list, map, edge, weak, late) = (nil, [], [:], .none, nil, nil) }
  }

  final class Special: Node {
    private enum CodingKeys: CodingKey { case text }
    var text = "special"
    required init(_ number: Int) { super.init(number) }
    required init(from decoder: any Decoder) throws {
      text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(text, forKey: .text)
    }
  }

  /// Strong edges lead to larger numbers, weak and late ones anywhere.
  private static func graph(_ random: inout RandomSource) -> [Node] {
    let count = 1 + random.count(upTo: 40)
    let nodes = (0..<count).map { random.isOne(in: 3) ? Special($0) : Node($0) }
    for node in nodes {
      func later() -> Node? {
        node.number + 1 < count
          ? nodes[Int.random(in: (node.number + 1)..<count, using: &random)] : nil
      }
      if random.isOne(in: 2) { node.strong = later() }
      node.list = (0..<random.count(upTo: 4)).compactMap { _ in later() }
      for index in 0..<random.count(upTo: 3) { node.map["k\(index)"] = later() }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: if let target = later() { node.edge = .one(target) }
      case 1: node.edge = .many((0..<random.count(upTo: 3)).map { _ in later() })
      case 2: node.edge = .named(later().map { ["n": $0] } ?? [:])
      default: break
      }
      if random.isOne(in: 2) { node.weak = nodes.randomElement(using: &random) }
      if random.isOne(in: 3) { node.late = nodes.randomElement(using: &random) }
    }
    return nodes
  }

  /// The nodes that strong references lead to.
  private static func kept(by roots: [Node]) -> Set<ObjectIdentifier> {
    var kept = Set(roots.map { ObjectIdentifier($0) })
    var queue = roots
    while let node = queue.popLast() {
      let targets = node.targets
      // The last two are the weak and the late one.
      for target in (targets.dropLast(2) + targets.suffix(1)).compactMap(\.self)
      where kept.insert(ObjectIdentifier(target)).inserted { queue.append(target) }
    }
    return kept
  }

  /// The graph as text: its nodes in the order of their discovery.
  ///
  /// Weak references to others are nil.
  private static func picture(_ roots: [Node]) -> String {
    let kept = kept(by: roots)
    var numbers: [ObjectIdentifier: Int] = [:]
    var queue: [Node] = []
    func number(_ node: Node?) -> String {
      guard let node, kept.contains(ObjectIdentifier(node)) else { return "-" }
      if let number = numbers[ObjectIdentifier(node)] { return "\(number)" }
      numbers[ObjectIdentifier(node)] = queue.count
      queue.append(node)
      return "\(queue.count - 1)"
    }
    var text = roots.map(number).joined(separator: " ")
    var next = 0
    while next < queue.count {
      let node = queue[next]
      let special = (node as? Special)?.text ?? ""
      let targets = node.targets.map(number).joined(separator: " ")
      text += "\n\(node.number)\(special): \(targets)"
      next += 1
    }
    return text
  }

  @Test func `come back with the same shape`() throws {
    let decoder = SteleDecoder(allowing: [Special.self])
    for seed in Seeds.forTest(count: 60) {
      var random = RandomSource(seed: seed)
      let nodes = Self.graph(&random)
      let copy = try convert(nodes, to: [Node].self, with: decoder)
      #expect(Self.picture(copy) == Self.picture(nodes), "seed \(seed)")
      let form = try verified(Self.canonical.encode(nodes), isCanonical: true)
      let again = try decoder.decode([Node].self, from: form)
      #expect(Self.picture(again) == Self.picture(nodes), "seed \(seed)")
      #expect(try Self.canonical.encode(again) == form, "seed \(seed)")
      for node in nodes + copy + again { node.letGo() }
    }
  }

  private static let canonical = SteleEncoder.canonical

  /// The canonical form of what an archive has been written with.
  private static func form(_ bytes: [UInt8]) throws -> ArchiveGraph {
    try ArchiveGraph(bytes).canonical(includesMetadata: false)
  }

  /// Weak references lead to objects outside of the archive, too.
  @Test func `keep their canonical bytes when they are loaded and saved`() throws {
    let decoder = SteleDecoder(allowing: [Special.self])
    for seed in Seeds.forTest(count: 80) {
      var random = RandomSource(seed: seed)
      let nodes = Self.graph(&random)
      let roots = Array(nodes.shuffled(using: &random).prefix(1 + random.count(upTo: 5)))
      let bytes = try encoded(roots)
      let copy = try decoder.decode([Node].self, from: bytes)
      #expect(Self.picture(copy) == Self.picture(roots), "seed \(seed)")
      let again = try encoded(copy)
      #expect(try Self.form(again) == Self.form(bytes), "seed \(seed)")
      let form = try verified(Self.canonical.encode(roots), isCanonical: true)
      #expect(try Self.canonical.encode(copy) == form, "seed \(seed)")
      let third = try decoder.decode([Node].self, from: form)
      #expect(try Self.canonical.encode(third) == form, "seed \(seed)")
      for node in nodes + copy + third { node.letGo() }
    }
  }
}
