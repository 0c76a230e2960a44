import Stele
import TestSupport
import Testing

/// The canonical form does not depend on the order in which sets and dictionaries have their elements.
///
/// A hash seed is one of a process; these elements have one of their own in addition, which is not archived.
struct HashSeedTests {
  typealias Mode = Disguised<String>

  /// A value of which each instance teaches something else about its keys.
  struct Mark: Encodable, Hashable {
    let number: Int
    let seed: Int

    init(_ number: Int, seed: Int) {
      self.number = number
      self.seed = seed
    }

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }

    func hash(into hasher: inout Hasher) {
      hasher.combine(seed)
      hasher.combine(number)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      // More sets of keys than a type has entries.
      try container.encode(number, forKey: AnyKey("k\(number)"))
      try container.encode(number, forKey: "number")
      let modes = number.isMultiple(of: 3) ? [Mode("x")] : []
      try container.encode(modes, forKey: "modes")
      try container.encode(["m": modes], forKey: "table")
      let mixed = AnyKey("mixed")
      switch number % 5 {
      case 0: try container.encode(number, forKey: mixed)
      case 1: try container.encode(modes, forKey: mixed)
      case 2: try container.encodeNil(forKey: mixed)
      case 3: try container.encode([String: Mode](), forKey: mixed)
      default: try container.encode([Int](), forKey: mixed)
      }
      let inner = Set((0..<3).map { Inner(number: number + $0, seed: seed) })
      try container.encode(inner, forKey: "inner")
    }
  }

  struct Inner: Encodable, Hashable {
    let number: Int
    let seed: Int
    enum CodingKeys: CodingKey { case odd, even }

    init(number: Int, seed: Int) {
      self.number = number
      self.seed = seed
    }

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }

    func hash(into hasher: inout Hasher) {
      hasher.combine(seed)
      hasher.combine(number)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      if number.isMultiple(of: 2) {
        try container.encode(number, forKey: .even)
        try container.encode([Mode](), forKey: .odd)
      } else {
        try container.encode([Mode("y")], forKey: .odd)
        try container.encode("odd \(number)", forKey: .even)
      }
    }
  }

  struct Drawing: Encodable {
    var marks: Set<Mark>
    var names: [String: Mark]
    var places: [Mark: Set<Inner>]
    var modes: [Mode: [Mode]]

    init(seed: Int, count: Int) {
      let capacity = 1 << (seed % 11)
      marks = Set(minimumCapacity: capacity)
      names = Dictionary(minimumCapacity: capacity)
      places = Dictionary(minimumCapacity: capacity)
      modes = Dictionary(minimumCapacity: capacity)
      for number in seed.isMultiple(of: 2) ? Array(0..<count) : (0..<count).reversed() {
        let mark = Mark(number, seed: seed)
        marks.insert(mark)
        names["\(number)"] = mark
        places[mark] = [Inner(number: number, seed: seed), Inner(number: number + 1, seed: seed)]
        modes[Mode("\(number)")] = number.isMultiple(of: 2) ? [] : [Mode("z")]
      }
    }
  }

  @Test func `canonical archives are the same with every hash seed`() throws {
    let encoder = SteleEncoder.canonical
    let first = try verified(encoder.encode(Drawing(seed: 0, count: 12)), isCanonical: true)
    for seed in 1...Seeds.count(20) {
      #expect(try encoder.encode(Drawing(seed: seed, count: 12)) == first, "seed \(seed)")
    }
  }
}
