import Stele
import SteleModel
import TestSupport
import Testing

struct ReferenceTests {
  final class Parent: Codable, SimplyNamed {
    var name: String
    var children: [Child] = []
    init(_ name: String) { self.name = name }
  }

  final class Child: Codable, SimplyNamed {
    var name: String
    @BackReference var parent: Parent?
    init(_ name: String, _ parent: Parent?) {
      self.name = name
      self.parent = parent
    }
  }

  @Test func `a back reference to an object of another class is refused`() throws {
    let bytes = try archive(
      .class(
        "Child",
        keys: [ArchiveKey("name", .string), ArchiveKey("parent", .weakReference(to: nil))]),
      values: [.string("a"), .reference(1)])
    let failure = failure(decoding: Child.self, from: bytes)
    #expect(failure?.reason == .wrongType(.weakReference(to: "Child")))
    #expect(failure?.underlying?.object == 1)
  }

  @Test func `objects of several roots are shared by one unarchiver`() throws {
    let parent = Parent("p")
    let child = Child("a", parent)
    parent.children = [child]
    let archiver = Archiver()
    try archiver.encode(child, root: "child")
    try archiver.encode(parent, root: "parent")
    let unarchiver = try Unarchiver(archiver.finish())
    #expect(unarchiver.rootNames == ["child", "parent"])
    let first = try unarchiver.decode(Child.self, root: "child")
    #expect(first.parent == nil)
    let second = try unarchiver.decode(Parent.self, root: "parent")
    #expect(second.children[0] === first)
    #expect(first.parent === second)
  }

  @Test func `one object of an open archive is decoded by itself`() throws {
    let parent = Parent("p")
    parent.children = [Child("a", parent), Child("b", nil)]
    let unarchiver = try Unarchiver(ArchiveReader(opening: SteleEncoder().encode(parent)))
    let child = try unarchiver.decode(Child.self, object: 2)
    #expect(child.name == "a")
    #expect(child.parent == nil)
    let copy = try unarchiver.decode(Parent.self)
    #expect(copy.children[0] === child)
    #expect(child.parent === copy)
  }
}
