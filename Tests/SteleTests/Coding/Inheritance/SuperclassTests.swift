import Foundation
import Stele
import TestSupport
import Testing

/// Keys that no class declares.
private enum FileKeys: String, CodingKey { case name, age, base, `super` }

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
