import Stele
import TestSupport
import Testing

struct PackedStructTests {
  struct Vertex: PackedStruct, Hashable, SimplyNamed {
    var x: Float = 0
    var y: Float = 0
    var height: Double = 0
    static let packedKeys = [
      PackedKey<Vertex>("x", \.x), PackedKey("y", \.y), PackedKey("height", \.height),
    ]
  }

  /// The same keys, one by one.
  struct PlainVertex: FieldCodable, Equatable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Vertex") }
    var x: Float
    var y: Float
    var height: Double

    init(_ vertex: Vertex) {
      x = vertex.x
      y = vertex.y
      height = vertex.height
    }

    init(from fields: inout FieldDecoder) throws {
      x = try fields.decode("x")
      y = try fields.decode("y")
      height = try fields.decode("height")
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(x, "x")
      try fields.encode(y, "y")
      try fields.encode(height, "height")
    }
  }

  /// A struct with a gap in memory.
  struct Gapped: PackedStruct, Hashable {
    var flag: UInt8 = 0
    var value: Double = 0
    static let packedKeys = [PackedKey<Gapped>("flag", \.flag), PackedKey("value", \.value)]
  }

  /// A struct with properties that are not of one width in archives, or not of any bits.
  struct Variable: PackedStruct, Hashable {
    var number: Int = 0
    var isSet = false
    var small: Int8 = 0
    static let packedKeys = [
      PackedKey<Variable>("number", \.number), PackedKey("isSet", \.isSet),
      PackedKey("small", \.small),
    ]
  }

  /// A struct whose keys stand in another order than its properties.
  struct Turned: PackedStruct, Hashable {
    var first: Float = 0
    var second: Float = 0
    static let packedKeys = [PackedKey<Turned>("second", \.second), PackedKey("first", \.first)]
  }

  /// A struct that leaves a property out.
  struct Partial: PackedStruct, Hashable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Partial", allowsLostProperties: true) }
    var first: UInt8 = 0
    var second: UInt8 = 7
    static let packedKeys = [PackedKey<Partial>("first", \.first)]
  }

  /// A struct of structs.
  struct Edge: PackedStruct, Hashable, SimplyNamed {
    var from = Vertex()
    var to = Vertex()
    var weight: Double = 0
    static let packedKeys = [
      PackedKey<Edge>("from", \.from), PackedKey("to", \.to), PackedKey("weight", \.weight),
    ]
  }

  /// The same keys, one by one.
  struct PlainEdge: FieldCodable, Equatable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Edge") }
    var from: PlainVertex
    var to: PlainVertex
    var weight: Double

    init(_ edge: Edge) {
      from = PlainVertex(edge.from)
      to = PlainVertex(edge.to)
      weight = edge.weight
    }

    init(from fields: inout FieldDecoder) throws {
      from = try fields.decode("from")
      to = try fields.decode("to")
      weight = try fields.decode("weight")
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(from, "from")
      try fields.encode(to, "to")
      try fields.encode(weight, "weight")
    }
  }

  /// A struct of structs, three deep.
  struct Route: PackedStruct, Hashable {
    var first = Edge()
    var second = Edge()
    static let packedKeys = [PackedKey<Route>("first", \.first), PackedKey("second", \.second)]
  }

  /// A struct that leaves out a part of the struct in it.
  struct Inexact: PackedStruct, Hashable {
    var part = Partial()
    var third: UInt8 = 0
    static let packedKeys = [PackedKey<Inexact>("part", \.part), PackedKey("third", \.third)]
  }

  private var edges: [Edge] {
    (1..<300).map { Edge(from: vertices[$0], to: vertices[$0 - 1], weight: Double($0)) }
  }

  private let vertices: [Vertex] = (0..<1000).map { (number: Int) in
    Vertex(x: Float(number), y: -Float(number) / 3, height: Double(number) * 1.5)
  }

  @Test func `only structs that stand in memory as in archives are copied`() {
    #expect(PackedLayout(of: Vertex.self)?.slots.map(\.name) == ["x", "y", "height"])
    #expect(PackedLayout(of: Gapped.self) == nil)
    #expect(PackedLayout(of: Variable.self) == nil)
    #expect(PackedLayout(of: Turned.self) == nil)
    #expect(PackedLayout(of: Partial.self) == nil)
  }

  @Test func `copied structs make the same archive as others`() throws {
    let packed = try encoded(vertices)
    #expect(packed == (try SteleEncoder().encode(vertices.map(PlainVertex.init))))
    #expect(try SteleDecoder().decode([Vertex].self, from: packed) == vertices)
    #expect(
      try SteleDecoder().decode([PlainVertex].self, from: packed) == vertices.map(PlainVertex.init))
  }

  @Test func `structs of structs are copied when those are`() throws {
    let layout = PackedLayout(of: Route.self)
    #expect(layout?.slots.map(\.name) == ["first", "second"])
    #expect(layout?.slots[1].nested?.slots.map(\.name) == ["from", "to", "weight"])
    #expect(PackedLayout(of: Inexact.self) == nil)
    let inexact = [Inexact(part: Partial(first: 1), third: 2)]
    #expect(try convert(inexact, to: [Inexact].self) == inexact)
  }

  @Test func `copied structs of structs make the same archive as others`() throws {
    let packed = try encoded(edges)
    #expect(packed == (try SteleEncoder().encode(edges.map(PlainEdge.init))))
    #expect(try SteleDecoder().decode([Edge].self, from: packed) == edges)
    #expect(try SteleDecoder().decode([PlainEdge].self, from: packed) == edges.map(PlainEdge.init))
    let routes = zip(edges, edges.reversed()).map { Route(first: $0, second: $1) }
    #expect(try convert([routes, []], to: [[Route]].self) == [routes, []])
  }

  @Test func `structs of structs are read one by one where the archive has other keys`() throws {
    struct Longer: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Vertex") }
      var x: Float
      var y: Float
      var height: Double
      var name: String?
    }
    struct LongerEdge: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Edge") }
      var from: Longer
      var to: Longer
      var weight: Double
    }
    let longer = edges.map { edge in
      LongerEdge(
        from: Longer(x: edge.from.x, y: edge.from.y, height: edge.from.height),
        to: Longer(
          x: edge.to.x, y: edge.to.y, height: edge.to.height, name: edge.weight > 200 ? "n" : nil),
        weight: edge.weight)
    }
    #expect(try convert(longer, to: [Edge].self) == edges)
  }

  /// A struct that cannot be copied, with one that can.
  struct Marker: FieldCodable, Equatable, SimplyNamed {
    var label: String
    var vertex: Vertex

    init(_ label: String, _ vertex: Vertex) {
      self.label = label
      self.vertex = vertex
    }

    init(from fields: inout FieldDecoder) throws {
      label = try fields.decode("label")
      vertex = try fields.decode("vertex")
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(label, "label")
      try fields.encode(vertex, "vertex")
    }
  }

  @Test func `structs in elements of lists are copied when nothing speaks against it`() throws {
    struct Longer: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Vertex") }
      var name = "n"
      var x: Float
      var y: Float
      var height: Double
    }
    struct LongerMarker: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Marker") }
      var label: String
      var vertex: Longer
    }
    struct MigratedMarker: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Marker") }
      var label: String
      var vertex: Migrated
    }
    let markers = vertices.prefix(20).map { Marker("marker \($0.x)", $0) }
    let bytes = try encoded(markers)
    #expect(try SteleDecoder().decode([Marker].self, from: bytes) == markers)
    let migrated = try SteleDecoder().decode([MigratedMarker].self, from: bytes)
    #expect(migrated.map(\.vertex.x) == markers.map { $0.vertex.x * 2 })
    #expect(migrated.map(\.vertex.height) == markers.map(\.vertex.height))
    let longer = markers.map { marker in
      let vertex = marker.vertex
      return LongerMarker(
        label: marker.label, vertex: Longer(x: vertex.x, y: vertex.y, height: vertex.height))
    }
    #expect(try convert(longer, to: [Marker].self) == markers)
  }

  @Test func `structs that cannot be copied come back, too`() throws {
    let gapped = (0..<10).map { Gapped(flag: $0, value: Double($0)) }
    #expect(try convert(gapped, to: [Gapped].self) == gapped)
    let variable = (0..<10).map { Variable(number: $0 << 20, isSet: $0 > 4, small: Int8(-$0)) }
    #expect(try convert(variable, to: [Variable].self) == variable)
    let turned = (0..<10).map { Turned(first: Float($0), second: 0.5) }
    #expect(try convert(turned, to: [Turned].self) == turned)
    let partial = (0..<10).map { Partial(first: $0, second: 1) }
    #expect(try convert(partial, to: [Partial].self).map(\.first) == Array(0..<10))
    #expect(try convert([partial], to: [[Partial]].self)[0][3].second == 7)
  }

  @Test func `single structs, empty arrays and arrays of arrays come back`() throws {
    #expect(try convert(vertices[3], to: Vertex.self) == vertices[3])
    #expect(try convert([Vertex](), to: [Vertex].self) == [])
    let nested = [[vertices[1]], [], Array(vertices[5..<9])]
    #expect(try convert(nested, to: [[Vertex]].self) == nested)
    let named = ["a": vertices, "b": []]
    #expect(try convert(named, to: [String: [Vertex]].self) == named)
  }

  @Test func `not a number keeps its bits`() throws {
    let vertex = Vertex(
      x: Float(bitPattern: 0x7FC1_2345), y: -.infinity,
      height: Double(bitPattern: 0xFFF8_0000_0000_0042))
    let copy = try convert([vertex], to: [Vertex].self)[0]
    #expect((copy.x.bitPattern, copy.y) == (0x7FC1_2345, -.infinity))
    #expect(copy.height.bitPattern == 0xFFF8_0000_0000_0042)
  }

  private static let x = ArchiveKey("x", .float32)
  private static let y = ArchiveKey("y", .float32)
  private static let height = ArchiveKey("height", .float64)

  private static func list(_ keys: [ArchiveKey], _ bodies: [[ArchiveValue?]]) throws -> [UInt8] {
    try verified(
      archive(
        [.struct("Vertex", keys: keys)], root: .list(.struct("Vertex")),
        .list(bodies.map { .struct(ArchiveStructValue(entry: 1, values: $0)) })))
  }

  @Test func `other keys, another order and other types are read key by key`() throws {
    let expected = [Vertex(x: 1, y: 2, height: 3), Vertex(x: 4, y: 5, height: 6)]
    let other = try Self.list(
      [Self.height, Self.y, Self.x],
      [[.float64(3), .float32(2), .float32(1)], [.float64(6), .float32(5), .float32(4)]])
    #expect(try SteleDecoder().decode([Vertex].self, from: other) == expected)
    let wider = try Self.list(
      [ArchiveKey("x", .float64), Self.y, ArchiveKey("height", .float32)],
      [[.float64(1), .float32(2), .float32(3)], [.float64(4), .float32(5), .float32(6)]])
    #expect(try SteleDecoder().decode([Vertex].self, from: wider) == expected)
    let more = try Self.list(
      [Self.x, Self.y, Self.height, ArchiveKey("z", .string)],
      [
        [.float32(1), .float32(2), .float64(3), .string("z")],
        [.float32(4), .float32(5), .float64(6), .string("")],
      ])
    #expect(try SteleDecoder().decode([Vertex].self, from: more) == expected)
    let optional = try Self.list(
      [Self.x, Self.y, ArchiveKey("height", .float64, presence: .optional)],
      [[.float32(1), .float32(2), .float64(3)], [.float32(4), .float32(5), nil]])
    #expect(
      reason { try SteleDecoder().decode([Vertex].self, from: optional) } == .missingKey("height"))
  }

  /// Renamed a key, and doubles what version 1 has.
  struct Migrated: PackedStruct, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Vertex", version: 2) { old in
        old.set(try (old.decode("x", as: Float.self) ?? 0) * 2, for: "x")
      }
    }
    var x: Float = 0
    var y: Float = 0
    var height: Double = 0
    static let packedKeys = [
      PackedKey<Migrated>("x", \.x), PackedKey("y", \.y), PackedKey("height", \.height),
    ]
  }

  @Test func `an older version is migrated element by element`() throws {
    let copies = try convert(Array(vertices.prefix(5)), to: [Migrated].self)
    #expect(copies.map(\.x) == [0, 2, 4, 6, 8])
    #expect(copies.map(\.height) == [0, 1.5, 3, 4.5, 6])
    #expect(try convert(copies, to: [Migrated].self).map(\.x) == [0, 2, 4, 6, 8])
  }

  @Test func `a key named otherwise in an earlier archive is found by its alias`() throws {
    let bytes = try Self.list(
      [ArchiveKey("breadth", .float32), Self.y, Self.height],
      [[.float32(1), .float32(2), .float64(3)]])
    #expect(try SteleDecoder().decode([Renamed].self, from: bytes)[0].x == 1)
  }

  struct Renamed: PackedStruct, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Vertex", keys: [.key("x", aliases: ["breadth"])])
    }
    var x: Float = 0
    var y: Float = 0
    var height: Double = 0
    static let packedKeys = [
      PackedKey<Renamed>("x", \.x), PackedKey("y", \.y), PackedKey("height", \.height),
    ]
  }
}
