import Stele
import TestSupport
import Testing

/// Objects that are read as structs and lead to each other in many ways.
@Suite struct `Conversions of objects that share and contain objects` {
  final class Node: Codable, SimplyNamed {
    var next: [Node]
    init(_ next: [Node] = []) { self.next = next }
  }
  struct NodeValue: Codable, ArchiveDeclaring {
    var next: [NodeValue]
    static var archiveClass: ArchiveClass { ArchiveClass("Node", version: 2) }
    var depth: Int { 1 + (next.first?.depth ?? 0) }
  }
  struct FieldNode: FieldDecodable, ArchiveDeclaring {
    var next: [FieldNode]
    static var archiveClass: ArchiveClass { ArchiveClass("Node", version: 2) }
    init(from fields: inout FieldDecoder) throws { next = try fields.decode("next") }
  }
  /// As ``NodeValue``, but it reads each child by a decoder of its own.
  struct Guest: Decodable {
    var next: [Guest] = []
    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: AnyKey.self)
      var list = try values.nestedUnkeyedContainer(forKey: "next")
      while !list.isAtEnd { next.append(try Guest(from: list.superDecoder())) }
    }
    var depth: Int { 1 + (next.first?.depth ?? 0) }
  }

  /// Objects each of which refers to the next one twice, the last to the one of a number or to none.
  private func ladder(_ count: Int, last: [Int] = []) throws -> [UInt8] {
    let objects = (1...count).map { number in
      let targets = number < count ? [number + 1, number + 1] : last
      return ArchiveObject(entry: 1, values: [.list(targets.map { .reference($0) })])
    }
    return try archive(
      [.class("Node", keys: [ArchiveKey("next", .list(.reference(to: "Node")))])], objects,
      root: .reference(to: "Node"), .reference(1))
  }

  @Test func `an object that is shared is read once, and copied`() throws {
    let bytes = try ladder(19)
    #expect(try SteleDecoder().decode(NodeValue.self, from: bytes).depth == 19)
    #expect(try SteleDecoder().decode(FieldNode.self, from: bytes).next.count == 2)
  }

  @Test func `an object that is shared may be read several times by decoders of its own`() throws {
    #expect(try SteleDecoder().decode(Guest.self, from: ladder(6)).depth == 6)
  }

  @Test func `objects that would be too many copies are an error`() throws {
    let bytes = try ladder(30)
    for failure in [
      failure(decoding: NodeValue.self, from: bytes),
      failure(decoding: FieldNode.self, from: bytes),
    ] {
      #expect(failure?.reason == .tooManyCopies(limit: 1 << 20))
    }
  }

  @Test func `an object cannot be a struct that contains itself`() throws {
    for bytes in [try ladder(1, last: [1]), try ladder(3, last: [2])] {
      let failures = [
        failure(decoding: NodeValue.self, from: bytes),
        failure(decoding: FieldNode.self, from: bytes),
        failure(decoding: Guest.self, from: bytes),
      ]
      for failure in failures {
        expectStrongCycle(failure)
        expectText("Decode it as an object of a class.", of: failure)
      }
    }
  }

  @Test func `a long chain of objects nests too deep to be a struct`() throws {
    var node = Node()
    for _ in 0..<5000 { node = Node([node]) }
    let bytes = try SteleEncoder().encode(node)
    let failures = [
      try onStack { failure(decoding: NodeValue.self, from: bytes) },
      try onStack { failure(decoding: Guest.self, from: bytes) },
    ]
    for failure in failures {
      guard case .stackTooSmall? = failure?.reason else {
        Issue.record("\(failure as Any)")
        continue
      }
    }
  }

  @Test func `a class that wraps itself is no value`() throws {
    let bytes = try archive(
      .class("Node", keys: [ArchiveKey("", .reference(to: "Node"))]), values: [.reference(1)])
    expectStrongCycle(failure(decoding: Int.self, from: bytes))
  }

  private func expectStrongCycle(_ failure: CodingFailure?) {
    guard case .strongCycle? = failure?.reason else {
      Issue.record("\(failure as Any)")
      return
    }
  }
}
