import Stele
import SteleModel
import TestSupport
import Testing

/// A point whose second key is not mentioned unless it is there, so that its entry changes.
private struct Point: Codable, Hashable {
  var x: Int
  var y: Int?

  enum CodingKeys: CodingKey { case x, y }

  func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    try keys.encode(x, forKey: .x)
    if let y { try keys.encode(y, forKey: .y) }
  }
}

/// Two points and a number, written in an order that the value determines, with or without an error between them.
private struct Segment: Codable, Hashable {
  enum Order: Int, Codable { case usual, turned, failing }
  struct Failure: Error {}

  var order: Order
  var from: Point
  var number: Int
  var to: Point

  enum CodingKeys: CodingKey { case order, from, number, to }

  func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    try keys.encode(order, forKey: .order)
    if order == .turned { try keys.encode(to, forKey: .to) }
    try keys.encode(from, forKey: .from)
    if order == .failing { throw Failure() }
    try keys.encode(number, forKey: .number)
    if order != .turned { try keys.encode(to, forKey: .to) }
  }
}

/// Segments of which those that fail are left out.
private struct Path: Codable, Hashable {
  var segments: [Segment]

  init(segments: [Segment]) { self.segments = segments }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    segments = []
    while !list.isAtEnd { segments.append(try list.decode(Segment.self)) }
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for segment in segments {
      do { try list.encode(segment) } catch is Segment.Failure {}
    }
  }
}

@Suite struct NestedOmissionTests {
  @Test(arguments: [[], [0], [1], [4], [1, 2], [4, 5], [0, 5]])
  func `elements with another order of keys stand among others`(turned: [Int]) throws {
    let segments = (0..<6).map { Self.segment($0, turned.contains($0) ? .turned : .usual) }
    try Self.expect(segments)
  }

  @Test(arguments: 0..<6)
  func `an element with another entry stands among others`(place: Int) throws {
    for isLast in [false, true] {
      var segments = (0..<6).map { Self.segment($0, .usual) }
      if isLast { segments[place].to.y = 5 } else { segments[place].from.y = 5 }
      try Self.expect(segments)
    }
  }

  @Test(arguments: 0..<6)
  func `an element that fails is left out`(place: Int) throws {
    var segments = (0..<6).map { Self.segment($0, $0 == 4 ? .turned : .usual) }
    segments[place].order = .failing
    let bytes = try verified(SteleEncoder().encode(Path(segments: segments)))
    segments.remove(at: place)
    #expect(try SteleDecoder().decode(Path.self, from: bytes) == Path(segments: segments))
  }

  /// Expects that segments come back, and that the header of a list has as many entry numbers as one that a graph writes.
  private static func expect(_ segments: [Segment]) throws {
    let bytes = try verified(SteleEncoder().encode(segments))
    #expect(try SteleDecoder().decode([Segment].self, from: bytes) == segments)
    #expect(try ArchiveGraph(bytes).encoded().count == bytes.count)
  }

  private static func segment(_ number: Int, _ order: Segment.Order) -> Segment {
    Segment(
      order: order, from: Point(x: number), number: number % 2 == 0 ? number : -number * 100_000,
      to: Point(x: number * number))
  }
}
