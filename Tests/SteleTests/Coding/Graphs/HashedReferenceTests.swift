import Stele
import TestSupport
import Testing

/// Elements of sets and keys of dictionaries whose hash depends on what back references and late references lead to.
struct HashedReferenceTests {
  final class Owner: Codable {
    let name: String
    var pets: Set<Pet> = []
    @LateReference var friends: Set<Pet> = []
    @LateReference var ages: [Pet: Int] = [:]
    init(_ name: String) { self.name = name }
  }

  final class Pet: Codable, Hashable {
    let name: String
    @BackReference var owner: Owner?
    init(_ name: String, _ owner: Owner?) {
      self.name = name
      self.owner = owner
    }
    static func == (left: Pet, right: Pet) -> Bool {
      left.name == right.name && left.owner?.name == right.owner?.name
    }
    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(owner?.name)
    }
  }

  struct Edge: Codable, Hashable {
    @BackReference var owner: Owner?
    var number = 1
    init(_ owner: Owner?) { self.owner = owner }
    static func == (left: Edge, right: Edge) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  final class Node: Codable, Hashable {
    let name: String
    @LateReference var next: Node?
    init(_ name: String) { self.name = name }
    static func == (left: Node, right: Node) -> Bool { left === right }
    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(next?.name)
    }
  }

  @Test func `objects in a late set are hashed with their back references`() throws {
    let owner = Owner("Ann")
    let pets = ["a", "b", "c"].map { Pet($0, owner) }
    owner.friends = Set(pets)
    owner.ages = Dictionary(uniqueKeysWithValues: zip(pets, 0...))
    let copy = try convert(owner, to: Owner.self)
    #expect(copy.friends.count == 3)
    for pet in pets {
      let found = try #require(copy.friends.first { $0.name == pet.name })
      #expect(found.owner === copy)
      #expect(copy.friends.contains(pet) && copy.friends.contains(found))
      #expect(copy.ages[pet] == owner.ages[pet])
    }
  }

  @Test func `objects that are made before the set are seen by its elements`() throws {
    struct House: Codable {
      var owners: [Owner]
      var pets: Set<Pet>
      var rooms: [Pet: String]
    }
    let owners = ["Ann", "Bob"].map { Owner($0) }
    let pets = owners.map { Pet("x", $0) }
    let house = House(owners: owners, pets: Set(pets), rooms: [pets[0]: "hall"])
    let copy = try convert(house, to: House.self)
    #expect(copy.pets.count == 2)
    #expect(pets.allSatisfy { copy.pets.contains($0) })
    #expect(copy.rooms[pets[0]] == "hall")
  }

  @Test func `a hash that changes after decoding is an error that says what to do`() throws {
    let owner = Owner("Ann")
    owner.pets = [Pet("a", owner)]
    let found = try failure(converting: owner, to: Owner.self)
    #expect(found == CodingFailure(.dataCorrupted, "pets", .hashCycle([])))
    expectText("make the set or dictionary a LateReference", of: found)
  }

  @Test func `late references are decoded before what has them is hashed`() throws {
    let nodes = ["a", "b", "c"].map { Node($0) }
    for (node, next) in zip(nodes, nodes.dropFirst() + [nodes[0]]) { node.next = next }
    defer { nodes.forEach { $0.next = nil } }
    let copy = try convert(Set(nodes), to: Set<Node>.self)
    #expect(copy.count == 3)
    for node in copy { #expect(copy.contains(node)) }
    for node in nodes { #expect(copy.contains { $0.name == node.name }) }
    copy.forEach { $0.next = nil }
    let keys = try convert([nodes[0]: 1, nodes[1]: 2], to: [Node: Int].self)
    #expect(keys.keys.allSatisfy { keys[$0] == ($0.name == "a" ? 1 : 2) })
    keys.keys.forEach { $0.next?.next?.next = nil }
  }

  @Test func `a back reference in a set element or a key is refused when encoding`() throws {
    struct Holder: Codable { var edges: Set<Edge> }
    struct Ages: Codable { var ages: [Edge: Int] }
    let owner = Owner("Ann")
    let refusal = failure(encoding: Holder(edges: [Edge(owner)]))
    #expect(refusal == CodingFailure(.invalidValue, "edges[0].owner", .backReferenceInKey))
    expectText("a back reference to HashedReferenceTests.Owner in a set element", of: refusal)
    #expect(
      failure(encoding: Ages(ages: [Edge(nil): 1]))
        == CodingFailure(.invalidValue, "ages[0].owner", .backReferenceInKey))
    #expect(failure(encoding: [1: Edge(owner)]) == nil)
    #expect(failure(encoding: [Edge(owner)]) == nil)
  }

  @Test func `references in sets and keys have no canonical form`() throws {
    let encoder = SteleEncoder.canonical
    #expect(failure { try encoder.encode(Set([Tag("a")])) } != nil)
    #expect(failure { try encoder.encode([Tag("a"): 1]) } != nil)
    #expect(failure { try encoder.encode(["a": Tag("a")]) } == nil)
  }
}
