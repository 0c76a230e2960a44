import Foundation
import Stele
import SteleFoundation
import TestSupport
import Testing

/// The tour of the readme.
@Suite struct `Examples of the readme` {
  final class Person: Codable {
    var name: String
    var pets: [Pet] = []
    init(name: String) { self.name = name }
  }

  class Pet: Codable {
    var name: String
    @BackReference var owner: Person?
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
    let ann = Person(name: "Ann")
    let bob = Person(name: "Bob")
    let rex = Dog(name: "Rex")
    rex.owner = ann
    ann.pets = [rex]
    bob.pets = [rex]

    let bytes = try SteleEncoder().encode([ann, bob])

    var decoder = SteleDecoder()
    decoder.allow(Dog.self)
    let people = try decoder.decode([Person].self, from: bytes)

    _ = try verified(bytes)
    #expect(people.map(\.name) == ["Ann", "Bob"])
    let pet = try #require(people[0].pets.first)
    #expect(pet is Dog)
    #expect(pet.name == "Rex")
    #expect(people[1].pets.first === pet)
    #expect(pet.owner === people[0])
  }

  @Test func `an archive is saved in a file`() throws {
    let (ann, bob) = household()
    let directory = try TemporaryDirectory()
    let url = directory.file("people.stele")
    var decoder = SteleDecoder()
    decoder.allow(Dog.self)

    try SteleEncoder().encode([ann, bob], to: url)
    let people = try decoder.decode([Person].self, from: url)

    _ = try verified(directory.bytes(of: "people.stele"))
    #expect(people.map(\.name) == ["Ann", "Bob"])
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

  enum Version2 {
    final class Person: Codable, ArchiveDeclaring {
      var name: String
      var pets: [Pet] = []
      var email: String

      init(name: String, email: String) {
        self.name = name
        self.email = email
      }

      static var archiveClass: ArchiveClass {
        ArchiveClass("Person", version: 2, keys: [.key("email", since: 2, default: "")])
      }
    }
  }

  @Test func `version 2 of a class reads files of version 1, and version 1 those of version 2`()
    throws
  {
    let old = Person(name: "Ann")
    let new = try SteleDecoder().decode(
      Version2.Person.self, from: try SteleEncoder().encode(old))
    #expect(new.name == "Ann")
    #expect(new.email == "")

    let later = Version2.Person(name: "Bob", email: "bob@example.com")
    let bytes = try verified(try SteleEncoder().encode(later))
    #expect(try SteleDecoder().decode(Person.self, from: bytes).name == "Bob")
    #expect(try SteleDecoder().decode(Version2.Person.self, from: bytes).email == "bob@example.com")
  }
}

// The names that the types have outside of the suite.
extension `Examples of the readme`.Person: SimplyNamed {}
extension `Examples of the readme`.Pet: SimplyNamed {}
