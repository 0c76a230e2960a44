import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

struct FieldRandomTests {
  /// A node that writes its keys by hand.
  final class HandNode: FieldCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Node") }
    let number: Int
    let text: String
    let weights: [Double]
    let children: [HandNode]
    let favourite: HandNode?
    let named: [String: HandNode]

    init(_ plan: Plan, _ made: [HandNode]) {
      number = plan.number
      text = plan.text
      weights = plan.weights
      children = plan.children.map { made[$0] }
      favourite = plan.favourite.map { made[$0] }
      named = plan.named.map { ["only": made[$0]] } ?? [:]
    }

    init(from fields: inout FieldDecoder) throws {
      number = try fields.decode("number")
      text = try fields.decode("text")
      weights = try fields.decode("weights")
      children = try fields.decode("children")
      favourite = try fields.decode("favourite")
      named = try fields.decode("named")
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(number, "number")
      try fields.encode(text, "text")
      try fields.encode(weights, "weights")
      try fields.encode(children, "children")
      try fields.encode(favourite, "favourite")
      try fields.encode(named, "named")
    }
  }

  /// The same node, made in two steps.
  final class ShellNode: TwoPhaseCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Node") }
    var number = 0
    var text = ""
    var weights: [Double] = []
    var children: [ShellNode] = []
    var favourite: ShellNode?
    var named: [String: ShellNode] = [:]

    init() {}

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(number, "number")
      try fields.encode(text, "text")
      try fields.encode(weights, "weights")
      try fields.encode(children, "children")
      try fields.encode(favourite, "favourite")
      try fields.encode(named, "named")
    }

    func decode(from fields: inout FieldDecoder) throws {
      named = try fields.decode("named")
      favourite = try fields.decode("favourite")
      children = try fields.decode("children")
      weights = try fields.decode("weights")
      text = try fields.decode("text")
      number = try fields.decode("number")
    }
  }

  /// The same node with synthesised coding, but for a nil that is written.
  final class CodableNode: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Node") }
    let number: Int
    let text: String
    let weights: [Double]
    let children: [CodableNode]
    let favourite: CodableNode?
    let named: [String: CodableNode]

    enum CodingKeys: CodingKey { case number, text, weights, children, favourite, named }

    init(_ plan: Plan, _ made: [CodableNode]) {
      number = plan.number
      text = plan.text
      weights = plan.weights
      children = plan.children.map { made[$0] }
      favourite = plan.favourite.map { made[$0] }
      named = plan.named.map { ["only": made[$0]] } ?? [:]
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(number, forKey: .number)
      try container.encode(text, forKey: .text)
      try container.encode(weights, forKey: .weights)
      try container.encode(children, forKey: .children)
      try container.encode(favourite, forKey: .favourite)
      try container.encode(named, forKey: .named)
    }
  }

  /// The description of a node, which refers to nodes before it.
  struct Plan {
    var number: Int
    var text: String
    var weights: [Double]
    var children: [Int]
    var favourite: Int?
    var named: Int?
  }

  private static func plans(_ random: inout RandomSource) -> [Plan] {
    (0..<(2 + random.count(upTo: 40))).map { index in
      func earlier() -> Int? {
        index > 0 && !random.isOne(in: 3) ? Int.random(in: 0..<index, using: &random) : nil
      }
      return Plan(
        number: Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<64, using: &random),
        text: String(repeating: "ä", count: random.count(upTo: 5)),
        weights: (0..<random.count(upTo: 4)).map { _ in Double(bitPattern: random.next()) },
        children: (0..<random.count(upTo: 5)).compactMap { _ in earlier() },
        favourite: earlier(), named: earlier())
    }
  }

  @Test(arguments: Seeds.forTest(count: 40))
  func `random graphs are the same in archives whichever way they are coded`(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let plans = Self.plans(&random)
    var hand: [HandNode] = []
    var synthesised: [CodableNode] = []
    for plan in plans {
      hand.append(HandNode(plan, hand))
      synthesised.append(CodableNode(plan, synthesised))
    }
    let roots = Array(hand.suffix(3))
    let bytes = try verified(SteleEncoder().encode(roots))
    #expect(bytes == (try SteleEncoder().encode(Array(synthesised.suffix(3)))))
    let text = try ArchiveGraph(bytes).notation()
    let fromHand = try SteleDecoder().decode([HandNode].self, from: bytes)
    let fromShells = try SteleDecoder().decode([ShellNode].self, from: bytes)
    let fromCodable = try SteleDecoder().decode([CodableNode].self, from: bytes)
    #expect(try ArchiveGraph(verified(SteleEncoder().encode(fromHand))).notation() == text)
    #expect(try ArchiveGraph(verified(SteleEncoder().encode(fromShells))).notation() == text)
    #expect(try ArchiveGraph(verified(SteleEncoder().encode(fromCodable))).notation() == text)
  }
}
