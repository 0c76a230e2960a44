import Foundation
import SteleKeyedArchive
import TestSupport
import Testing

/// Random property lists that Foundation, too, can hold.
private struct RandomList {
  private var generator: RandomSource
  private(set) var nodes: [PropertyListGraph.Node] = []

  init(seed: UInt64) { generator = RandomSource(seed: seed) }

  private mutating func text() -> String {
    let alphabet: [Character] = ["a", "B", "0", " ", "é", "😀", "<", "&", "\"", "\n", "漢"]
    return String(
      (0..<Int.random(in: 0...20, using: &generator)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
      })
  }

  /// Adds a value and gives it to both worlds.
  mutating func value(depth: Int) -> (node: Int, object: Any) {
    switch Int.random(in: 0...(depth > 0 ? 8 : 6), using: &generator) {
    case 0:
      let value = Bool.random(using: &generator)
      return add(.bool(value), value)
    case 1:
      let value =
        Int64.random(in: .min ... .max, using: &generator)
        >> Int.random(in: 0...63, using: &generator)
      return add(.integer(Int128(value)), value)
    case 2:
      let value = UInt64.random(in: .min ... .max, using: &generator)
      return add(.integer(Int128(value)), value)
    case 3:
      let value = Double.random(in: -1e6...1e6, using: &generator)
      return add(.real64(value), value)
    case 4:
      let value = Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &generator))
      return add(.date(value), Date(timeIntervalSinceReferenceDate: value))
    case 5:
      let count = Int.random(in: 0...100, using: &generator)
      let value = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      return add(.data(value), Data(value))
    case 6:
      let value = text()
      return add(.string(value), value)
    case 7:
      let members = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
        value(depth: depth - 1)
      }
      return add(.array(members.map(\.node)), members.map(\.object))
    default:
      var (keys, values): ([Int], [Int]) = ([], [])
      var object: [String: Any] = [:]
      for number in 0..<Int.random(in: 0...20, using: &generator) {
        let key = "\(number)" + text()
        keys.append(add(.string(key), key).node)
        let member = value(depth: depth - 1)
        values.append(member.node)
        object[key] = member.object
      }
      return add(.dictionary(keys: keys, values: values), object)
    }
  }

  private mutating func add(_ node: PropertyListGraph.Node, _ object: Any) -> (
    node: Int, object: Any
  ) {
    nodes.append(node)
    return (nodes.count - 1, object)
  }
}

@Suite struct `Property lists as Foundation has them` {
  private func random(_ seed: UInt64) throws -> (list: PropertyListGraph, object: Any) {
    var random = RandomList(seed: seed)
    let members = (0..<5).map { _ in random.value(depth: 3) }
    let nodes = random.nodes + [.array(members.map(\.node))]
    return (try PropertyListGraph(nodes: nodes, root: nodes.count - 1), members.map(\.object))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `what Foundation writes is read as it was meant`(_ seed: UInt64) throws {
    let (list, object) = try random(seed)
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let data = try PropertyListSerialization.data(
        fromPropertyList: object, format: format, options: 0)
      let read = try PropertyListGraph(parsing: [UInt8](data))
      #expect(read.isEqual(to: list, ignoringOrder: true), "seed \(seed)")
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `Foundation reads what is written here`(_ seed: UInt64) throws {
    let (list, object) = try random(seed)
    for bytes in [try list.binaryBytes(), try list.xmlBytes()] {
      // Safe: the pointer to the format, which is optional, is nil.
      let read = try unsafe PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
      #expect((read as? NSArray) == (object as? NSArray), "seed \(seed)")
    }
  }

  @Test func `XML is laid out as Foundation lays it out`() throws {
    let object: [Any] = [
      "a<b>&\"c'", 1, -5, true, 0.5, 3.0, 0.0, -0.0625, Double.nan, Double.infinity,
      -Double.infinity,
      Data([UInt8](repeating: 7, count: 200)), Data(), Date(timeIntervalSinceReferenceDate: 5),
      ["k": [[Data([UInt8](repeating: 9, count: 90))]]], [Any](), [String: Any](), "",
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: object, format: .xml, options: 0)
    let list = try PropertyListGraph(parsing: [UInt8](data))
    #expect(
      String(decoding: try list.xmlBytes(), as: UTF8.self) == String(decoding: data, as: UTF8.self))
  }
}
