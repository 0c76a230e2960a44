import Stele
import TestSupport
import Testing

/// Objects whose keys are known only when the program runs.
struct OpenKeysTests {
  /// A class whose only value is a dictionary.
  final class Bag: SingleValueCodable, SimplyNamed {
    let value: [String: Int]
    init(_ value: [String: Int]) { self.value = value }
  }

  /// The type as which another version of the program reads the keys of the class.
  final class OpenBag<Value: Codable & Equatable>: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Bag") }
    var items: [String: Value] = [:]
    init(_ items: [String: Value]) { self.items = items }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      for key in container.allKeys {
        items[key.stringValue] = try container.decode(Value.self, forKey: key)
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      for (key, value) in items.sorted(by: { $0.key < $1.key }) {
        try container.encode(value, forKey: AnyKey(key))
      }
    }
  }

  /// The archives of a value, and what is decoded from each.
  private func copies<Source: Encodable, Target: Decodable>(
    of value: Source, as type: Target.Type
  ) throws -> [Target] {
    try OutputForm.all(of: value).map { try SteleDecoder().decode(type, from: $0.bytes) }
  }

  @Test func `a class whose value is a dictionary is read with open keys`() throws {
    for items in [[:], ["a": 1], ["": 1], ["": 1, "b": 2]] {
      for copy in try copies(of: Bag(items), as: OpenBag<Int>.self) {
        #expect(copy.items == items)
      }
    }
  }

  @Test func `a class with open keys is read with them, the empty one included`() throws {
    for items in [[:], ["a": 1], ["": 1], ["": 1, "b": 2]] {
      for copy in try copies(of: OpenBag(items), as: OpenBag<Int>.self) {
        #expect(copy.items == items)
      }
    }
    let nested = [[:], ["": [:]], ["": ["": 1]], ["": ["a": 1]], ["": ["a": 1], "b": [:]]]
    let bags = nested.map { OpenBag($0) }
    for copy in try copies(of: bags, as: [OpenBag<[String: Int]>].self) {
      #expect(copy.map(\.items) == nested)
    }
    for copy in try copies(of: Array((bags + bags).reversed()), as: [OpenBag<[String: Int]>].self) {
      #expect(copy.map(\.items) == Array((nested + nested).reversed()))
    }
  }

  class Part: Codable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  /// A subclass with open keys, whose superclass has an encoder of its own.
  final class OpenPart: Part {
    private struct OwnKey: NamedKey { let name: String }

    let items: [String: Int]

    init(_ number: Int, _ items: [String: Int]) {
      self.items = items
      super.init(number)
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: OwnKey.self)
      items = try Dictionary(
        uniqueKeysWithValues: container.allKeys.map {
          ($0.stringValue, try container.decode(Int.self, forKey: $0))
        })
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: OwnKey.self)
      for (key, value) in items { try container.encode(value, forKey: OwnKey(name: key)) }
      try super.encode(to: container.superEncoder())
    }
  }

  @Test(arguments: [[:], ["a": 1], ["": 1], ["": 1, "b": 2]])
  func `the superclass of a class with open keys is read, too`(_ items: [String: Int]) throws {
    for copy in try copies(of: OpenPart(3, items), as: OpenPart.self) {
      #expect((copy.number, copy.items) == (3, items))
    }
  }
}
