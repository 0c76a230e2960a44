import Stele
import SteleModel
import TestSupport
import Testing

/// The examples of the page about explicit coding.
@Suite struct `Examples of explicit coding` {
  struct Point: FieldCodable, Equatable {
    var x: Double
    var y: Double

    init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }

    init(from fields: inout FieldDecoder) throws {
      x = try fields.decode("x")
      y = try fields.decode("y")
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(x, "x")
      try fields.encode(y, "y")
    }
  }

  final class Track: FieldCodable {
    let name: String
    let points: [Point]

    init(name: String, points: [Point]) {
      self.name = name
      self.points = points
    }

    init(from fields: inout FieldDecoder) throws {
      name = try fields.decode("name")
      points = try fields.decode("points")
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(name, "name")
      try fields.encode(points, "points")
    }
  }

  @Test func `a struct and an immutable class write and read their keys`() throws {
    let track = Track(name: "Ridge", points: [Point(x: 1, y: 2), Point(x: 3, y: 4)])
    let bytes = try SteleEncoder().encode([track, track])
    let copies = try SteleDecoder().decode([Track].self, from: bytes)
    #expect(copies[0] === copies[1])
    #expect(copies[0].name == "Ridge")
    #expect(copies[0].points == track.points)
    #expect(try ArchiveGraph(verified(bytes)).objects.count == 1)
  }

  struct Vertex: PackedStruct, Equatable {
    var x: Float = 0
    var y: Float = 0
    static let packedKeys = [PackedKey<Vertex>("x", \.x), PackedKey("y", \.y)]
  }

  @Test func `an array of packed structs`() throws {
    let vertices = [Vertex(x: 1, y: 2), Vertex(x: 3, y: 4)]
    let bytes = try SteleEncoder().encode(vertices)
    let copies = try SteleDecoder().decode([Vertex].self, from: bytes)
    #expect(copies == vertices)
    let entry = try #require(ArchiveGraph(verified(bytes)).classes.entries.first)
    #expect(entry.keys.map(\.type) == [.float32, .float32])
  }

  class Shape: FieldCodable {
    let name: String

    init(name: String) { self.name = name }

    required init(from fields: inout FieldDecoder) throws {
      try fields.level(Shape.self)
      name = try fields.decode("name")
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.level(Shape.self)
      try fields.encode(name, "name")
    }
  }

  final class Circle: Shape {
    let radius: Double

    init(name: String, radius: Double) {
      self.radius = radius
      super.init(name: name)
    }

    required init(from fields: inout FieldDecoder) throws {
      try fields.level(Circle.self)
      radius = try fields.decode("radius")
      try super.init(from: &fields)
    }

    override func encode(to fields: inout FieldEncoder) throws {
      try super.encode(to: &fields)
      try fields.level(Circle.self)
      try fields.encode(radius, "radius")
    }
  }

  @Test func `each class of a hierarchy has a level`() throws {
    let bytes = try verified(
      try SteleEncoder().encode([Shape(name: "any"), Circle(name: "round", radius: 2)]))
    var decoder = SteleDecoder()
    decoder.allow(Circle.self)
    let shapes = try decoder.decode([Shape].self, from: bytes)
    #expect(shapes.map(\.name) == ["any", "round"])
    #expect((shapes.last as? Circle)?.radius == 2)
  }

  final class Document: TwoPhaseCodable, AwakeAfterDecoding {
    var pages: [Page] = []
    private(set) var wordCount = 0

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(pages, "pages")
    }

    func decode(from fields: inout FieldDecoder) throws {
      pages = try fields.decode("pages")
    }

    func awake() throws {
      for page in pages {
        wordCount += page.text.split(separator: " ").count
      }
    }
  }

  final class Page: TwoPhaseCodable {
    var text = ""
    var document: Document?

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(text, "text")
      try fields.encode(document, "document")
    }

    func decode(from fields: inout FieldDecoder) throws {
      text = try fields.decode("text")
      document = try fields.decode("document")
    }
  }

  @Test func `two-phase objects are made, filled and woken`() throws {
    let document = Document()
    let page = Page()
    page.text = "a few words"
    page.document = document
    document.pages = [page]
    let bytes = try verified(try SteleEncoder().encode(document))
    let copy = try SteleDecoder().decode(Document.self, from: bytes)
    #expect(copy.pages.first?.document === copy)
    #expect(copy.wordCount == 3)
    document.pages = []
    copy.pages = []
  }

  struct Label: Codable, Equatable {
    var text: String
    var anchor: Point
  }

  @Test func `explicit types stand in Codable ones and the other way round`() throws {
    let labels = ["start": Label(text: "Start", anchor: Point(x: 1, y: 2))]
    let bytes = try verified(try SteleEncoder().encode(labels))
    #expect(try SteleDecoder().decode([String: Label].self, from: bytes) == labels)
  }
}
