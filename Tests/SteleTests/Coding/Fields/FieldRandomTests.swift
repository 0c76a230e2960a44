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

    /// Makes a random node, which refers to nodes that have been made.
    init(_ random: inout RandomSource, _ made: [HandNode]) {
      func earlier() -> HandNode? {
        random.isOne(in: 3) ? nil : made.randomElement(using: &random)
      }
      number = Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<64, using: &random)
      text = String(repeating: "ä", count: random.count(upTo: 5))
      weights = (0..<random.count(upTo: 4)).map { _ in Double(bitPattern: random.next()) }
      children = (0..<random.count(upTo: 5)).compactMap { _ in earlier() }
      favourite = earlier()
      named = earlier().map { ["only": $0] } ?? [:]
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

  @Test(arguments: Seeds.forTest(count: 40))
  func `random graphs are the same in archives whichever way they are coded`(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    var nodes: [HandNode] = []
    for _ in 0..<(2 + random.count(upTo: 40)) { nodes.append(HandNode(&random, nodes)) }
    let bytes = try encoded(Array(nodes.suffix(3)))
    let text = try ArchiveGraph(bytes).notation()
    let fromHand = try SteleDecoder().decode([HandNode].self, from: bytes)
    let fromShells = try SteleDecoder().decode([ShellNode].self, from: bytes)
    let fromCodable = try SteleDecoder().decode([CodableNode].self, from: bytes)
    #expect(try ArchiveGraph(encoded(fromHand)).notation() == text)
    #expect(try ArchiveGraph(encoded(fromShells)).notation() == text)
    #expect(try encoded(fromCodable) == bytes)
  }
}
