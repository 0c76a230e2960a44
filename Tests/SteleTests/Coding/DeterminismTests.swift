import Stele
import SteleModel
import TestSupport
import Testing

/// Equal input gives equal bytes, in all processes: each test run has a hash seed of its own.
struct DeterminismTests {
  struct Point: Codable, Hashable, SimplyNamed {
    var x: Int
    var y: Double?
  }

  enum Shape: Codable, Hashable, SimplyNamed {
    case circle(radius: Double)
    case line(from: Point, to: Point)
    case nothing
  }

  typealias Meters = Disguised<Double>

  /// A value of which each instance teaches something else about its keys.
  struct Mark: Encodable, Hashable, SimplyNamed {
    let number: Int
    enum CodingKeys: CodingKey { case odd, number, length, note, even }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      let isEven = number.isMultiple(of: 2)
      if isEven { try container.encode(number, forKey: .even) }
      try container.encode(number, forKey: .number)
      try container.encodeIfPresent(isEven ? nil : Meters(2), forKey: .length)
      if number.isMultiple(of: 3) {
        try container.encodeNil(forKey: .note)
      } else {
        try container.encode("note", forKey: .note)
      }
      if !isEven { try container.encode("odd", forKey: .odd) }
    }
  }

  class Figure: Codable, SimplyNamed {
    let name: String
    let shape: Shape
    var parts: [Figure] = []

    init(_ name: String, _ shape: Shape, parts: [Figure] = []) {
      self.name = name
      self.shape = shape
      self.parts = parts
    }
  }

  final class Drawing: Encodable, SimplyNamed {
    let figures: [Figure]
    let names: Set<String>
    let places: [Point: Figure]
    let counts: [String: Int]
    let shapes: Set<Shape>
    let marks: Set<Mark>

    init(capacity: Int) {
      let dot = Figure("dot", .circle(radius: 0.5))
      let line = Figure("line", .line(from: Point(x: 1), to: Point(x: -2, y: 0.25)), parts: [dot])
      figures = [line, dot, Figure("empty", .nothing, parts: [line, dot])]
      // Sets and dictionaries of other capacities have other orders.
      var names = Set<String>(minimumCapacity: capacity)
      var places = [Point: Figure](minimumCapacity: capacity)
      var counts = [String: Int](minimumCapacity: capacity)
      var shapes = Set<Shape>(minimumCapacity: capacity)
      shapes.formUnion([.nothing, .circle(radius: 1), .circle(radius: 2)])
      for number in 0..<12 {
        names.insert("name \(number)")
        places[Point(x: number)] = number.isMultiple(of: 2) ? dot : line
        counts["count \(number)"] = number
        let end = Point(x: number, y: number.isMultiple(of: 3) ? 0.5 : nil)
        shapes.insert(.line(from: Point(x: 0), to: end))
      }
      self.names = names
      self.places = places
      self.counts = counts
      self.shapes = shapes
      var marks = Set<Mark>(minimumCapacity: capacity)
      marks.formUnion((0..<12).map(Mark.init))
      self.marks = marks
    }
  }

  @Test func `the order of keys, objects and classes does not depend on hashing`() throws {
    let drawing = Drawing(capacity: 0)
    let first = try SteleEncoder().encode(drawing.figures)
    #expect(try SteleEncoder().encode(drawing.figures) == first)
    #expect(SHA256.hash(first) == Self.figuresHash)
  }

  @Test func `canonical archives do not depend on the order of sets and dictionaries`() throws {
    let encoder = SteleEncoder.canonical
    let first = try encoder.encode(Drawing(capacity: 0))
    #expect(try ArchiveGraph(first).canonical().encoded() == first)
    for capacity in [20, 50, 100, 200, 1000] {
      #expect(try encoder.encode(Drawing(capacity: capacity)) == first)
    }
    #expect(SHA256.hash(first) == Self.drawingHash)
  }

  @Test func `types that are only guessed do not matter in canonical archives`() throws {
    let encoder = SteleEncoder.canonical
    let marks = (0..<12).map(Mark.init)
    let rows = [marks, marks.reversed()]
    let graphs = try rows.map { try ArchiveGraph(encoder.encode($0)) }
    #expect(graphs[0].classes == graphs[1].classes)
    let entry = try #require(graphs[0].classes[1])
    #expect(entry.keys.map(\.name) == ["even", "length", "note", "number", "odd"])
    #expect(entry.keys.map(\.type) == [.int64, .float64, .optional(.string), .int64, .string])
  }

  @Test func `what an empty list would have held does not matter in canonical archives`() throws {
    indirect enum Tree: Codable {
      case leaf
      case node([Tree], [String: [Meters?]])
    }
    let encoder = SteleEncoder.canonical
    let trees: [Tree] = [
      .node([], [:]), .node([.leaf], ["a": []]),
      .node([.node([], ["b": [nil]])], ["c": [Meters(1)]]),
    ]
    let graphs = try [trees, trees.reversed()].map { try ArchiveGraph(encoder.encode($0)) }
    #expect(graphs[0].classes == graphs[1].classes)
    let cases = try #require(graphs[0].classes[1]).cases
    #expect(cases.map(\.name) == ["leaf", "node"])
    #expect(
      cases.last?.keys.map(\.type) == [
        .list(.enum("Tree")), .map(key: .string, value: .list(.optional(.float64))),
      ])
  }

  @Test func `the canonical form has metadata when there are any`() throws {
    var encoder = SteleEncoder.canonical
    encoder.metadata = [
      ArchiveNamedValue("title", .string, .string("A")),
      ArchiveNamedValue("page", .int64, .integer(1)),
    ]
    let graph = try ArchiveGraph(encoder.encode(1))
    #expect(graph.metadata?.map(\.name) == ["page", "title"])
    encoder.metadata = nil
    #expect(try ArchiveGraph(encoder.encode(1)).metadata == nil)
  }

  // They change only when what the encoder writes changes.
  private static let figuresHash =
    "5b379ea4df9306177e353f4615afe36e19ab785592ffac22ec72f91955f7425f"
  private static let drawingHash =
    "61bec26f9518a326a20996602880cd546174a9d2d4cb767cbec06273c8000ffc"
}
