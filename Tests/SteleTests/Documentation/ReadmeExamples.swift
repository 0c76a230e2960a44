import Foundation
import Stele
import SteleFoundation
import SteleModel
import TestSupport
import Testing

/// The program of the readme, and the roots of *Reading in part*.
@Suite struct `Examples of the readme` {
  final class Person: Codable {
    var name: String
    var pets: [Pet] = []
    init(name: String) { self.name = name }
  }

  class Pet: Codable {
    var name: String
    @BackReference var owner: Person?  // weak, in memory and in the archive
    init(name: String) { self.name = name }
  }

  final class Dog: Pet {}

  private func household() -> (Person, Person) {
    let ann = Person(name: "Ann")
    let bob = Person(name: "Bob")
    let rex = Dog(name: "Rex")
    rex.owner = ann
    ann.pets = [rex]
    bob.pets = [rex]
    return (ann, bob)
  }

  @Test func `a graph is saved and loaded`() throws {
    let directory = try TemporaryDirectory()
    // The file is in a folder of the test, and the test reads what is printed.
    func URL(fileURLWithPath name: String) -> Foundation.URL { directory.file(name) }
    var printed = ""
    func print(_ values: Bool...) {
      printed = values.map(String.init).joined(separator: " ")
    }

    let ann = Person(name: "Ann")
    let bob = Person(name: "Bob")
    let rex = Dog(name: "Rex")
    rex.owner = ann
    ann.pets = [rex]
    bob.pets = [rex]

    let file = URL(fileURLWithPath: "people.stele")
    try SteleEncoder().encode([ann, bob], to: file)

    var decoder = SteleDecoder()
    decoder.allow(Dog.self)
    let people = try decoder.decode([Person].self, from: file)
    let pet = people[0].pets[0]
    print(pet is Dog, pet === people[1].pets[0], pet.owner === people[0])

    _ = try verified(directory.bytes(of: "people.stele"))
    #expect(people.map(\.name) == ["Ann", "Bob"])
    #expect(printed == "true true true")
    let readme = try String(
      contentsOf: FixtureFolder.package.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("prints `\(printed)`"))
  }

  @Test func `several roots share their objects`() throws {
    let (ann, bob) = household()
    var decoder = SteleDecoder()
    decoder.allow(Dog.self)
    let archiver = Archiver()
    try archiver.encode(ann, root: "owner")
    try archiver.encode(bob, root: "neighbour")
    let bytes = try archiver.finish()

    let unarchiver = try Unarchiver(bytes, decoder: decoder)
    let owner = try unarchiver.decode(Person.self, root: "owner")
    let neighbour = try unarchiver.decode(Person.self, root: "neighbour")

    _ = try verified(bytes)
    #expect(owner.name == "Ann")
    #expect(neighbour.name == "Bob")
    #expect(owner.pets.first === neighbour.pets.first)
  }

  @Test func `one of several roots is read by itself`() throws {
    let (ann, bob) = household()
    var decoder = SteleDecoder()
    decoder.allow(Dog.self)
    let archiver = Archiver()
    try archiver.encode(ann, root: "owner")
    try archiver.encode(bob, root: "neighbour")
    let bytes = try archiver.finish()

    let archive = try ArchiveReader(opening: bytes)
    let unarchiver = try Unarchiver(archive, decoder: decoder)
    let neighbour = try unarchiver.decode(Person.self, root: "neighbour")
    let first = try unarchiver.decode(Person.self, object: 1)

    #expect(unarchiver.rootNames == ["owner", "neighbour"])
    #expect(neighbour.name == "Bob")
    #expect(first.name == "Ann")
    #expect(first.pets.first === neighbour.pets.first)
  }
}

// The names that the types have outside of the suite.
extension `Examples of the readme`.Person: SimplyNamed {}
extension `Examples of the readme`.Pet: SimplyNamed {}
