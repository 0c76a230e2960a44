import Stele
import TestSupport
import Testing

@Suite struct `Properties that coding by hand forgets` {
  class Base: TwoPhaseCodable {
    var name = "n"
    required init() {}
    func encode(to fields: inout FieldEncoder) throws { try fields.encode(name, "name") }
    func decode(from fields: inout FieldDecoder) throws { name = try fields.decode("name") }
  }
  final class Forgetful: Base {
    var age = 1
    override func encode(to fields: inout FieldEncoder) throws {
      try fields.level(Forgetful.self)
      try fields.encode(age, "age")
    }
  }
  final class HalfForgetful: Base {
    var age = 1
    override func encode(to fields: inout FieldEncoder) throws {
      try super.encode(to: &fields)
      try fields.level(HalfForgetful.self)
      try fields.encode(age, "age")
    }
    override func decode(from fields: inout FieldDecoder) throws {
      try fields.level(HalfForgetful.self)
      age = try fields.decode("age")
    }
  }
  class Idle: TwoPhaseCodable {
    @TransientValue var cache = 1
    let action: () -> Void = {}
    required init() {}
    func encode(to fields: inout FieldEncoder) throws {}
    func decode(from fields: inout FieldDecoder) throws {}
  }
  final class Busy: Idle {
    var age = 1
    override func encode(to fields: inout FieldEncoder) throws {
      try fields.level(Busy.self)
      try fields.encode(age, "age")
    }
    override func decode(from fields: inout FieldDecoder) throws {
      try fields.level(Busy.self)
      age = try fields.decode("age")
    }
  }
  @Test func `a subclass in two phases that encodes without super is refused`() throws {
    let failure = failure(encoding: [Base(), Forgetful()])
    #expect(failure?.kind == .invalidValue)
    #expect(failure?.reason == .lostProperties(["Base.name"]))
    expectText("the class has written nothing of Base. Call super.encode(to:) first", of: failure)
  }

  @Test func `a subclass in two phases that decodes without super is refused`() throws {
    let failure = try failure(converting: HalfForgetful(), to: HalfForgetful.self)
    #expect(failure?.kind == .dataCorrupted)
    #expect(failure?.reason == .lostProperties(["Base.name"]))
    expectText("the class has read nothing of Base. Call super.decode(from:) first", of: failure)
  }

  @Test func `a subclass whose superclass archives nothing need not call it`() throws {
    let busy = Busy()
    busy.age = 9
    #expect(try roundTrip(busy).age == 9)
  }

  struct Incomplete: PackedStruct, SimplyNamed {
    var x: Float = 0
    var y: Float = 0
    static let packedKeys = [PackedKey<Incomplete>("x", \.x)]
  }
  struct Whole: PackedStruct, SimplyNamed {
    var x: Float = 0
    static let packedKeys = [PackedKey<Whole>("x", \.x)]
  }
  struct Nested: PackedStruct {
    var whole = Whole()
    static let packedKeys = [PackedKey<Nested>("x", \.whole.x)]
  }

  @Test func `a packed struct that does not list all properties is refused both ways`() throws {
    let error = SteleCodingError(
      .invalidDeclaration(.propertyNotListed("y")), className: "Incomplete")
    #expect(failure(encoding: Incomplete())?.underlying == error)
    #expect(failure(encoding: [Incomplete()])?.underlying == error)
    #expect(try failure(converting: Whole(), to: Incomplete.self)?.underlying == error)
    #expect(try failure(converting: [Whole()], to: [Incomplete].self)?.underlying == error)
  }

  @Test func `a packed struct may list a property by what is in it`() throws {
    #expect(try roundTrip(Nested()).whole.x == 0)
  }
}
