import Stele
import TestSupport
import Testing

/// Containers in lists, which are put in their places when the list is complete.
struct NestedContainerTests {
  /// Ranges as some types of frameworks write them, with a key that not all elements have.
  struct Ranges: Codable, Hashable {
    struct Part: Hashable {
      var location: Int
      var length: Int?
    }
    var parts: [Part]

    private enum CodingKeys: CodingKey { case parts }
    private enum PartKeys: CodingKey { case location, length }

    init(_ parts: [Part]) { self.parts = parts }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      var list = try container.nestedUnkeyedContainer(forKey: .parts)
      parts = []
      while !list.isAtEnd {
        let part = try list.nestedContainer(keyedBy: PartKeys.self)
        parts.append(
          Part(
            location: try part.decode(Int.self, forKey: .location),
            length: part.contains(.length) ? try part.decode(Int.self, forKey: .length) : nil))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var list = container.nestedUnkeyedContainer(forKey: .parts)
      for part in parts {
        var container = list.nestedContainer(keyedBy: PartKeys.self)
        try container.encode(part.location, forKey: .location)
        if let length = part.length { try container.encode(length, forKey: .length) }
      }
    }
  }

  private static let samples: [Ranges] = [
    Ranges([]), Ranges([.init(location: 1, length: 2)]),
    Ranges([.init(location: 3, length: 4), .init(location: 5, length: 6)]),
    Ranges([.init(location: 7), .init(location: 8, length: 9)]),
    Ranges([.init(location: 10, length: 11), .init(location: 12), .init(location: 13)]),
  ]

  @Test func `lists of nested containers are read as they were written, in any order`() throws {
    let samples = Self.samples
    for first in samples {
      for second in samples {
        for third in samples {
          let list = [first, second, third, first, second]
          #expect(try convert(list, to: [Ranges].self) == list)
        }
      }
    }
  }

  @Test func `sets and dictionaries of such values are read as they were written`() throws {
    let set = Set(Self.samples)
    #expect(try convert(set, to: Set<Ranges>.self) == set)
    let map = Dictionary(uniqueKeysWithValues: zip(Self.samples, Self.samples.reversed()))
    #expect(try convert(map, to: [Ranges: Ranges].self) == map)
  }
}
