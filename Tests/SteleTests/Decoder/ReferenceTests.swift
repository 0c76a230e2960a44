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

  @Test(arguments: [false, true])
  func `objects of several roots are shared by one unarchiver`(isOpen: Bool) throws {
    let parent = Parent("p")
    let child = Child("a", parent)
    parent.children = [child, Child("b", nil)]
    let archiver = Archiver()
    try archiver.encode(child, root: "child")
    try archiver.encode(parent, root: "parent")
    let bytes = try archiver.finish()
    let unarchiver =
      isOpen ? try Unarchiver(ArchiveReader(opening: bytes)) : try Unarchiver(bytes)
    #expect(unarchiver.rootNames == ["child", "parent"])
    let first = try unarchiver.decode(Child.self, root: "child")
    #expect((first.name, first.parent == nil) == ("a", true))
    let second = try unarchiver.decode(Parent.self, root: "parent")
    #expect(second.children[0] === first)
    #expect(first.parent === second)
  }
}
