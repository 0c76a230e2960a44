import Stele
import TestSupport
import Testing

private struct Vector: Codable, Hashable {
  var x: Float
  var y: Float
  var z: Float
}

private struct Triangle: Codable, Hashable {
  var v0: Vector
  var v1: Vector
  var v2: Vector
  var normal: Vector

  init(_ number: Int) {
    let x = Float(number)
    v0 = Vector(x: x, y: 0, z: 0)
    v1 = Vector(x: x, y: 1, z: -1)
    v2 = Vector(x: x, y: 2, z: .infinity)
    normal = Vector(x: 0, y: 0, z: 1)
  }
}

/// A point that writes only the keys that it has, so that its entries grow.
private struct Point: Codable, Hashable {
  var x: Int
  var y: Int?
  var name: String?
}

private struct Line: Codable, Hashable {
  var from: Point
  var to: Point
  var label: String?
}

private struct Pair: Codable, Hashable {
  var number = 0
  var left: Line
  var middle: Point?
  var right: Line
  var lines: [Line]
}

@Suite struct NestedEntryTests {
  @Test func `a triangle of twelve floats takes 48 bytes in an array`() throws {
    let few = try verified(SteleEncoder().encode((0..<4).map(Triangle.init)))
    let many = try verified(SteleEncoder().encode((0..<84).map(Triangle.init)))
    #expect(many.count - few.count == 80 * 48)
    let triangles = (0..<84).map(Triangle.init)
    #expect(try SteleDecoder().decode([Triangle].self, from: many) == triangles)
  }

  @Test func `an array of one struct says the entries of those nested in it, too`() throws {
    #expect(try RoundTrip()([Triangle(1)]) == [Triangle(1)])
  }

  @Test func `structs whose keys come and go in an array come back`() throws {
    for seed in Seeds.forTest(count: 100) {
      var random = RandomSource(seed: seed)
      let pairs = (0..<random.count(upTo: 12)).map { _ in Self.pair(&random) }
      #expect(try RoundTrip()(pairs) == pairs, "seed \(seed)")
      let named = ["a": pairs, "b": Array(pairs.prefix(1))]
      let mixed = try verified(SteleEncoder().encode(named))
      #expect(
        try SteleDecoder().decode([String: [Pair]].self, from: mixed) == named, "seed \(seed)")
    }
  }

  @Test func `unknown keys in elements are kept when a list says their entries`() throws {
    struct Known: Codable {
      var number: Int
      var unknownKeys = UnknownKeys()
    }
    let pairs = (0..<3).map { number in
      Pair(
        number: number, left: Line(from: Point(x: 1), to: Point(x: number)),
        middle: number == 1 ? Point(x: 4) : nil,
        right: Line(from: Point(x: 2, y: number == 2 ? 5 : nil), to: Point(x: 3)), lines: [])
    }
    let known = try convert(pairs, to: [Known].self)
    #expect(known.map(\.number) == [0, 1, 2])
    #expect(Set(known[2].unknownKeys.names).isSuperset(of: ["left", "right", "lines"]))
    #expect(try convert(known, to: [Pair].self) == pairs)
  }

  @Test func `keys of structs in elements are found in any order, and skipped`() throws {
    struct Ends: Decodable, Hashable {
      var rightEnd: Int
      var leftStart: Int
      enum CodingKeys: CodingKey { case left, right, from, to, x }
      init(from decoder: any Decoder) throws {
        let pair = try decoder.container(keyedBy: CodingKeys.self)
        let right = try pair.nestedContainer(keyedBy: CodingKeys.self, forKey: .right)
        let end = try right.nestedContainer(keyedBy: CodingKeys.self, forKey: .to)
        rightEnd = try end.decode(Int.self, forKey: .x)
        let left = try pair.nestedContainer(keyedBy: CodingKeys.self, forKey: .left)
        leftStart = try left.decode(Point.self, forKey: .from).x
      }
    }
    let pairs = (0..<4).map {
      Pair(
        left: Line(from: Point(x: $0), to: Point(x: 7, y: 1)),
        right: Line(from: Point(x: 8, y: $0), to: Point(x: -$0, name: $0 > 2 ? "n" : nil)),
        lines: [])
    }
    let ends = try convert(pairs, to: [Ends].self)
    #expect(ends.map(\.leftStart) == [0, 1, 2, 3])
    #expect(ends.map(\.rightEnd) == [0, -1, -2, -3])
  }

  private static func point(_ random: inout RandomSource) -> Point {
    Point(
      x: Int.random(in: -9...9, using: &random), y: random.isOne(in: 3) ? 1 : nil,
      name: random.isOne(in: 6) ? "n" : nil)
  }

  private static func line(_ random: inout RandomSource) -> Line {
    Line(from: point(&random), to: point(&random), label: random.isOne(in: 4) ? "l" : nil)
  }

  private static func pair(_ random: inout RandomSource) -> Pair {
    Pair(
      left: line(&random), middle: random.isOne(in: 3) ? point(&random) : nil, right: line(&random),
      lines: (0..<random.count(upTo: 4)).map { _ in line(&random) })
  }
}
