import Stele
import TestSupport
import Testing

/// Classes of one hierarchy whose coding keys are not nested in them, so that these do not tell to which class they belong.
enum FileScope {
  class Base: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass {
      ArchiveClass(
        "Base", version: 2, keys: [.key("p").converting(from: Int.self, before: 2) { $0 * 100 }])
    }
    var p = 0
    init() {}
    required init(from decoder: any Decoder) throws {
      p = try decoder.container(keyedBy: AnyKey.self).decode(Int.self, forKey: "p")
    }
    func encode(to encoder: any Encoder) throws {
      var keys = encoder.container(keyedBy: AnyKey.self)
      try keys.encode(p, forKey: "p")
    }
  }

  /// Hands a coder of its own to its superclass, which tells the level.
  final class Sub: Base {
    override class var archiveClass: ArchiveClass { ArchiveClass("Sub", version: 2) }
    var q: String?
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: CodingKeys.self)
      q = try keys.decodeIfPresent(String.self, forKey: .q)
      try super.init(from: keys.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var keys = encoder.container(keyedBy: CodingKeys.self)
      try super.encode(to: keys.superEncoder())
      try keys.encodeIfPresent(q, forKey: .q)
    }
    private enum CodingKeys: CodingKey { case q }
  }

  /// The keys have moved into the classes.
  enum Nested {
    class Base: Codable, ArchiveDeclaring {
      class var archiveClass: ArchiveClass {
        ArchiveClass(
          "Base", version: 2,
          keys: [.key("p", movedFrom: "Sub").converting(from: Int.self, before: 2) { $0 * 100 }])
      }
      var p: Int
    }
    final class Sub: Base {
      override class var archiveClass: ArchiveClass {
        ArchiveClass("Sub", version: 2, keys: [.key("name", aliases: ["q"])])
      }
      var name: String?
      private enum CodingKeys: CodingKey { case name }
      required init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: CodingKeys.self)
          .decodeIfPresent(String.self, forKey: .name)
        try super.init(from: decoder)
      }
    }
  }
}

@Suite struct `Coding keys at file scope` {
  typealias Types = FileScope

  private static let p = ArchiveKey("p", .int64)

  /// The archive of an object of version 1.
  private func base() throws -> [UInt8] {
    try archive(.class("Base", keys: [Self.p]), values: [.integer(3)])
  }

  @Test func `an object of the superclass itself has its history`() throws {
    #expect(try SteleDecoder().decode(Types.Base.self, from: base()).p == 300)
  }

  @Test func `a coder for the superclass tells the level`() throws {
    let object = Types.Sub()
    (object.p, object.q) = (7, "r")
    let copy = try roundTrip(object)
    #expect((copy.p, copy.q) == (7, "r"))
  }

  @Test func `keys that move into their classes are found where they were`() throws {
    // The keys of all levels stand at the lowest one.
    let bytes = try archive(
      .class("Base"), .class("Sub", superclass: 1, keys: [Self.p, ArchiveKey("q", .string)]),
      values: [.integer(3), .string("q")])
    let sub = try SteleDecoder().decode(Types.Nested.Sub.self, from: bytes)
    #expect((sub.p, sub.name) == (300, "q"))
    #expect(try SteleDecoder().decode(Types.Nested.Base.self, from: base()).p == 300)
  }
}
