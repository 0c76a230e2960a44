import Stele
import SteleModel
import TestSupport
import Testing

/// A node of a list, which takes the list apart when it goes.
private final class Node: Codable {
  var number: Int
  var next: Node?

  enum CodingKeys: CodingKey { case number, next }

  init(_ number: Int) { self.number = number }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    number = try container.decode(Int.self, forKey: .number)
    next = try container.decodeIfPresent(Node.self, forKey: .next)
    guard number >= 0 else { throw LastNode() }
  }

  deinit {
    while let node = next, isKnownUniquelyReferenced(&next) {
      next = node.next
      node.next = nil
    }
  }

}

extension Node: ArchiveDeclaring {
  static var archiveClass: ArchiveClass { ArchiveClass("Node") }
}

private struct LastNode: Error {}

/// A list whose nodes leave it to the stack to take them apart.
private final class PlainNode: Codable, ArchiveDeclaring {
  var number: Int
  var next: PlainNode?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    number = try container.decode(Int.self, forKey: .number)
    next = try container.decodeIfPresent(PlainNode.self, forKey: .next)
    if number == 1 { throw LastNode() }
  }

  static var archiveClass: ArchiveClass { ArchiveClass("Node") }
}

struct LongListTests {
  private static func archive(count: Int, last: Int) throws -> [UInt8] {
    var graph = ArchiveGraph()
    graph.classes = ArchiveClassTable([
      .class(
        "Node",
        keys: [ArchiveKey("number", .int64), ArchiveKey("next", .optional(.reference(to: "Node")))])
    ])
    graph.objects = (1...count).map { number in
      ArchiveObject(
        entry: 1,
        values: number == count
          ? [.integer(Int128(last)), .nil] : [.integer(Int128(number)), .reference(number + 1)])
    }
    graph.roots = [ArchiveNamedValue("root", .reference(to: "Node"), .reference(1))]
    return try graph.encoded()
  }

  @Test func `many linked objects are decoded on a small stack`() throws {
    let bytes = try Self.archive(count: deepCount, last: deepCount)
    let sum = try onStack {
      guard let first = try? SteleDecoder().decode(Node.self, from: bytes) else { return 0 }
      var sum = 0
      var node: Node? = first
      while let next = node {
        sum += next.number
        node = next.next
      }
      return sum
    }
    #expect(sum == deepCount * (deepCount + 1) / 2)
  }

  @Test func `a failure at the last of many objects is thrown`() throws {
    let bytes = try Self.archive(count: deepCount, last: -1)
    #expect(try onStack { Self.fails(Node.self, bytes) })
  }

  private static func fails<T: Decodable>(_ type: T.Type, _ bytes: [UInt8]) -> Bool {
    do {
      _ = try SteleDecoder().decode(type, from: bytes)
      return false
    } catch {
      return error is LastNode
    }
  }

  @Test func `what was made before a failure is released from its start`() throws {
    // Object 1 fails after all others have been made; each of these holds the next.
    let bytes = try Self.archive(count: deepCount, last: deepCount)
    #expect(try onStack { Self.fails(PlainNode.self, bytes) })
  }
}
