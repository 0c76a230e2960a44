import Stele
import SteleModel
import Testing
import TestSupport

final class EncodedFolder: Codable {
  var name: String
  var children: [EncodedFolder]
  @BackReference var parent: EncodedFolder?

  init(_ name: String, _ children: [EncodedFolder] = []) {
    self.name = name
    self.children = children
    for child in children { child.parent = self }
  }
}

final class EncodedSpouse: Codable {
  var name: String
  @LateReference var spouse: EncodedSpouse?
  init(_ name: String) { self.name = name }
}

struct EncodingReferenceTests {
  @Test func `parents are weak references by number`() throws {
    let graph = try graph(of: EncodedFolder("top", [EncodedFolder("a"), EncodedFolder("b")]))
    #expect(
      graph.classes.entries.last?.keys == [
        ArchiveKey("name", .string), ArchiveKey("children", .list(.reference(to: "EncodedFolder"))),
        ArchiveKey("parent", .weakReference(to: "EncodedFolder")),
      ])
    #expect(values(graph, of: 1) == [.string("top"), .list([.reference(2), .reference(3)]), .nil])
    #expect(values(graph, of: 2) == [.string("a"), .list([]), .reference(1)])
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
