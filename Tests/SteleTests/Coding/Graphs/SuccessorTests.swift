import Stele
import SteleModel
import Synchronization
import TestSupport
import Testing

/// Classes that have been split: an old record becomes an object of the class that the declaration chooses.
///
/// One of the tests counts how often a class is asked that others use, too.
@Suite(.serialized) struct `Classes that were split` {
  private func unarchiver(
    _ bytes: [UInt8], isOpen: Bool, _ decoder: SteleDecoder
  ) throws -> Unarchiver {
    try isOpen
      ? Unarchiver(ArchiveReader(opening: bytes), decoder: decoder)
      : Unarchiver(bytes, decoder: decoder)
  }

  // Synthesised, with subclasses.

  enum Old {
    final class Shape: Codable, SimplyNamed {
      var kind: String
      var size: Int
      var next: Shape?
      @BackReference var owner: Shape? = nil
      init(_ kind: String, _ size: Int, next: Shape? = nil) {
        (self.kind, self.size, self.next) = (kind, size, next)
      }
    }
    struct Drawing: Codable {
      var shapes: [Shape]
      var best: Shape?
      var byName: [String: Shape] = [:]
    }
  }

  static let asked = Mutex(0)

  class Shape: Codable, ArchiveDeclaring {
    var next: Shape?
    @BackReference var owner: Shape? = nil
    class var archiveClass: ArchiveClass {
      ArchiveClass(
        "Shape", version: 2, keys: [.retired("kind", .string)],
        successor: { old in
          asked.withLock { $0 += 1 }
          switch try old.decode("kind", as: String.self) {
          case "circle": return Circle.self
          case "square": return Square.self
          case "text": return nil
          case let kind: throw UnknownKind(kind: kind)
          }
        })
    }
  }

  struct UnknownKind: Error, Equatable { let kind: String? }

