import Stele
import SteleModel
import TestSupport
import Testing

@Suite struct `Archives with several roots` {
  final class Person: Codable {
    var name: String
    var friends: [Person]
    init(_ name: String, _ friends: [Person] = []) { (self.name, self.friends) = (name, friends) }
  }

  private func archive() throws -> [UInt8] {
    let shared = Person("shared")
    let archiver = Archiver()
    try archiver.encode(Person("one", [shared]), root: "personOne")
    try archiver.encode(Person("two", [shared, Person("own")]), root: "personTwo")
    try archiver.encode([1, 2, 3], root: "numbers")
    try archiver.encode(shared, root: "shared")
    return try verified(archiver.finish())
  }

  @Test func `what is read with one unarchiver shares its objects`() throws {
    let unarchiver = try Unarchiver(archive())
    let one = try unarchiver.decode(Person.self, root: "personOne")
    let two = try unarchiver.decode(Person.self, root: "personTwo")
    let shared = try unarchiver.decode(Person.self, root: "shared")
    #expect(one.friends[0] === two.friends[0])
    #expect(one.friends[0] === shared)
    #expect(try unarchiver.decode(Person.self, root: "personOne") === one)
    let other = try Unarchiver(archive()).decode(Person.self, root: "personOne")
    #expect(other !== one)
  }

  @Test func `an open archive gives one root or one object`() throws {
    let archive = try ArchiveReader(opening: archive())
    let unarchiver = try Unarchiver(archive)
    #expect(unarchiver.rootNames == ["personOne", "personTwo", "numbers", "shared"])
    let one = try unarchiver.decode(Person.self, root: "personOne")
    #expect(one.friends[0].name == "shared")
    for number in 1...archive.objectCount {
      let person = try unarchiver.decode(Person.self, object: number)
      #expect(["one", "two", "shared", "own"].contains(person.name))
      #expect(try unarchiver.decode(Person.self, object: number) === person)
    }
    #expect(try unarchiver.decode(Person.self, root: "shared") === one.friends[0])
  }

  @Test func `only what is asked for is made`() throws {
    let archiver = Archiver()
    try archiver.encode([DynamicClasses.Animal(name: "a")], root: "animals")
    try archiver.encode((0..<50).map { DynamicClasses.Stone(weight: $0) }, root: "stones")
    let archive = try ArchiveReader(opening: verified(archiver.finish()))
    let counter = Counter()
    let unarchiver = try Unarchiver(archive, decoder: DynamicClasses.decoder(counter))
    #expect(try unarchiver.decode([DynamicClasses.Animal].self, root: "animals").count == 1)
    #expect(counter.count == 1)
    #expect(try unarchiver.decode(DynamicClasses.Stone.self, object: 12).weight == 10)
    #expect(counter.count == 2)
  }

  @Test func `a damaged block costs only who needs it`() throws {
    let archiver = Archiver()
    try archiver.encode(Tag("first"), root: "first")
    try archiver.encode((0..<20_000).map { Tag("tag number \($0)") }, root: "tags")
    try archiver.encode([1], root: "last")
    var bytes = try verified(archiver.finish())
    let middle = bytes.count / 2
    bytes[middle] ^= 0xFF
    #expect(failure { try Unarchiver(bytes) }?.kind == .dataCorrupted)
    let unarchiver = try Unarchiver(ArchiveReader(opening: bytes))
    #expect(try unarchiver.decode(Tag.self, root: "first").name == "first")
    #expect(try unarchiver.decode([Int].self, root: "last") == [1])
    #expect(failure { try unarchiver.decode([Tag].self, root: "tags") }?.kind == .dataCorrupted)
    #expect(try unarchiver.decode(Tag.self, object: 1).name == "first")
  }

  @Test func `a root or an object that is not there is an error`() throws {
    let unarchiver = try Unarchiver(archive())
    #expect(reason { try unarchiver.decode(Person.self, root: "none") } == .noRoot("none"))
    #expect(reason { try unarchiver.decode(Person.self, object: 5) } == .noObject(5))
    #expect(reason { try unarchiver.decode(Person.self, object: 0) } == .noObject(0))
    #expect(reason { try unarchiver.decode(Person.self, object: -1) } == .noObject(-1))
    #expect(reason { try unarchiver.decode(Person.self) } == .noRoot("root"))
    #expect(try unarchiver.decode([Int].self, root: "numbers") == [1, 2, 3])
  }

  @Test func `the only root is read whatever its name`() throws {
    let archiver = Archiver()
    try archiver.encode("text", root: "other")
    let bytes = try verified(archiver.finish())
    #expect(try SteleDecoder().decode(String.self, from: bytes) == "text")
  }

  @Test func `an archiver that is finished is of no further use`() throws {
    let archiver = Archiver()
    try archiver.encode(1, root: "a")
    _ = try verified(archiver.finish())
    #expect(failure { try archiver.encode(2, root: "b") }?.reason == .coderIsFinished)
    #expect(failure { try archiver.finish() }?.reason == .coderIsFinished)
  }

  @Test func `an archive without roots is valid`() throws {
    let bytes = try verified(Archiver().finish())
    #expect(try Unarchiver(bytes).rootNames == [])
    #expect(reason { try SteleDecoder().decode(Int.self, from: bytes) } == .noRoot("root"))
  }

  @Test func `a failed read leaves the others as they are`() throws {
    let unarchiver = try Unarchiver(archive())
    #expect(failure { try unarchiver.decode(Tag.self, root: "personOne") } != nil)
    #expect(failure { try unarchiver.decode(String.self, root: "numbers") } != nil)
    let one = try unarchiver.decode(Person.self, root: "personOne")
    let two = try unarchiver.decode(Person.self, root: "personTwo")
    #expect(one.friends[0] === two.friends[0])
  }
}
