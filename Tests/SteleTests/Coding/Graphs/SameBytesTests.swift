import Stele
import TestSupport
import Testing

@Suite struct `The same input gives the same bytes` {
  struct Loose: Codable {
    var set: Set<String>
    var map: [String: [Int: Set<Int>]]
    var objects: [String: Tag]
  }

  /// Equal content in collections that were built in another order and with other capacities.
  private func loose(_ order: [Int], capacity: Int) -> Loose {
    var set = Set<String>(minimumCapacity: capacity)
    var map = [String: [Int: Set<Int>]](minimumCapacity: capacity)
    var objects = [String: Tag](minimumCapacity: capacity)
    for index in order {
      set.insert("e\(index)")
      map["k\(index)"] = Dictionary(
        uniqueKeysWithValues: order.map { ($0, Set(order.map { $0 + index })) })
      objects["o\(index)"] = Tag("tag \(index)")
    }
    return Loose(set: set, map: map, objects: objects)
  }

  @Test func `equal sets and dictionaries give equal bytes in the canonical form`() throws {
    let encoder = SteleEncoder.canonical
    var random = RandomSource(seed: 3)
    let first = try verified(encoder.encode(loose(Array(0..<12), capacity: 0)), isCanonical: true)
    for capacity in [0, 20, 100, 1000] {
      let order = (0..<12).shuffled(using: &random)
      #expect(try encoder.encode(loose(order, capacity: capacity)) == first)
    }
    let copy = try SteleDecoder().decode(Loose.self, from: first)
    #expect(try encoder.encode(copy) == first)
  }

  @Test func `what has no set and no dictionary gives equal bytes without it`() throws {
    func make() -> [Tag] {
      let tags = (0..<100).map { Tag("t\($0 % 7)") }
      return tags + tags.reversed() + tags.filter { $0.name == "t3" }
    }
    let first = try encoded(make())
    for _ in 0..<5 { #expect(try SteleEncoder().encode(make()) == first) }
    #expect(try SteleEncoder().encode(SteleDecoder().decode([Tag].self, from: first)) == first)
  }

  @Test func `references in sets and keys have no canonical form`() throws {
    let encoder = SteleEncoder.canonical
    #expect(failure { try encoder.encode(Set([Tag("a")])) } != nil)
    #expect(failure { try encoder.encode([Tag("a"): 1]) } != nil)
    #expect(failure { try encoder.encode(["a": Tag("a")]) } == nil)
  }
}
