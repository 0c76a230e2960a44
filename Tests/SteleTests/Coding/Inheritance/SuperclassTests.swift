import Foundation
import Stele
import TestSupport
import Testing

/// Keys that no class declares.
private enum FileKeys: String, CodingKey { case name, age, base, `super` }

/// Keys of one class, which is not the one that they are declared in.
private enum MiddleKeys: String, CodingKey { case years = "y" }

private enum BottomKeys: String, CodingKey { case label = "l" }

@Suite struct `Superclasses of their own kind` {
  class Base: Codable {
    var name: String
    init(name: String) { self.name = name }
    required init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: FileKeys.self).decode(String.self, forKey: .name)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: FileKeys.self)
      try container.encode(name, forKey: .name)
    }
  }

  /// Has a key of the name that the superclass has, of the same type of keys.
  final class Same: Base {
    var nickname: String
    init(name: String, nickname: String) {
      self.nickname = nickname
      super.init(name: name)
    }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: FileKeys.self)
      nickname = try container.decode(String.self, forKey: .name)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: FileKeys.self)
      try container.encode(nickname, forKey: .name)
      try super.encode(to: container.superEncoder())
    }
  }

  /// Has another key, of the same type of keys.
  final class Other: Base {
    var age: Int
    init(name: String, age: Int) {
      self.age = age
      super.init(name: name)
    }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: FileKeys.self)
      age = try container.decode(Int.self, forKey: .age)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: FileKeys.self)
      try container.encode(age, forKey: .age)
      try super.encode(to: container.superEncoder())
    }
  }

  /// Reads what its superclass wrote without the initialiser of that.
  final class ByContainer: Base {
    override init(name: String) { super.init(name: name) }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: FileKeys.self)
      let base = try container.nestedContainer(keyedBy: FileKeys.self, forKey: .super)
      super.init(name: try base.decode(String.self, forKey: .name))
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: FileKeys.self)
      try container.encode("by container", forKey: .name)
      try super.encode(to: container.superEncoder())
    }
  }

  @Test func `a nested container reads what the super encoder wrote, too`() throws {
    let copy = try roundTrip([ByContainer(name: "a"), ByContainer(name: "b")])
    #expect(copy.map(\.name) == ["a", "b"])
  }

  @Test func `a super decoder reads what the super encoder wrote, also of keys of one name`() throws
  {
    let same = try roundTrip(
      [Same(name: "Alexander", nickname: "Sasha"), Same(name: "Maria", nickname: "Masha")])
    #expect(same.map(\.name) == ["Alexander", "Maria"])
    #expect(same.map(\.nickname) == ["Sasha", "Masha"])
  }

  @Test func `a super decoder reads what the super encoder wrote, also of other keys`() throws {
    let other = try roundTrip([Other(name: "a", age: 1), Other(name: "b", age: 2)])
    #expect((other.map(\.name), other.map(\.age)) == (["a", "b"], [1, 2]))
  }

  @Test func `superclass and subclasses may alternate`() throws {
    let decoder = SteleDecoder(allowing: [Same.self, Other.self])
    let people: [Base] = [
      Base(name: "0"), Same(name: "1", nickname: "one"), Base(name: "2"), Other(name: "3", age: 3),
      Same(name: "4", nickname: "four"), Other(name: "5", age: 5), Base(name: "6"),
    ]
    let copy = try RoundTrip(decoder: decoder)(people)
    #expect(copy.map(\.name) == (0...6).map { "\($0)" })
    #expect(copy.map { ($0 as? Same)?.nickname } == [nil, "one", nil, nil, "four", nil, nil])
    #expect(copy.map { ($0 as? Other)?.age } == [nil, nil, nil, 3, nil, 5, nil])
  }

  class Top: Codable { var name = "n" }

  class Middle: Top {
    private enum CodingKeys: CodingKey { case age }
    var age = 1
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      age = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .age)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(age, forKey: .age)
    }
  }

  final class UnderKey: Middle {
    private enum CodingKeys: CodingKey { case label, base }
    var label = "l"
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      label = try container.decode(String.self, forKey: .label)
      try super.init(from: container.superDecoder(forKey: .base))
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(label, forKey: .label)
      try super.encode(to: container.superEncoder(forKey: .base))
    }
  }

  final class InList: Middle {
    var label = "l"
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      label = try container.decode(String.self)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(label)
      try super.encode(to: container.superEncoder())
    }
  }

  @Test func `nothing is lost in a superclass under a key or in a list`() throws {
    let underKey = UnderKey()
    (underKey.name, underKey.age, underKey.label) = ("a", 2, "b")
    let keyed = try roundTrip(underKey)
    #expect((keyed.name, keyed.age, keyed.label) == ("a", 2, "b"))
    let inList = InList()
    (inList.name, inList.age, inList.label) = ("c", 3, "d")
    let listed = try roundTrip(inList)
    #expect((listed.name, listed.age, listed.label) == ("c", 3, "d"))
  }

  /// A class whose keys have other names than its properties, and are declared outside.
  class Renaming: Top {
    var age = 1
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      age = try decoder.container(keyedBy: MiddleKeys.self).decode(Int.self, forKey: .years)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: MiddleKeys.self)
      try container.encode(age, forKey: .years)
    }
  }

  final class RenamingToo: Renaming {
    var title = "t"
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      title = try decoder.container(keyedBy: BottomKeys.self).decode(String.self, forKey: .label)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: BottomKeys.self)
      try container.encode(title, forKey: .label)
    }
  }

  @Test func `nothing is lost in classes whose keys are declared outside and have other names`()
    throws
  {
    let object = RenamingToo()
    (object.name, object.age, object.title) = ("a", 2, "b")
    let copy = try roundTrip(object)
    #expect((copy.name, copy.age, copy.title) == ("a", 2, "b"))
  }

  /// Inherits its coding.
  class Forgetful: Top { var lost = 1 }

  final class BelowForgetful: Forgetful {
    private enum CodingKeys: CodingKey { case label, base }
    var label = "l"
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(label, forKey: .label)
      try super.encode(to: container.superEncoder(forKey: .base))
    }
  }

  final class ListBelowForgetful: Forgetful {
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try super.encode(to: container.superEncoder())
    }
  }

  @Test func `what a superclass loses under a key or in a list is reported`() throws {
    #expect(failure(encoding: BelowForgetful())?.reason == .lostProperties(["Forgetful.lost"]))
    #expect(failure(encoding: ListBelowForgetful())?.reason == .lostProperties(["Forgetful.lost"]))
  }

  /// A value in which a super encoder has nothing to do with the object.
  struct Parts: Codable {
    var number = 1
    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: FileKeys.self)
      number = try Int(from: container.superDecoder(forKey: .base))
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: FileKeys.self)
      try number.encode(to: container.superEncoder(forKey: .base))
    }
  }

  class Holding: Codable {
    var parts = Parts()
  }

  final class Losing: Holding { var lost = 1 }

  @Test func `a super encoder of a value says nothing of the object that holds it`() throws {
    #expect(failure(encoding: Losing())?.reason == .lostProperties(["Losing.lost"]))
  }
}
