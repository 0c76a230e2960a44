import Stele
import SteleModel
import TestSupport
import Testing

final class EncodedSpouse: Codable {
  var name: String
  @LateReference var spouse: EncodedSpouse?
  init(_ name: String) { self.name = name }
}

struct EncodingObjectTests {
  @Test func `an object that is shared is written once`() throws {
    let shared = Link(7)
    let graph = try graph(of: [shared, Link(7), shared])
    #expect(graph.roots[0].type == .list(.reference(to: "Link")))
    #expect(graph.roots[0].value == .list([.reference(1), .reference(2), .reference(1)]))
    #expect(graph.objects.count == 2)
    #expect(values(graph, of: 1) == [.integer(7), nil])
  }

  @Test func `a key that is nil at first is optional and knows its class`() throws {
    let graph = try graph(of: Link(1, next: Link(2)))
    #expect(graph.classes.count == 1)
    #expect(
      graph.classes[1]
        == .class(
          "Link",
          keys: [
            ArchiveKey("value", .int64),
            ArchiveKey("next", .reference(to: "Link"), presence: .optional),
          ]))
    #expect(values(graph, of: 1) == [.integer(1), .reference(2)])
    #expect(values(graph, of: 2) == [.integer(2), nil])
  }

  @Test func `objects are numbered breadth first`() throws {
    let leaf = Link(3)
    let graph = try graph(of: [Link(1, next: leaf), Link(2, next: leaf)])
    #expect(values(graph, of: 1) == [.integer(1), .reference(3)])
    #expect(values(graph, of: 2) == [.integer(2), .reference(3)])
    #expect(values(graph, of: 3) == [.integer(3), nil])
  }

  @Test func `back references are weak references by number`() throws {
    let graph = try graph(of: DoubleLink.list(count: 2)[0])
    #expect(
      graph.classes.entries.last?.keys == [
        ArchiveKey("value", .int64),
        ArchiveKey("next", .reference(to: "DoubleLink"), presence: .optional),
        ArchiveKey("previous", .weakReference(to: "DoubleLink")),
      ])
    #expect(values(graph, of: 1) == [.integer(0), .reference(2), .nil])
    #expect(values(graph, of: 2) == [.integer(1), nil, .reference(1)])
  }

  @Test func `late references may go in a cycle`() throws {
    let one = EncodedSpouse("one")
    let two = EncodedSpouse("two")
    one.spouse = two
    two.spouse = one
    defer { one.spouse = nil }
    let graph = try graph(of: one)
    #expect(values(graph, of: 1) == [.string("one"), .reference(2)])
    #expect(values(graph, of: 2) == [.string("two"), .reference(1)])
    #expect(graph.classes[1]?.keys.last?.type == .optional(.reference(to: "EncodedSpouse")))
  }
}
