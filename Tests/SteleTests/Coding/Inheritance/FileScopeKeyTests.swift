import Stele
import TestSupport
import Testing

/// Classes of one hierarchy whose coding keys are not nested in them, so that these do not tell to which class they belong.
enum FileScope {
  enum Keys: CodingKey { case p, q }

  enum Old {
    class Base: Codable, ArchiveDeclaring {
      class var archiveClass: ArchiveClass { ArchiveClass("Base") }
      var p = 3
      init() {}
      required init(from decoder: any Decoder) throws {
        p = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .p)
      }
      func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: Keys.self)
        try keys.encode(p, forKey: .p)
      }
    }
    final class Sub: Base {
      override class var archiveClass: ArchiveClass { ArchiveClass("Sub") }
      var q: String? = "q"
      override init() { super.init() }
      required init(from decoder: any Decoder) throws {
        q = try decoder.container(keyedBy: Keys.self).decodeIfPresent(String.self, forKey: .q)
        try super.init(from: decoder)
      }
      override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var keys = encoder.container(keyedBy: Keys.self)
        try keys.encodeIfPresent(q, forKey: .q)
      }
    }
  }
  enum Dynamic {
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
    final class Sub: Base {
      override class var archiveClass: ArchiveClass {
        ArchiveClass("Sub", version: 2, keys: [.key("name", aliases: ["q"])])
      }
      var name: String?
      override init() { super.init() }
      required init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: AnyKey.self)
          .decodeIfPresent(String.self, forKey: "name")
        try super.init(from: decoder)
      }
      override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var keys = encoder.container(keyedBy: AnyKey.self)
        try keys.encodeIfPresent(name, forKey: "name")
      }
    }
  }

  /// Each class hands a coder of its own to its superclass, which tells the level.
  enum Handed {
    final class Sub: Dynamic.Base {
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

  @Test func `a history of a superclass that keys do not reach is an error at first use`() throws {
    let bytes = try SteleEncoder().encode(Types.Old.Sub())
    let dynamic = SteleCodingError.Reason.unknownLevel(ofKeys: "AnyKey")
    #expect(failure(encoding: Types.Dynamic.Sub())?.reason == dynamic)
    let decoding = failure(decoding: Types.Dynamic.Sub.self, from: bytes)
    #expect(decoding?.reason == dynamic)
    expectText("Nest the coding keys of each class in the class", of: decoding)
  }

  @Test func `an object of the superclass itself has its history`() throws {
    let bytes = try SteleEncoder().encode(Types.Old.Base())
    #expect(try SteleDecoder().decode(Types.Dynamic.Base.self, from: bytes).p == 300)
  }

  @Test func `a coder for the superclass tells the level`() throws {
    let object = Types.Handed.Sub()
    (object.p, object.q) = (7, "r")
    let copy = try roundTrip(object)
    #expect((copy.p, copy.q) == (7, "r"))
  }

  @Test func `keys that move into their classes are found where they were`() throws {
    let sub = try convert(Types.Old.Sub(), to: Types.Nested.Sub.self)
    #expect((sub.p, sub.name) == (300, "q"))
    #expect(try convert(Types.Old.Base(), to: Types.Nested.Base.self).p == 300)
  }
}
