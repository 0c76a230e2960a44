import Stele
import TestSupport
import Testing

/// Declared names that nothing has, and names with other code points.
struct MisspeltNameTests {
  struct Old: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("A") }
    var old: String? = "x"
    var stars = 1
  }

  struct WrongAlias: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("A", version: 2, keys: [.key("new", aliases: ["odl"])])
    }
    var new: String?
  }

  @Test func `an alias that is not there is an error if a similar name is`() throws {
    let error = try failure(converting: [Old()], to: [WrongAlias].self)
    #expect(error?.reason == .missingKey("new"))
    #expect(error?.description.contains(#"aliases: ["old"]"#) == true)
  }

  struct WrongName: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("A", version: 2, keys: [.key("nwe", aliases: ["old"])])
    }
    var new: String?
  }
  struct WrongDefault: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("A", version: 2, keys: [.key("star", default: 3)])
    }
    var stars = 1
  }

  @Test func `a declared key that nothing asks for is an error that names the one meant`() throws {
    let name = try failure(converting: [Old()], to: [WrongName].self)
    #expect(name?.reason == .invalidDeclaration(.noProperty(key: "nwe", nearest: "new")))
    // Also while the archive has the key.
    let wrong = try failure(converting: [WrongDefault()], to: [WrongDefault].self)
    #expect(wrong?.reason == .invalidDeclaration(.noProperty(key: "star", nearest: "stars")))
  }

  /// A value that has keys of one of several kinds.
  struct Shape: Codable, Equatable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Shape", version: 2,
        keys: [.key("radius", default: 1), .key("side", since: 2, aliases: ["edge"])])
    }
    var radius: Int?
    var side: Int?
    private enum CodingKeys: CodingKey { case radius, side, size, isRound }
    init(radius: Int? = nil, side: Int? = nil) { (self.radius, self.side) = (radius, side) }
    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: CodingKeys.self)
      if try keys.decode(Bool.self, forKey: .isRound) {
        radius = try keys.decode(Int.self, forKey: .radius)
      } else {
        side = try keys.decode(Int.self, forKey: .side)
      }
    }
    func encode(to encoder: any Encoder) throws {
      var keys = encoder.container(keyedBy: CodingKeys.self)
      try keys.encode(radius != nil, forKey: .isRound)
      if let radius { try keys.encode(radius, forKey: .radius) }
      if let side { try keys.encode(side, forKey: .side) }
    }
  }

  @Test func `a value need not ask for all declared keys`() throws {
    let shapes = [Shape(radius: 2), Shape(side: 3), Shape(radius: 4)]
    #expect(try roundTrip(shapes) == shapes)
    #expect(try roundTrip(Array(shapes.reversed())) == shapes.reversed())
  }

  // One character, or a letter and an accent.

  struct Composed: Codable {
    private enum CodingKeys: String, CodingKey { case name = "caf\u{E9}" }
    var name: String? = "x"
  }
  struct Decomposed: Codable {
    private enum CodingKeys: String, CodingKey { case name = "cafe\u{301}" }
    var name: String?
  }
  struct DecomposedFields: FieldCodable {
    var name: String?
    init(from fields: inout FieldDecoder) throws { name = try fields.decode("cafe\u{301}") }
    func encode(to fields: inout FieldEncoder) throws {}
  }
  final class ComposedObject: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Object") }
    private enum CodingKeys: String, CodingKey { case name = "caf\u{E9}" }
    var name: String? = "x"
    init() {}
  }
  final class DecomposedObject: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Object", version: 2, keys: [.key("cafe\u{301}", since: 2)])
    }
    private enum CodingKeys: String, CodingKey { case name = "cafe\u{301}" }
    var name: String?
  }
  struct Sign: Codable {
    private enum CodingKeys: String, CodingKey { case unit = "K" }
    var unit: Int? = 1
  }
  struct KelvinSign: Codable {
    private enum CodingKeys: String, CodingKey { case unit = "\u{212A}" }
    var unit: Int?
  }

  @Test func `an optional key with other code points is an error as a required one is`() throws {
    let name = SteleCodingError.Reason.missingKey("cafe\u{301}")
    let struct_ = try failure(converting: [Composed()], to: [Decomposed].self)
    #expect(struct_?.reason == name)
    #expect(struct_?.description.contains("other code points") == true)
    #expect(try failure(converting: [Composed()], to: [DecomposedFields].self)?.reason == name)
    #expect(try failure(converting: ComposedObject(), to: DecomposedObject.self)?.reason == name)
    #expect(
      try failure(converting: [Sign()], to: [KelvinSign].self)?.reason == .missingKey("\u{212A}"))
    #expect(try convert([Composed(name: nil)], to: [Decomposed].self)[0].name == nil)
  }
}
