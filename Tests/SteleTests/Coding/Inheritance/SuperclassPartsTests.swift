import Foundation
import Stele
import TestSupport
import Testing

private enum PartKeys: String, CodingKey { case name, owner, base, part }

/// Values other than the superclass to which a class passes a super encoder.
@Suite struct `Super encoders of objects` {
  final class Owner: Codable {
    var name: String
    var things: [Thing] = []
    init(name: String) { self.name = name }
  }

  /// Codes its parts with the coders of the container.
  class Thing: Codable {
    var owner = BackReference<Owner>()
    init() {}
    required init(from decoder: any Decoder) throws {
      owner = try BackReference(
        from: decoder.container(keyedBy: PartKeys.self).superDecoder(forKey: .owner))
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: PartKeys.self)
      try owner.encode(to: container.superEncoder(forKey: .owner))
    }
  }

  final class Tool: Thing {
    var second = BackReference<Owner>()
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: PartKeys.self)
      second = try BackReference(from: container.superDecoder(forKey: .owner))
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: PartKeys.self)
      try second.encode(to: container.superEncoder(forKey: .owner))
      try super.encode(to: container.superEncoder())
    }
  }

  /// Is nothing but a reference, and stands in the place of its superclass.
  class Pointer: Codable {
    var target = BackReference<Owner>()
    init() {}
    required init(from decoder: any Decoder) throws { target = try BackReference(from: decoder) }
    func encode(to encoder: any Encoder) throws { try target.encode(to: encoder) }
  }

  final class NamedPointer: Pointer {
    var name = ""
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: PartKeys.self)
      name = try container.decode(String.self, forKey: .name)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: PartKeys.self)
      try container.encode(name, forKey: .name)
      try super.encode(to: container.superEncoder())
    }
  }

  @Test func `a back reference goes through the coders of a container`() throws {
    let owner = Owner(name: "o")
    let (thing, tool) = (Thing(), Tool())
    owner.things = [thing, tool]
    thing.owner.wrappedValue = owner
    tool.owner.wrappedValue = owner
    tool.second.wrappedValue = owner
    let decoder = SteleDecoder(allowing: [Tool.self])
    let copy = try RoundTrip(decoder: decoder)(owner)
    #expect(copy.things.allSatisfy { $0.owner.wrappedValue === copy })
    #expect((copy.things[1] as? Tool)?.second.wrappedValue === copy)
  }

  @Test func `a back reference goes through the coders of a superclass`() throws {
    struct Root: Codable {
      var owner = Owner(name: "o")
      var pointer = NamedPointer()
    }
    let root = Root()
    root.pointer.name = "p"
    root.pointer.target.wrappedValue = root.owner
    let copy = try roundTrip(root)
    #expect(copy.pointer.name == "p")
    #expect(copy.pointer.target.wrappedValue === copy.owner)
  }

  struct Inner: FieldCodable, Equatable {
    var number = 1
    init(number: Int) { self.number = number }
    init(from fields: inout FieldDecoder) throws { number = try fields.decode("number") }
    func encode(to fields: inout FieldEncoder) throws { try fields.encode(number, "number") }
  }

  class Plain: Codable {
    var inner = Inner(number: 1)
    init() {}
    required init(from decoder: any Decoder) throws { inner = try Inner(from: decoder) }
    func encode(to encoder: any Encoder) throws { try inner.encode(to: encoder) }
  }

  class WithInner: Plain {
    var other = Inner(number: 2)
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: PartKeys.self)
      other = try Inner(from: container.superDecoder(forKey: .part))
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: PartKeys.self)
      try other.encode(to: container.superEncoder(forKey: .part))
      try super.encode(to: container.superEncoder())
    }
  }

  @Test func `a value by hand goes through the coders of a superclass`() throws {
    let object = WithInner()
    object.inner.number = 5
    object.other.number = 6
    let copy = try roundTrip(object)
    #expect((copy.inner, copy.other) == (Inner(number: 5), Inner(number: 6)))
  }

  class SharedTop: Codable {
    var name = "top"
    init() {}
    required init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: PartKeys.self).decode(String.self, forKey: .name)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: PartKeys.self)
      try container.encode(name, forKey: .name)
    }
  }

  class SharedMiddle: SharedTop {
    var nickname = "middle"
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: PartKeys.self)
      nickname = try container.decode(String.self, forKey: .name)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: PartKeys.self)
      try container.encode(nickname, forKey: .name)
      try super.encode(to: container.superEncoder())
    }
  }

  /// Writes its keys by hand below classes that do not.
  final class HandBelow: SharedMiddle, FieldCodable {
    var text = "bottom"
    override init() { super.init() }
    required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
    required init(from fields: inout FieldDecoder) throws {
      try fields.level(HandBelow.self)
      text = try fields.decode("text")
      try super.init(from: fields.decoder)
    }
    func encode(to fields: inout FieldEncoder) throws {
      try super.encode(to: fields.encoder)
      try fields.level(HandBelow.self)
      try fields.encode(text, "text")
    }
  }

  @Test func `a class may write its keys by hand below classes with super encoders`() throws {
    let object = HandBelow()
    (object.name, object.nickname, object.text) = ("1", "2", "3")
    let copy = try roundTrip([object, HandBelow()])
    #expect((copy[0].name, copy[0].nickname, copy[0].text) == ("1", "2", "3"))
    #expect((copy[1].name, copy[1].nickname, copy[1].text) == ("top", "middle", "bottom"))
  }

  /// Keeps the decoder of its superclass until later.
  class Kept: Codable {
    var numbers: [Int] = []
    init() {}
    required init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd { numbers.append(try container.decode(Int.self)) }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for number in numbers { try container.encode(number) }
    }
  }

  final class Keeper: Kept {
    var name = ""
    private(set) var decoder: (any Decoder)?
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: PartKeys.self)
      self.decoder = try container.superDecoder()
      name = try container.decode(String.self, forKey: .name)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: PartKeys.self)
      try container.encode(name, forKey: .name)
      try super.encode(to: container.superEncoder())
    }
  }

  @Test func `a super decoder may be kept`() throws {
    let keepers = (1...3).map { index in
      let keeper = Keeper()
      keeper.name = "\(index)"
      keeper.numbers = Array(0..<index)
      return keeper
    }
    let copy = try roundTrip(keepers)
    #expect(copy.map(\.name) == ["1", "2", "3"])
    #expect(copy.map(\.numbers) == [[0], [0, 1], [0, 1, 2]])
    for keeper in copy {
      let decoder = try #require(keeper.decoder)
      #expect(try decoder.unkeyedContainer().count == keeper.numbers.count)
    }
  }
}