  final class Circle: Shape, AwakeAfterDecoding {
    var radius: Int
    var label: String
    var isAwake = false
    private enum CodingKeys: CodingKey { case radius, label }
    init(radius: Int) {
      (self.radius, label) = (radius, "new")
      super.init()
    }
    required init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      radius = try values.decode(Int.self, forKey: .radius)
      label = try values.decode(String.self, forKey: .label)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(radius, forKey: .radius)
      try values.encode(label, forKey: .label)
    }
    func awake() { isAwake = true }
    override static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Circle", keys: [.key("radius", aliases: ["size"]), .key("label", default: "none")])
    }
  }

  final class Square: Shape {
    var size: Int
    private enum CodingKeys: CodingKey { case size }
    required init(from decoder: any Decoder) throws {
      size = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .size)
      try super.init(from: decoder)
    }
    override static var archiveClass: ArchiveClass { ArchiveClass("Square") }
  }

  struct Drawing: Codable {
    var shapes: [Shape]
    var best: Shape?
    var byName: [String: Shape]
  }

  @Test(arguments: [false, true]) func `each object is of the class that its record asks for`(
    isOpen: Bool
  ) throws {
    let (circle, square) = (Old.Shape("circle", 3), Old.Shape("square", 4))
    let text = Old.Shape("text", 5, next: circle)
    (circle.next, circle.owner, square.owner) = (square, text, square)
    let bytes = try encoded(
      Old.Drawing(shapes: [text, circle, square, circle], best: circle, byName: ["a": square]))
    let unarchiver = try unarchiver(
      bytes, isOpen: isOpen, SteleDecoder(allowing: [Circle.self, Square.self]))
    let copy = try unarchiver.decode(Drawing.self)
    let newCircle = try #require(copy.shapes[1] as? Circle)
    let newSquare = try #require(copy.shapes[2] as? Square)
    #expect(type(of: copy.shapes[0]) == Shape.self)
    #expect("\(newCircle.radius) \(newCircle.label) \(newCircle.isAwake)" == "3 none true")
    #expect(newSquare.size == 4)
    #expect(copy.shapes[3] === newCircle)
    #expect(copy.best === newCircle)
    #expect(copy.byName["a"] === newSquare)
    #expect(copy.shapes[0].next === newCircle)
    #expect(newCircle.next === newSquare)
    #expect(newCircle.owner === copy.shapes[0])
    #expect(newSquare.owner === newSquare)
  }

  @Test func `an object is a root, whichever class is asked for`() throws {
    let bytes = try encoded(Old.Shape("circle", 3))
    let decoder = SteleDecoder(allowing: [Circle.self, Square.self])
    #expect(try decoder.decode(Shape.self, from: bytes) is Circle)
    // The class that has the name in the archive has to be allowed, too.
    let named = SteleDecoder(allowing: [Shape.self])
    #expect(try named.decode(Circle.self, from: bytes).radius == 3)
    let unarchiver = try Unarchiver(bytes, decoder: decoder)
    #expect(try unarchiver.decode(Shape.self, object: 1) is Circle)
    #expect(try unarchiver.decode(Circle.self, object: 1) === unarchiver.decode(Shape.self))
  }

  @Test func `current records are not concerned, and old ones are asked once`() throws {
    let circle = Circle(radius: 3)
    circle.next = Shape()
    let decoder = SteleDecoder(allowing: [Circle.self, Square.self])
    let count = Self.asked.withLock { $0 }
    let copy = try convert(
      Drawing(shapes: [circle, circle], best: circle, byName: [:]), to: Drawing.self, with: decoder)
    #expect((copy.best as? Circle)?.label == "new")
    #expect(Self.asked.withLock { $0 } == count)
    let old = Old.Shape("circle", 3, next: Old.Shape("square", 3))
    _ = try convert(
      Old.Drawing(shapes: [old, old, old], best: old), to: Drawing.self, with: decoder)
    #expect(Self.asked.withLock { $0 } == count + 2)
  }

  @Test func `a long chain of objects comes back on a small stack`() throws {
    var first = Old.Shape("circle", 0)
    for index in 1..<deepCount {
      first = Old.Shape(index % 2 == 0 ? "circle" : "square", index, next: first)
    }
    let bytes = try SteleEncoder().encode(Old.Drawing(shapes: [first], best: nil))
    var link: Old.Shape? = first
    while let next = link?.next {
      link?.next = nil
      link = next
    }
    let decoder = SteleDecoder(allowing: [Circle.self, Square.self])
    let count = try onStack {
      var shape = try decoder.decode(Drawing.self, from: bytes).shapes.first
      var count = 0
      while let next = shape {
        count += 1
        #expect(next is Circle || next is Square)
        shape = next.next
        next.next = nil
      }
      return count
    }
    #expect(count == deepCount)
  }

  // In two phases, with cycles; by hand; by properties.

  enum OldNodes {
    final class Node: TwoPhaseCodable, SimplyNamed {
      var isLeaf = false
      var nodes: [Node] = []
      var weight = 0
      func encode(to fields: inout FieldEncoder) throws {
        try fields.encode(isLeaf, "isLeaf")
        try fields.encode(nodes, "nodes")
        try fields.encode(weight, "weight")
      }
      func decode(from fields: inout FieldDecoder) throws {}
    }
  }

  class Node: TwoPhaseCodable, ArchiveDeclaring {
    var nodes: [Node] = []
    class var archiveClass: ArchiveClass {
      ArchiveClass(
        "Node", version: 2, keys: [.retired("isLeaf", .bool)],
        successor: { try $0.decode("isLeaf", as: Bool.self) == true ? Leaf.self : Branch.self })
    }
    required init() {}
    func encode(to fields: inout FieldEncoder) throws { try fields.encode(nodes, "nodes") }
    func decode(from fields: inout FieldDecoder) throws { nodes = try fields.decode("nodes") }
  }

  final class Leaf: Node {
    var weight = 0
    override static var archiveClass: ArchiveClass { ArchiveClass("Leaf") }
    override func decode(from fields: inout FieldDecoder) throws {
      try super.decode(from: &fields)
      try fields.level(Leaf.self)
      weight = try fields.decode("weight")
    }
  }

  final class Branch: Node {
    var sum = -1
    override static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Branch", version: 3,
        migration: { old in
          old.set(old.version * 100 + (try old.decode("weight", as: Int.self) ?? 0), for: "sum")
        })
    }
    override func decode(from fields: inout FieldDecoder) throws {
      try super.decode(from: &fields)
      try fields.level(Branch.self)
      sum = try fields.decode("sum")
    }
  }

  @Test(arguments: [false, true]) func `cycles of objects in two phases close`(
    isOpen: Bool
  ) throws {
    let (root, leaf) = (OldNodes.Node(), OldNodes.Node())
    (leaf.isLeaf, leaf.weight, root.weight) = (true, 8, 7)
    root.nodes = [root, leaf, leaf]
    leaf.nodes = [root, leaf]
    let bytes = try encoded([root, leaf])
    let unarchiver = try unarchiver(
      bytes, isOpen: isOpen, SteleDecoder(allowing: [Leaf.self, Branch.self]))
    let copies = try unarchiver.decode([Node].self)
    let branch = try #require(copies[0] as? Branch)
    let newLeaf = try #require(copies[1] as? Leaf)
    // The archive has no level of the new class, so its migration sees the version 0.
    #expect(branch.sum == 7)
    #expect(newLeaf.weight == 8)
    #expect(branch.nodes.map { $0 === branch } == [true, false, false])
    #expect(branch.nodes[1] === newLeaf && branch.nodes[2] === newLeaf)
    #expect(newLeaf.nodes[0] === branch && newLeaf.nodes[1] === newLeaf)
  }

  enum OldItems {
    final class Item: FieldEncodable, Hashable, SimplyNamed {
      let kind: Int
      let name: String
      let part: Item?
      init(_ kind: Int, _ name: String, _ part: Item? = nil) {
        (self.kind, self.name, self.part) = (kind, name, part)
      }
      func encode(to fields: inout FieldEncoder) throws {
        try fields.encode(kind, "kind")
        try fields.encode(name, "name")
        try fields.encode(part, "part")
      }
      static func == (left: Item, right: Item) -> Bool { left.name == right.name }
      func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
  }

  class Item: Hashable, FieldDecodable, ArchiveDeclaring {
    let name: String
    let part: Item?
    class var archiveClass: ArchiveClass {
      ArchiveClass(
        "Item", version: 2, keys: [.retired("kind", .int64)],
        successor: { try $0.decode("kind", as: Int.self) == 1 ? Tool.self : nil })
    }
    required init(from fields: inout FieldDecoder) throws {
      try fields.level(Item.self)
      name = try fields.decode("name")
      part = try fields.decode("part")
    }
    static func == (left: Item, right: Item) -> Bool { left.name == right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  final class Tool: Item {
    override static var archiveClass: ArchiveClass { ArchiveClass("Tool") }
  }

  @Test func `objects by hand are split, in sets and as keys as well`() throws {
    let tool = OldItems.Item(1, "saw", OldItems.Item(0, "blade"))
    let old: [OldItems.Item: [OldItems.Item]] = [tool: [tool]]
    let copy = try convert(old, to: [Item: [Item]].self, with: SteleDecoder(allowing: [Tool.self]))
    let key = try #require(copy.first?.key as? Tool)
    #expect(copy.first?.value.first === key)
    #expect(key.part.map { type(of: $0) == Item.self } == true)
    let set = try convert(
      Set([tool]), to: Set<Item>.self, with: SteleDecoder(allowing: [Tool.self]))
    #expect(set.first is Tool)
  }

  enum OldRecords {
    final class Record: PropertyCodable, SimplyNamed {
      var kind = ""
      var size = 0
      var other: Record?
    }
  }

  class Record: PropertyCodable, ArchiveDeclaring {
    var other: Record?
    required init() {}
    class var archiveClass: ArchiveClass {
      ArchiveClass(
        "Record", version: 2, keys: [.retired("kind", .string)],
        successor: { try $0.decode("kind", as: String.self) == "large" ? Large.self : Small.self })
    }
  }
  final class Large: Record {
    var size = -1
    override static var archiveClass: ArchiveClass { ArchiveClass("Large") }
  }
  final class Small: Record {
    var size: Int64 = -1
    override static var archiveClass: ArchiveClass { ArchiveClass("Small") }
  }

  @Test func `objects whose properties are all archived are split`() throws {
    let (large, small) = (OldRecords.Record(), OldRecords.Record())
    (large.kind, large.size, large.other) = ("large", 9, small)
    (small.size, small.other) = (1, large)
    let copies = try convert(
      [large, small], to: [Record].self, with: SteleDecoder(allowing: [Large.self, Small.self]))
    #expect((copies[0] as? Large)?.size == 9)
    #expect((copies[1] as? Small)?.size == 1)
    #expect(copies[0].other === copies[1])
    #expect(copies[1].other === copies[0])
  }

  // Classes without a common superclass.

  enum OldMarks {
    final class Mark: Codable, SimplyNamed {
      var kind: Int
      var text: String
      var extra: String?
      init(_ kind: Int, _ text: String) { (self.kind, self.text) = (kind, text) }
    }
    struct Page: Codable {
      var marks: [Mark]
      var best: Mark?
    }
  }

  protocol Marking: AnyObject { var text: String { get } }

  /// Represents the name of the old class.
  final class OldMark: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Mark", version: 2,
        successor: { old in
          if try old.decode("kind", as: Int.self) == 0 { return Note.self }
          return Warning.self
        })
    }
  }
  final class Note: Codable, Marking, SimplyNamed {
    var text: String
  }
  final class Warning: Codable, Marking, ArchiveDeclaring {
    var text: String
    var level: Int
    static var archiveClass: ArchiveClass {
      ArchiveClass("Warning", keys: [.key("level", aliases: ["kind"])])
    }
  }
  struct Page: Codable {
    @Polymorphic var marks: [any Marking]
    @Polymorphic var best: (any Marking)?
  }
  struct NotePage: Codable {
    var marks: [Note]
    var best: Warning?
  }

  @Test func `unrelated classes are reached by a protocol, and by themselves`() throws {
    let (note, warning) = (OldMarks.Mark(0, "see"), OldMarks.Mark(2, "hot"))
    let decoder = SteleDecoder(allowing: [OldMark.self, Note.self, Warning.self])
    let page = try convert(
      OldMarks.Page(marks: [note, warning, note], best: warning), to: Page.self, with: decoder)
    #expect(page.marks.map(\.text) == ["see", "hot", "see"])
    #expect(page.marks[0] is Note && page.marks[0] === page.marks[2])
    #expect((page.best as? Warning)?.level == 2 && page.best === page.marks[1])
    let typed = try convert(
      OldMarks.Page(marks: [note, note], best: warning), to: NotePage.self, with: decoder)
    #expect(typed.marks[0] === typed.marks[1])
    #expect(typed.best?.level == 2)
  }

  // Refusals.

  @Test func `a class that a reference cannot have is refused, also after others`() throws {
    let (note, warning) = (OldMarks.Mark(0, "see"), OldMarks.Mark(2, "hot"))
    let decoder = SteleDecoder(allowing: [OldMark.self, Note.self, Warning.self])
    let bytes = try encoded(OldMarks.Page(marks: [note, note, warning, note], best: warning))
    for isOpen in [false, true] {
      let failure = failure { try unarchiver(bytes, isOpen: isOpen, decoder).decode(NotePage.self) }
      #expect(
        failure == CodingFailure(.typeMismatch, "marks[2]", .wrongType(.reference(to: "Warning"))))
    }
    let best = try encoded(OldMarks.Page(marks: [note], best: note))
    #expect(
      failure { try decoder.decode(NotePage.self, from: best) }
        == CodingFailure(.typeMismatch, "best", .wrongType(.reference(to: "Note"))))
  }

  @Test func `a class in two phases is not taken for another one`() throws {
    let (leaf, branch) = (OldNodes.Node(), OldNodes.Node())
    leaf.isLeaf = true
    let decoder = SteleDecoder(allowing: [Node.self, Leaf.self, Branch.self])
    #expect(
      try failure(converting: [leaf, leaf, branch], to: [Leaf].self, with: decoder)
        == CodingFailure(.typeMismatch, "[2]", .wrongType(.reference(to: "Branch"))))
    #expect(
      try failure(converting: [leaf, branch], to: [LateReference<Leaf?>].self, with: decoder)
        == CodingFailure(.typeMismatch, "[1]", .wrongType(.reference(to: "Branch"))))
  }

  @Test func `a class that is not allowed is refused, with the line to write`() throws {
    let bytes = try encoded(
      Old.Drawing(shapes: [Old.Shape("square", 1), Old.Shape("circle", 1)], best: nil))
    var listed = SteleDecoder(allowing: [Shape.self, Square.self])
    listed.allowsListedClassesOnly = true
    for decoder in [SteleDecoder(allowing: [Square.self]), listed] {
      let failure = failure { try decoder.decode(Drawing.self, from: bytes) }
      #expect(failure == CodingFailure(.dataCorrupted, "shapes[1]", .classNotAllowed("Circle")))
      expectText("Call decoder.allow(", of: failure)
      expectText("Circle.self)", of: failure)
    }
  }

  @Test func `what the declaration throws is thrown, errors of reading with their path`() throws {
    let decoder = SteleDecoder(allowing: [Circle.self, Square.self])
    #expect(throws: UnknownKind(kind: "star")) {
      try convert(
        Old.Drawing(shapes: [], best: Old.Shape("circle", 1, next: Old.Shape("star", 1))),
        to: Drawing.self, with: decoder)
    }
    let failure = try failure(converting: [Misread.Old(kind: "a")], to: [Misread.New].self)
    #expect((failure?.kind, failure?.path) == (.typeMismatch, "[0].kind"))
  }

  enum Misread {
    final class Old: Codable, ArchiveDeclaring {
      var kind: String
      init(kind: String) { self.kind = kind }
      static var archiveClass: ArchiveClass { ArchiveClass("Misread") }
    }
    final class New: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass(
          "Misread", version: 2,
          successor: { try $0.decode("kind", as: Int.self) == 0 ? nil : New.self })
      }
    }
  }

  final class Mirror: Codable, ArchiveDeclaring {
    var other: Mirror?
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Loop", version: 2,
        successor: { try $0.decode("other", as: Mirror.self) == nil ? nil : Mirror.self })
    }
  }
  final class Loop: TwoPhaseCodable, SimplyNamed {
    var other: Loop?
    func encode(to fields: inout FieldEncoder) throws { try fields.encode(other, "other") }
    func decode(from fields: inout FieldDecoder) throws { other = try fields.decode("other") }
  }

  @Test func `a choice that depends on itself is refused`() throws {
    let (first, second) = (Loop(), Loop())
    (first.other, second.other) = (second, first)
    let failure = try failure(converting: first, to: Mirror.self)
    #expect(failure?.reason == .strongCycle([]))
  }

  @Test func `a successor that no record can have is a flaw`() {
    final class First: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("First", successor: { _ in nil }) }
    }
    struct Value: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass("Value", version: 2, successor: { _ in nil })
      }
    }
    #expect(failure(encoding: First())?.reason == .invalidDeclaration(.successor))
    #expect(failure(encoding: Value())?.reason == .invalidDeclaration(.successor))
  }
}
