import Stele
import TestSupport
import Testing

/// Subclasses of `Codable` classes that do not call their superclass.
enum ForgottenSuperclasses {
  class Base: Codable {
    var name = "n"
  }
  /// Writes and reads `more`, and calls what a test asks for.
  class Forgetful: Base {
    private enum CodingKeys: CodingKey { case more }
    class var encodesSuper: Bool { false }
    var more = 1
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      more = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .more)
      super.init()
    }
    override func encode(to encoder: any Encoder) throws {
      if Self.encodesSuper { try super.encode(to: encoder) }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(more, forKey: .more)
    }
  }
  final class HalfForgetful: Forgetful {
    override class var encodesSuper: Bool { true }
  }
  final class Replacing: Forgetful, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Replacing", allowsLostProperties: true)
    }
  }
  final class HalfReplacing: Forgetful, ArchiveDeclaring {
    override class var encodesSuper: Bool { true }
    static var archiveClass: ArchiveClass {
      ArchiveClass("HalfReplacing", allowsLostProperties: true)
    }
  }

  /// Writes the property of its superclass itself.
  final class Flat: Base {
    private enum CodingKeys: CodingKey { case name, more }
    var more = 1
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      more = try container.decode(Int.self, forKey: .more)
      super.init()
      name = try container.decode(String.self, forKey: .name)
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(more, forKey: .more)
    }
  }

  class Empty: Codable {
    var twice: Int { 2 }
  }
  final class BelowEmpty: Empty {
    private enum CodingKeys: CodingKey { case more }
    var more = 1
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      more = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .more)
      super.init()
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(more, forKey: .more)
    }
  }

  class ByHand: FieldCodable {
    var name = "n"
    init() {}
    required init(from fields: inout FieldDecoder) throws {
      try fields.level(ByHand.self)
      name = try fields.decode("name")
    }
    func encode(to fields: inout FieldEncoder) throws {
      try fields.level(ByHand.self)
      try fields.encode(name, "name")
    }
  }
  final class ForgetfulByHand: ByHand {
    var more = 1
    override init() { super.init() }
    required init(from fields: inout FieldDecoder) throws {
      try fields.level(ForgetfulByHand.self)
      more = try fields.decode("more")
      super.init()
    }
    override func encode(to fields: inout FieldEncoder) throws {
      try super.encode(to: &fields)
      try fields.level(ForgetfulByHand.self)
      try fields.encode(more, "more")
    }
  }
}

@Suite struct `Superclasses that are not called` {
  typealias Base = ForgottenSuperclasses.Base
  typealias Forgetful = ForgottenSuperclasses.Forgetful
  typealias HalfForgetful = ForgottenSuperclasses.HalfForgetful

  @Test func `a subclass that forgets to call super when it is encoded is refused`() {
    let failure = failure(encoding: [Base(), Forgetful()])
    #expect(failure?.kind == .invalidValue)
    #expect(failure?.reason == .lostProperties(["Base.name"]))
    expectText(
      "the class has written nothing of Base. Call super.encode(to:), "
        + "or let Forgetful be ArchiveDeclaring, with allowsLostProperties: true.", of: failure)
  }

  @Test func `a subclass that forgets to call super when it is decoded is refused`() throws {
    let failure = try failure(converting: HalfForgetful(), to: HalfForgetful.self)
    #expect(failure?.kind == .dataCorrupted)
    #expect(failure?.reason == .lostProperties(["Base.name"]))
    expectText(
      "the class has read nothing of Base. Call super.init(from:), "
        + "or let HalfForgetful be ArchiveDeclaring, with allowsLostProperties: true.", of: failure)
  }

  @Test func `a subclass that reads by hand and forgets to call super is refused`() throws {
    typealias ByHand = ForgottenSuperclasses.ForgetfulByHand
    let failure = try failure(converting: ByHand(), to: ByHand.self)
    #expect(failure?.reason == .lostProperties(["ByHand.name"]))
  }

  @Test func `a subclass that replaces its superclass declares it`() throws {
    let one = ForgottenSuperclasses.Replacing()
    one.more = 5
    #expect(try roundTrip(one).more == 5)
    let other = ForgottenSuperclasses.HalfReplacing()
    other.more = 6
    #expect(try roundTrip(other).more == 6)
  }

  @Test func `a subclass that writes the superclass's properties loses nothing`() throws {
    let flat = ForgottenSuperclasses.Flat()
    (flat.name, flat.more) = ("flat", 5)
    let copy = try roundTrip(flat)
    #expect((copy.name, copy.more) == ("flat", 5))
  }

  @Test func `a superclass that has nothing to write need not be called`() throws {
    let object = ForgottenSuperclasses.BelowEmpty()
    object.more = 5
    #expect(try roundTrip(object).more == 5)
  }
}
