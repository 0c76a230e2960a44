import Stele
import TestSupport
import Testing

/// The types of programs of version 1 that keep unknown content.
private enum Old {
  final class Person: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Person") }
    var name: String
    var unknownKeys = UnknownKeys()
  }

  final class Zoo: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Zoo") }
    var animals: [MaybeUnknown<ClassRetired.Animal>]
  }
}

/// Programs that do not know all of an archive of `evolution/`, and write it back with all of it.
///
/// Spec §10.5.
@Suite struct KeepingTests {
  private func archive(_ file: String) throws -> [UInt8] {
    try FixtureFolder.bytes("evolution/\(file).stele")
  }

  @Test func `keys of a later version are written back`() throws {
    let bytes = try archive("key-added/2")
    let person = try SteleDecoder().decode(Old.Person.self, from: bytes)
    #expect((person.name, person.unknownKeys.names) == ("Ben", ["email", "nick"]))
    let again = try verified(SteleEncoder().encode(person))
    #expect(try learnedNotation(again) == learnedNotation(bytes))
  }

  @Test func `keys of an earlier version are written back`() throws {
    let bytes = try archive("key-retired/1")
    let person = try SteleDecoder().decode(Old.Person.self, from: bytes)
    #expect(person.unknownKeys["fax"] == .string("55"))
    let again = try verified(SteleEncoder().encode(person))
    #expect(try learnedNotation(again) == learnedNotation(bytes))
  }

  @Test func `objects of a class that is no more are written back`() throws {
    let bytes = try archive("class-retired/1-dodo")
    var decoder = ClassRetired.decoder
    decoder.unknownClasses = .keep
    let zoo = try decoder.decode(Old.Zoo.self, from: bytes)
    guard case .unknown(let dodo)? = zoo.animals.first else {
      Issue.record("The first animal is not an unknown one.")
      return
    }
    #expect(dodo.classNames == ["Dodo", "Animal"])
    let again = try verified(SteleEncoder().encode(zoo))
    #expect(try learnedNotation(again) == learnedNotation(bytes))
  }
}
