import Stele
import SteleModel
import Testing
import TestSupport

/// Types that have a property for unknown keys, and lose it or them.
@Suite struct LostUnknownKeysTests {
  private final class Note: Codable, SimplyNamed {
    var text = "t"
    var cache = 0
    var unknownKeys = UnknownKeys()
    private enum CodingKeys: CodingKey { case text }
  }

  private struct Point: FieldCodable {
    var x = 1
    var further = UnknownKeys()
    init() {}
    init(from fields: inout FieldDecoder) throws { x = try fields.decode("x") }
    func encode(to fields: inout FieldEncoder) throws { try fields.encode(x, "x") }
  }

  /// A class whose superclass reads its unknown keys, and which does not read its own.
  private final class Memo: Base {
    override class var archiveClass: ArchiveClass { ArchiveClass("Memo") }
    var unknownKeys = UnknownKeys()
    override init() { super.init() }
    required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
    override func encode(to encoder: any Encoder) throws { try super.encode(to: encoder) }
  }

  private class Base: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Base") }
    var text = "t"
    var unknownKeys0 = UnknownKeys()
  }

  private struct Plain: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Point") }
    var x = 1
    var y = 2
  }

  @Test func `a class that does not code its unknown keys is refused when it is first written`() {
    #expect(
      explanation { try SteleEncoder().encode(Note()) } == "Cannot encode Note: "
        + Self.refusal(of: "Note", "unknownKeys"))
    #expect(
      explanation { try SteleEncoder().encode([Point()]) } == "Cannot encode [0]: "
        + Self.refusal(of: "Point", "further"))
    #expect(
      explanation { try SteleEncoder().encode(Memo()) }?.contains(
        "Memo has a property unknownKeys for unknown keys") == true)
  }

  @Test func `a class that does not code its unknown keys is refused when first read`() throws {
    let bytes = try archive(
      .class("Note", keys: [ArchiveKey("text", .string)]), values: [.string("t")])
    #expect(
      explanation { try SteleDecoder().decode(Note.self, from: bytes) }?.contains(
        "Note has a property unknownKeys for unknown keys, but is coded without it") == true)
    let points = try SteleEncoder().encode([Plain()])
    #expect(
      explanation { try SteleDecoder().decode([Point].self, from: points) }?.contains(
        Self.refusal(of: "Point", "further")) == true)
  }

  @Test func `a class that may lose properties may lose its unknown keys`() throws {
    final class Lax: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Lax", allowsLostProperties: true) }
      var text = "t"
      var unknownKeys = UnknownKeys()
      private enum CodingKeys: CodingKey { case text }
    }
    #expect(try convert(Lax(), to: Lax.self).text == "t")
  }

  @Test func `unknown keys are not written without a key`() throws {
    #expect(
      explanation { try SteleEncoder().encode([UnknownKeys()]) } == "Cannot encode [0]: "
        + "unknown keys are only kept in a property with a key. Encode them in a keyed container.")
  }

  private static func refusal(of type: String, _ name: String) -> String {
    "\(type) has a property \(name) for unknown keys, but is coded without it, so they would be lost. "
      + "Write case \(name) in the CodingKeys of \(type); in code by hand, "
      + "\(name) = try container.decode(UnknownKeys.self, forKey: .\(name)) and "
      + "try container.encode(\(name), forKey: .\(name)); with fields, "
      + "\(name) = try fields.decode(\"\(name)\") and try fields.encode(\(name), \"\(name)\")."
  }
}

