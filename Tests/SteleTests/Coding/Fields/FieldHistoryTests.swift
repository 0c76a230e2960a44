import Stele
import TestSupport
import Testing

struct FieldHistoryTests {
  /// Version 2, which makes a key of two of version 1.
  struct Strict: FieldCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Strict", version: 2, keys: [.key("size", since: 2)]) { old in
        guard let width = try old.decode("width", as: Int.self) else { return }
        old.set(width * (try old.decode("height", as: Int.self) ?? 0), for: "size")
      }
    }
    let size: Int

    init(from fields: inout FieldDecoder) throws { size = try fields.decode("size") }

    func encode(to fields: inout FieldEncoder) throws { try fields.encode(size, "size") }
  }

  @Test func `a migration hook sees the old values`() throws {
    let old = try archive(
      [.struct("Strict", keys: [ArchiveKey("width", .int64), ArchiveKey("height", .int64)])],
      root: .list(.struct("Strict")),
      .list([
        .struct(1, values: .integer(2), .integer(3)),
        .struct(1, values: .integer(4), .integer(5)),
      ]))
    let values = try SteleDecoder().decode([Strict].self, from: verified(old))
    #expect(values.map(\.size) == [6, 20])
    #expect(try convert(values, to: [Strict].self).map(\.size) == [6, 20])
  }

  @Test func `a missing key names the version that introduced it`() throws {
    let old = try archive(.struct("Strict", keys: []), values: [])
    let failure = failure { try SteleDecoder().decode(Strict.self, from: verified(old)) }
    #expect(failure?.kind == .keyNotFound)
    expectText("the key since 2", of: failure)
  }

  class Animal: TwoPhaseCodable, SimplyNamed {
    var name = ""

    required init() {}

    func encode(to fields: inout FieldEncoder) throws { try fields.encode(name, "name") }

    func decode(from fields: inout FieldDecoder) throws { name = try fields.decode("name") }
  }

  /// A class that got a superclass between it and ``Animal``, of which older archives know nothing.
  class Pet: Animal {
    var owner: String? = "somebody"

    override func encode(to fields: inout FieldEncoder) throws {
      try super.encode(to: &fields)
      try fields.level(Pet.self)
      try fields.encode(owner, "owner")
    }

    override func decode(from fields: inout FieldDecoder) throws {
      try super.decode(from: &fields)
      try fields.level(Pet.self)
      owner = try fields.decode("owner")
    }
  }

  final class Cat: Pet {
    var lives = 0

    override func encode(to fields: inout FieldEncoder) throws {
      try super.encode(to: &fields)
      try fields.level(Cat.self)
      try fields.encode(lives, "lives")
    }

    override func decode(from fields: inout FieldDecoder) throws {
      try super.decode(from: &fields)
      try fields.level(Cat.self)
      lives = try fields.decode("lives")
    }
  }

  @Test func `a level that the archive does not have has no keys`() throws {
    let old = try archive(
      .class("Animal", keys: [ArchiveKey("name", .string)]),
      .class("Cat", superclass: 1, keys: [ArchiveKey("lives", .int64)]),
      values: [.string("Tom"), .integer(9)])
    let cat = try SteleDecoder().decode(Cat.self, from: verified(old))
    #expect(cat.name == "Tom")
    #expect(cat.owner == nil)
    #expect(cat.lives == 9)
    cat.owner = "Ann"
    let copy = try convert(cat, to: Cat.self)
    #expect((copy.owner, copy.lives) == ("Ann", 9))
  }
}
