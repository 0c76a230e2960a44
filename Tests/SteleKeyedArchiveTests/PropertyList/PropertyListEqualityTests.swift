import SteleKeyedArchive
import TestSupport
import Testing

private func make(_ nodes: PropertyListGraph.Node..., root: Int = 0) throws -> PropertyListGraph {
  try PropertyListGraph(nodes: nodes, root: root)
}

@Suite struct `Equality of property lists` {
  @Test func `types and bits are told apart`() throws {
    let all: [PropertyListGraph.Node] = [
      .null, .bool(false), .bool(true), .integer(0), .integer(1), .real32(0), .real32(-0.0),
      .real32(1), .real64(0), .real64(-0.0), .real64(1), .real64(.nan), .date(0), .date(1),
      .data([]), .data([1]), .string(""), .string("1"), .string("é"), .string("e\u{301}"),
      .uid(0), .uid(1), .array([]), .set([]), .dictionary(keys: [], values: []),
    ]
    for (leftNumber, left) in all.enumerated() {
      for (rightNumber, right) in all.enumerated() {
        #expect(try (make(left) == make(right)) == (leftNumber == rightNumber))
      }
    }
  }

  @Test func `numbering, sharing and nodes out of reach make no difference`() throws {
    let shared = try make(.array([1, 1]), .string("a"))
    let copied = try make(.string("a"), .string("a"), .array([0, 1]), .null, root: 2)
    #expect(shared == copied)
  }

  @Test func `order counts unless it is told not to`() throws {
    let forwards = try make(
      .dictionary(keys: [1, 2], values: [3, 4]), .string("a"), .string("b"), .integer(1),
      .set([1, 2]))
    let backwards = try make(
      .dictionary(keys: [2, 1], values: [4, 3]), .string("a"), .string("b"), .integer(1),
      .set([2, 1]))
    let swapped = try make(
      .dictionary(keys: [1, 2], values: [4, 3]), .string("a"), .string("b"), .integer(1),
      .set([1, 2]))
    #expect(forwards != backwards)
    #expect(forwards.isEqual(to: backwards, ignoringOrder: true))
    #expect(!forwards.isEqual(to: swapped, ignoringOrder: true))
    #expect(
      try !make(.array([1, 2]), .null, .uid(1)).isEqual(
        to: make(.array([2, 1]), .null, .uid(1)), ignoringOrder: true))
  }
}

@Suite struct `Property lists made of nodes` {
  @Test func `unsound tables are refused with the node`() {
    func error(_ nodes: PropertyListGraph.Node..., root: Int = 0) -> PropertyListError? {
      thrown { try PropertyListGraph(nodes: nodes, root: root) }
    }
    #expect(error(root: 0) == PropertyListError(.nodeOutOfRange(node: 0, nodeCount: 0), at: 0))
    #expect(
      error(.null, root: -1) == PropertyListError(.nodeOutOfRange(node: -1, nodeCount: 1), at: -1))
    #expect(
      error(.null, .array([2])) == PropertyListError(.nodeOutOfRange(node: 2, nodeCount: 2), at: 1))
    #expect(
      error(.string(""), .dictionary(keys: [0], values: []))
        == PropertyListError(.unpairedKeys(keyCount: 1, valueCount: 0), at: 1))
    #expect(error(.null, .array([0, 1])) == PropertyListError(.cycle, at: 1))
    #expect(
      error(.null, .dictionary(keys: [0], values: [0])) == PropertyListError(.keyNotString, at: 1))
    #expect(
      error(.string("a"), .dictionary(keys: [0, 0], values: [0, 0]))
        == PropertyListError(.duplicateKey("a"), at: 1))
  }

  @Test func `errors say what is wrong and where`() {
    #expect(PropertyListError(.cycle, at: 9).description == "byte 9: a container contains itself")
    #expect(
      PropertyListError(.malformedDate, at: 60, line: 4).description
        == "line 4, byte 60: not a date of the form 2001-01-01T00:00:00Z")
    #expect(
      PropertyListError(.nullInXML, at: 2).description == "node 2: XML property lists have no null")
  }
}