/// Unknown keys of values that are coded in a container of another one.
@Suite struct ContainedUnknownKeysTests {
  private struct New: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Pet", version: 2) }
    var name = "Rex"
    var chip: Int? = 77
    var tags: [String]? = ["t"]
  }

  private struct Old: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Pet") }
    var name: String
    var unknownKeys = UnknownKeys()
  }

  private enum Keys: CodingKey { case first, second, list }

  /// Two values, each under an encoder of its own.
  private struct Pair<Part: Codable>: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Pair") }
    var first: Part
    var second: Part
    init(_ first: Part, _ second: Part) { (self.first, self.second) = (first, second) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      first = try Part(from: container.superDecoder(forKey: .first))
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      second = try Part(from: list.superDecoder())
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try first.encode(to: container.superEncoder(forKey: .first))
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try second.encode(to: list.superEncoder())
    }
  }

  @Test func `the unknown keys of values below encoders of their own are kept`() throws {
    var old = try convert(Pair(New(), New()), to: Pair<Old>.self)
    #expect(old.first.unknownKeys.names == ["chip", "tags"])
    #expect(old.second.unknownKeys.names == ["chip", "tags"])
    old.first.name = "Max"
    let new = try convert(old, to: Pair<New>.self)
    #expect(new.first.name == "Max")
    #expect([new.first.chip, new.second.chip] == [77, 77])
    #expect(new.second.tags == ["t"])
  }

  /// Two values, of which the second one is read below a decoder of its own.
  private struct Drawing<Shape: Codable>: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Drawing") }
    var first: Shape
    var second: Shape
    private enum CodingKeys: CodingKey { case first, second }
    init(_ first: Shape, _ second: Shape) { (self.first, self.second) = (first, second) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      first = try container.decode(Shape.self, forKey: .first)
      second = try Shape(from: container.superDecoder(forKey: .second))
    }
  }

  private enum NewShape: Codable, Equatable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Shape", version: 2) }
    case square(side: Int)
    case circle(radius: Double, colour: Int?, tags: [String])
  }

  private enum OldShape: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Shape") }
    case square(side: Int)
    case circle(radius: Double, unknownKeys: UnknownKeys)
  }

  @Test func `the unknown keys of a payload below a decoder of its own are kept`() throws {
    let new = Drawing(NewShape.square(side: 1), .circle(radius: 2, colour: 3, tags: ["t"]))
    let old = try convert(new, to: Drawing<OldShape>.self)
    guard case .circle(_, let unknownKeys) = old.second else {
      Issue.record("\(old.second)")
      return
    }
    #expect(unknownKeys.names == ["colour", "tags"])
    #expect(unknownKeys.keys.map(\.type) == [.int64, .list(.string)])
    #expect(unknownKeys["colour"] == .integer(3))
    #expect(unknownKeys["tags"] == .list([.string("t")]))
    let again = try convert(old, to: Drawing<NewShape>.self)
    #expect([again.first, again.second] == [new.first, new.second])
    let entries = try ArchiveGraph(encoded(old)).classes.entries
    #expect(entries.last { $0.name == "Shape" }?.version == 2)
  }

  private struct Plain<Shape: Codable>: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Drawing") }
    var first: Shape
    var second: Shape
  }

  @Test func `the unknown keys of a payload are kept`() throws {
    let new = Plain(
      first: NewShape.circle(radius: 1, colour: nil, tags: []),
      second: .circle(radius: 2, colour: 3, tags: ["t"]))
    let old = try convert(new, to: Plain<OldShape>.self)
    let again = try convert(old, to: Plain<NewShape>.self)
    #expect([again.first, again.second] == [new.first, new.second])
  }

  private enum ManyCases: Codable, Equatable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Shape") }
    case a(radius: Int, text: Int?)
    case x(radius: Int, number: Int?)
  }

  private enum OneCase: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Shape", keys: [.key("x", aliases: ["a"])])
    }
    case x(radius: Int, rest: UnknownKeys)
  }

  private enum OneFullCase: Codable, Equatable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Shape", keys: [.key("x", aliases: ["a"])])
    }
    case x(radius: Int, text: Int?, number: Int?)
  }

  @Test func `unknown keys of two cases that have become one stay apart`() throws {
    let new = [
      ManyCases.a(radius: 1, text: 100), .x(radius: 2, number: 201), .a(radius: 3, text: 102),
    ]
    let old = try convert(new, to: [OneCase].self)
    #expect(
      try convert(old, to: [OneFullCase].self) == [
        .x(radius: 1, text: 100, number: nil), .x(radius: 2, text: nil, number: 201),
        .x(radius: 3, text: 102, number: nil),
      ])
  }

  private enum OuterKeys: CodingKey { case info, unknownKeys }
  private enum InnerKeys: CodingKey { case a, b }

  private struct NewInfo: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Info", version: 2) }
    var b: Int?
    init(_ b: Int?) { self.b = b }
    init(from decoder: any Decoder) throws {
      let info = try decoder.container(keyedBy: OuterKeys.self)
        .nestedContainer(keyedBy: InnerKeys.self, forKey: .info)
      b = try info.decodeIfPresent(Int.self, forKey: .b)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: OuterKeys.self)
      var info = container.nestedContainer(keyedBy: InnerKeys.self, forKey: .info)
      try info.encode(1, forKey: .a)
      try info.encodeIfPresent(b, forKey: .b)
    }
  }

  private struct OldInfo: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Info") }
    var a: Int
    var unknownKeys: UnknownKeys
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: OuterKeys.self)
      a = try container.nestedContainer(keyedBy: InnerKeys.self, forKey: .info)
        .decode(Int.self, forKey: .a)
      unknownKeys = try container.decode(UnknownKeys.self, forKey: .unknownKeys)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: OuterKeys.self)
      var info = container.nestedContainer(keyedBy: InnerKeys.self, forKey: .info)
      try info.encode(a, forKey: .a)
      try container.encode(unknownKeys, forKey: .unknownKeys)
    }
  }

  @Test func `an unknown key in a nested container is an error when it is written back`() throws {
    let old = try convert([NewInfo(2)], to: [OldInfo].self)
    #expect(old.map(\.a) == [1])
    #expect(
      explanation { try SteleEncoder().encode(old) } == "Cannot encode [0]: "
        + "the archive has the unknown key \"b\" in a nested container, where none can be kept. "
        + "Let the content of the container be a type of its own, with a property UnknownKeys.")
    let known = try convert([NewInfo(nil)], to: [OldInfo].self)
    let again = try convert(known, to: [NewInfo].self)
    #expect(again.map(\.b) == [nil])
  }

  @Test func `retired keys of many entries are kept, and become those of a few entries`() throws {
    let count = 300
    let classes = (1...count).map { number in
      ArchiveClassEntry.class(
        "Pet", version: number,
        keys: [
          ArchiveKey("name", .string),
          ArchiveKey("old\(number)", .int64, since: number, presence: .retired),
        ])
    }
    let bytes = try archive(
      classes, (1...count).map { ArchiveObject(entry: $0, values: [.string("n")]) },
      root: .list(.reference(to: "Pet")), .list((1...count).map { .reference($0) }))
    final class Pet: Codable, SimplyNamed {
      var name: String
      var unknownKeys = UnknownKeys()
    }
    let pets = try SteleDecoder().decode([Pet].self, from: bytes)
    let entries = try ArchiveGraph(encoded(pets)).classes.entries
    #expect(entries.count < 20)
    let last = try #require(entries.last)
    #expect(last.version == count)
    #expect(last.keys.count == count + 1)
    #expect(last.keys.allSatisfy { $0.name == "name" || $0.presence == .retired })
  }
}
