import Stele
import TestSupport
import Testing

protocol PolymorphicShape: AnyObject, Codable {
  var area: Double { get }
}

protocol PolymorphicValue: Codable {}

@Suite struct `Objects of any class behind a protocol` {
  final class Circle: PolymorphicShape {
    var radius = 1.0
    var area: Double { radius * radius * 3 }
    init(_ radius: Double) { self.radius = radius }
  }
  final class Square: PolymorphicShape {
    var side = 1.0
    var area: Double { side * side }
    init(_ side: Double) { self.side = side }
  }
  final class Stranger: Codable, SimplyNamed {}
  struct Point: PolymorphicValue {
    var x = 1
  }

  final class Drawing: Codable {
    @Polymorphic var shapes: [any PolymorphicShape] = []
    @Polymorphic var selected: (any PolymorphicShape)?
    @Polymorphic var byName: [String: any PolymorphicShape] = [:]
    @Polymorphic var rows: [[(any PolymorphicShape)?]] = []
    @Polymorphic var layers: [Int: [any PolymorphicShape]]?
  }
  struct Single: Codable { @Polymorphic var shape: any PolymorphicShape }
  final class ByHand: FieldCodable {
    @Polymorphic var shapes: [any PolymorphicShape] = []
    init() {}
    init(from fields: inout FieldDecoder) throws { _shapes = try fields.decode("shapes") }
    func encode(to fields: inout FieldEncoder) throws { try fields.encode(_shapes, "shapes") }
  }
  final class Group: PropertyCodable, PolymorphicShape {
    @Polymorphic var shapes: [any PolymorphicShape] = []
    @Polymorphic var parent: (any PolymorphicShape)?
    var area: Double { shapes.reduce(0) { $0 + $1.area } }
  }
  struct Values: Codable {
    @Polymorphic var values: [any PolymorphicValue] = []
  }
  struct Strangers: Codable {
    @Polymorphic var shapes: [any AnyObject & Codable] = []
  }
  struct Shapes: Codable {
    @Polymorphic var shapes: [any PolymorphicShape] = []
  }

  private var decoder: SteleDecoder {
    SteleDecoder(allowing: [Circle.self, Square.self, Group.self, Stranger.self])
  }

  @Test func `arrays, optionals and dictionaries come back with class and identity`() throws {
    let circle = Circle(2)
    let square = Square(3)
    let drawing = Drawing()
    drawing.shapes = [circle, square, circle]
    drawing.selected = square
    drawing.byName = ["c": circle]
    drawing.rows = [[nil, circle], [], [square]]
    drawing.layers = [1: [square]]
    let copy = try convert(drawing, to: Drawing.self, with: decoder)
    #expect(copy.shapes.map(\.area) == [12, 9, 12])
    #expect(copy.shapes[0] is Circle)
    #expect(copy.shapes[0] === copy.shapes[2])
    #expect(copy.selected === copy.shapes[1])
    #expect(copy.byName["c"] === copy.shapes[0])
    #expect(copy.rows.map(\.count) == [2, 0, 1])
    #expect(copy.rows[0][0] == nil)
    #expect(copy.rows[0][1] === copy.shapes[0])
    #expect(copy.layers?[1]?[0] === copy.shapes[1])
  }

  @Test func `empty and nil properties come back, alone and in the canonical form`() throws {
    let copy = try convert(Drawing(), to: Drawing.self)
    #expect(
      copy.shapes.isEmpty && copy.selected == nil && copy.byName.isEmpty && copy.layers == nil)
    let encoder = SteleEncoder.canonical
    let drawing = Drawing()
    drawing.shapes = [Square(1)]
    let bytes = try verified(encoder.encode(drawing))
    #expect(try decoder.decode(Drawing.self, from: bytes).shapes[0].area == 1)
  }

  @Test func `each level of nil comes back`() throws {
    struct Nested: Codable { @Polymorphic var shapes: [(any PolymorphicShape)??] }
    let nested = Nested(shapes: [nil, .some(nil), Square(1)])
    let copy = try convert(nested, to: Nested.self, with: decoder)
    #expect(copy.shapes[0] == nil)
    #expect(copy.shapes[1].map { $0 == nil } == true)
    #expect(copy.shapes[2]??.area == 1)
  }

  @Test func `single values, fields by hand and all stored properties have such objects`() throws {
    #expect(try convert(Single(shape: Square(2)), to: Single.self, with: decoder).shape.area == 4)
    let byHand = ByHand()
    byHand.shapes = [Square(2), Circle(1)]
    #expect(try convert(byHand, to: ByHand.self, with: decoder).shapes.map(\.area) == [4, 3])
    let group = Group()
    let inner = Group()
    inner.shapes = [Square(5)]
    inner.parent = group
    group.shapes = [inner, Square(1)]
    defer { inner.parent = nil }
    let copy = try convert(group, to: Group.self, with: decoder)
    #expect(copy.area == 26)
    let copyOfInner = try #require(copy.shapes[0] as? Group)
    #expect(copyOfInner.parent === copy)
    copyOfInner.parent = nil
  }

  @Test func `a class that is not allowed is refused with what to write`() throws {
    let failure = try failure(converting: Shapes(shapes: [Circle(1)]), to: Shapes.self)
    #expect((failure?.kind, failure?.path) == (.dataCorrupted, "shapes[0]"))
    #expect(failure?.underlying?.className == nil)
  }

  @Test func `an object that does not conform is refused`() throws {
    let failure = try failure(
      converting: Strangers(shapes: [Stranger()]), to: Shapes.self, with: decoder)
    #expect((failure?.kind, failure?.path) == (.typeMismatch, "shapes[0]"))
    #expect(failure?.reason == .wrongType(.reference(to: "Stranger")))
  }

  @Test func `a struct behind the protocol is refused when encoding`() {
    let failure = failure(encoding: Values(values: [Point()]))
    #expect(failure?.kind == .invalidValue)
    #expect(
      failure?.reason
        == .unknownClass(
          "`Objects of any class behind a protocol`.Point".replacing(" ", with: "\u{A0}")))
  }

  @Test func `a nil where an object has to be is refused`() throws {
    struct Optionals: Codable { @Polymorphic var shape: (any PolymorphicShape)? }
    let failure = try failure(converting: Optionals(), to: Single.self, with: decoder)
    #expect((failure?.kind, failure?.path) == (.valueNotFound, "shape"))
  }
}
