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

  @Test func `back references lead to the objects that hold their holders`() throws {
    let parent = Parent("p")
    parent.children = [Child("a", parent), Child("b", parent), Child("c", nil)]
    let copy = try convert(parent, to: Parent.self)
    #expect(copy.children.map(\.name) == ["a", "b", "c"])
    #expect(copy.children[0].parent === copy)
    #expect(copy.children[1].parent === copy)
    #expect(copy.children[2].parent == nil)
  }

  @Test func `a back reference to an object that nothing holds is nil`() throws {
    let parent = Parent("p")
    let child = Child("a", parent)
    let bytes = try SteleEncoder().encode(child)
    #expect(try SteleDecoder().decode(Child.self, from: bytes).parent == nil)
  }

  @Test func `a back reference to an object of another class is refused`() throws {
    let bytes = try archive(
      [
        .class(
          "Child",
          keys: [ArchiveKey("name", .string), ArchiveKey("parent", .weakReference(to: nil))])
      ], [ArchiveObject(entry: 1, values: [.string("a"), .reference(1)])],
      root: .reference(to: "Child"), .reference(1))
    let error = #expect(throws: DecodingError.self) {
      try SteleDecoder().decode(Child.self, from: bytes)
    }
    #expect(codingError(error)?.reason == .wrongType(.weakReference(to: "Child")))
    #expect(codingError(error)?.object == 1)
  }

  final class Spouse: Codable {
    var name: String
    @LateReference var spouse: Spouse?
    init(_ name: String) { self.name = name }
  }

  @Test func `late references close cycles`() throws {
    let ann = Spouse("Ann")
    let bob = Spouse("Bob")
    ann.spouse = bob
    bob.spouse = ann
    defer { ann.spouse = nil }
    let copies = try convert([ann, bob], to: [Spouse].self)
    #expect(copies[0].spouse === copies[1])
    #expect(copies[1].spouse === copies[0])
    copies[0].spouse = nil
  }

  final class Ring: Codable {
    var number: Int
    @LateReference var next: [Ring]
    init(_ number: Int) {
      self.number = number
      next = []
    }
  }

  @Test func `late references do not nest`() throws {
    let rings = (0..<10_000).map { Ring($0) }
    for (index, ring) in rings.enumerated() { ring.next = [rings[(index + 1) % rings.count]] }
    defer { for ring in rings { ring.next = [] } }
    let copy = try convert(rings[0], to: Ring.self)
    var all: [Ring] = []
    var ring = copy
    repeat {
      all.append(ring)
      ring = try #require(ring.next.first)
    } while ring !== copy
    #expect(all.map(\.number) == Array(0..<10_000))
    for ring in all { ring.next = [] }
  }

  final class Linked: Codable {
    var number: Int
    var next: Linked?
    @BackReference var previous: Linked?
    init(_ number: Int) { self.number = number }

    deinit {
      while let node = next, isKnownUniquelyReferenced(&next) {
        next = node.next
        node.next = nil
      }
    }
  }

  @Test func `a doubly linked list comes back in both directions`() throws {
    let nodes = (0..<10_000).map { Linked($0) }
    for index in 1..<nodes.count {
      nodes[index - 1].next = nodes[index]
      nodes[index].previous = nodes[index - 1]
    }
    let first = try convert(nodes[0], to: Linked.self)
    defer { withExtendedLifetime(first) {} }
    var numbers: [Int] = []
    var isLinked = true
    var node: Linked? = first
    while let next = node {
      numbers.append(next.number)
      if let after = next.next { isLinked = isLinked && after.previous === next }
      node = next.next
    }
    #expect(numbers == Array(0..<10_000))
    #expect(isLinked)
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
    #expect(
      codingError(
        #expect(throws: DecodingError.self) {
          try unarchiver.decode(Int.self, root: "none")
        })?.reason == .noRoot("none"))
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
    #expect(
      codingError(
        #expect(throws: DecodingError.self) {
          try unarchiver.decode(Child.self, object: 4)
        })?.reason == .noObject(4))
  }
}
