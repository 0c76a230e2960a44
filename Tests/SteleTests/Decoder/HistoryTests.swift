import Stele
import TestSupport
import Testing

struct HistoryTests {
  struct Person: Codable, ArchiveDeclaring, Equatable {
    var name: String
    var email: String
    var age: Int?

    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Person", version: 3,
        keys: [
          .key("name", aliases: ["fullName"]),
          .key("email", since: 2, default: "none"),
          .key("age").converting(from: String.self) { Int($0) },
          .retired("fax", .string),
        ])
    }
  }

  private func person(_ keys: [ArchiveKey], _ values: [ArchiveValue?], version: Int = 1) throws
    -> Person
  {
    let bytes = try archive(.struct("Person", version: version, keys: keys), values: values)
    return try SteleDecoder().decode(Person.self, from: bytes)
  }

  @Test func `a key is found by its alias, and a missing one takes its default`() throws {
    let person = try person(
      [ArchiveKey("fullName", .string), ArchiveKey("fax", .string)], [.string("Ann"), .string("1")])
    #expect(person == Person(name: "Ann", email: "none", age: nil))
  }

  @Test func `an absent key is missing`() throws {
    let person = try person(
      [
        ArchiveKey("name", .string), ArchiveKey("email", .string, presence: .optional),
        ArchiveKey("age", .int8, presence: .optional),
      ], [.string("Ann"), nil, nil])
    #expect(person == Person(name: "Ann", email: "none", age: nil))
  }

  @Test func `a value of another type goes through the conversion`() throws {
    let keys = [ArchiveKey("name", .string), ArchiveKey("age", .string)]
    #expect(try person(keys, [.string("Ann"), .string("42")]).age == 42)
  }

  @Test func `integers are widened and narrowed when they fit`() throws {
    let keys = [ArchiveKey("name", .string), ArchiveKey("age", .uint128)]
    #expect(try person(keys, [.string("Ann"), .unsigned(42)]).age == 42)
    let failure = failure { try person(keys, [.string("Ann"), .unsigned(.max)]) }
    #expect((failure?.reason, failure?.underlying?.keyPath) == (.valueDoesNotFit, "age"))
  }

  @Test func `a key without default that the archive does not have is named`() throws {
    let failure = failure { try person([ArchiveKey("fax", .string)], [.string("1")]) }
    #expect(failure == CodingFailure(.keyNotFound, "name", .missingKey("name")))
    #expect(failure?.underlying?.className == "Person")
  }

  final class Length: Codable, ArchiveDeclaring {
    var metres: Double
    var note: String?

    static var archiveClass: ArchiveClass {
      ArchiveClass("Length", version: 2, aliases: ["Distance"]) { old in
        guard let feet = try old.decode("feet", as: Double.self) else { return }
        old.set(feet * 0.5, for: "metres")
        old.set("from \(old.keys) of version \(old.version)", for: "note")
      }
    }
  }

  @Test func `a hook makes the current values from those of an older version`() throws {
    let bytes = try archive(
      .class("Distance", keys: [ArchiveKey("feet", .float32)]), values: [.float32(8)])
    let length = try SteleDecoder().decode(Length.self, from: bytes)
    #expect((length.metres, length.note) == (4, "from [\"feet\"] of version 1"))
  }

  @Test func `a hook does not run for the current version`() throws {
    let bytes = try archive(
      .class(
        "Length", version: 2,
        keys: [ArchiveKey("feet", .float32), ArchiveKey("metres", .float64)]),
      values: [.float32(8), .float64(1)])
    #expect(try SteleDecoder().decode(Length.self, from: bytes).metres == 1)
  }

  enum Shape: Codable, ArchiveDeclaring, Equatable {
    case circle(radius: Double)
    case square(side: Double)
    case unknown

    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Shape", version: 2, keys: [.key("square", aliases: ["box"])], unknownCase: "unknown")
    }
  }

  enum StrictShape: Codable { case circle(radius: Double) }

  private func shape<T: Decodable>(_ type: T.Type, _ index: Int) throws -> T {
    let cases = ["circle", "box", "star"].map {
      ArchiveCase($0, keys: [ArchiveKey($0 == "circle" ? "radius" : "side", .float64)])
    }
    let bytes = try archive(
      [.enum("Shape", cases: cases)], root: .enum("Shape"),
      .enum(ArchiveEnumValue(entry: 1, caseIndex: index, values: [.float64(2)])))
    return try SteleDecoder().decode(type, from: bytes)
  }

  @Test func `a case is found by name and alias, and an unknown one has its stand-in`() throws {
    #expect(try shape(Shape.self, 0) == .circle(radius: 2))
    #expect(try shape(Shape.self, 1) == .square(side: 2))
    #expect(try shape(Shape.self, 2) == .unknown)
  }

  @Test func `an unknown case without stand-in is named`() throws {
    #expect(reason { try shape(StrictShape.self, 2) } == .unknownCase("star"))
  }

  class Base: Codable, ArchiveDeclaring {
    var id: Int
    class var archiveClass: ArchiveClass {
      ArchiveClass("Base", keys: [.key("id", default: 7)])
    }
  }

  final class Derived: Base {
    var id2: Int
    override class var archiveClass: ArchiveClass { ArchiveClass("Derived") }
    enum CodingKeys: String, CodingKey { case id2 = "id" }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id2 = try container.decode(Int.self, forKey: .id2)
      try super.init(from: container.superDecoder())
    }
  }

  @Test func `a superclass that the archive does not have takes its defaults`() throws {
    let keys = [ArchiveKey("id", .int64)]
    let without = try archive(.class("Derived", keys: keys), values: [.integer(1)])
    let alone = try SteleDecoder().decode(Derived.self, from: without)
    #expect((alone.id, alone.id2) == (7, 1))

    let with = try archive(
      .class("Base", keys: keys), .class("Derived", superclass: 1, keys: keys),
      values: [.integer(2), .integer(3)])
    let both = try SteleDecoder().decode(Derived.self, from: with)
    #expect((both.id, both.id2) == (2, 3))
  }

  @Test func `keys that did not fit into the entry are found in the map of the others`() throws {
    let bytes = try archive(
      .struct(
        "Person",
        keys: [
          ArchiveKey("name", .string),
          ArchiveKey("*", .map(key: .string, value: .any), presence: .optional),
        ]),
      values: [
        .string("Ann"),
        .map([
          ArchiveMapPair(key: .string("other"), value: .any(.bool, .bool(true))),
          ArchiveMapPair(key: .string("age"), value: .any(.int16, .integer(5))),
        ]),
      ])
    let person = try SteleDecoder().decode(Person.self, from: bytes)
    #expect(person == Person(name: "Ann", email: "none", age: 5))
  }
}
