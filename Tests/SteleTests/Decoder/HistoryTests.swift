import Stele
import TestSupport
import Testing

struct HistoryTests {
  enum Shape: Codable, ArchiveDeclaring, Equatable {
    case circle(radius: Double)
    case square(side: Double)
    case unknown

    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Shape", version: 2, keys: [.key("square", aliases: ["box"])], unknownCase: "unknown")
    }
  }

  enum StrictShape: Codable { case circle(radius: Double) }

  private func shape<T: Decodable>(_ type: T.Type, _ index: Int) throws -> T {
    let cases = ["circle", "box", "star"].map {
      ArchiveCase($0, keys: [ArchiveKey($0 == "circle" ? "radius" : "side", .float64)])
    }
    let bytes = try archive(
      [.enum("Shape", cases: cases)], root: .enum("Shape"),
      .enum(ArchiveEnumValue(entry: 1, caseIndex: index, values: [.float64(2)])))
    return try SteleDecoder().decode(type, from: bytes)
  }

  @Test func `a case is found by name and alias, and an unknown one has its stand-in`() throws {
    #expect(try shape(Shape.self, 0) == .circle(radius: 2))
    #expect(try shape(Shape.self, 1) == .square(side: 2))
    #expect(try shape(Shape.self, 2) == .unknown)
  }

  @Test func `an unknown case without stand-in is named`() throws {
    #expect(reason { try shape(StrictShape.self, 2) } == .unknownCase("star"))
  }

  class Base: Codable, ArchiveDeclaring {
    var id: Int
    class var archiveClass: ArchiveClass {
      ArchiveClass("Base", keys: [.key("id", default: 7)])
    }
  }

  final class Derived: Base {
    var id2: Int
    override class var archiveClass: ArchiveClass { ArchiveClass("Derived") }
    enum CodingKeys: String, CodingKey { case id2 = "id" }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id2 = try container.decode(Int.self, forKey: .id2)
      try super.init(from: container.superDecoder())
    }
  }

  @Test func `a superclass that the archive does not have takes its defaults`() throws {
    let keys = [ArchiveKey("id", .int64)]
    let without = try archive(.class("Derived", keys: keys), values: [.integer(1)])
    let alone = try SteleDecoder().decode(Derived.self, from: without)
    #expect((alone.id, alone.id2) == (7, 1))

    let with = try archive(
      .class("Base", keys: keys), .class("Derived", superclass: 1, keys: keys),
      values: [.integer(2), .integer(3)])
    let both = try SteleDecoder().decode(Derived.self, from: with)
    #expect((both.id, both.id2) == (2, 3))
  }
}
