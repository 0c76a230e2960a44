import Stele
import SteleModel
import Testing

/// Archives that are decoded one after the other: what is known of a class and a class table is used again, and nothing else.
@Suite(.serialized) struct ReusedDecoderTests {
  struct Inner: Codable { var size = 1 }

  struct Outer: Codable {
    var inner = Inner()
    var name = "outer"
  }

  /// The encoder of the archives.
  enum Writer {
    final class Box: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Box") }
      let contents: [Outer]
      let number: Int

      init(_ number: Int) {
        contents = [Outer(), Outer()]
        self.number = number
      }
    }

    final class Choice: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Choice") }
      let keepsRest: Bool
      let number: Int

      init(keepsRest: Bool, number: Int) {
        self.keepsRest = keepsRest
        self.number = number
      }
    }
  }

  /// The decoder of the archives.
  enum Reader {
    final class Box: FieldCodable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Box") }
      let number: Int

      init(from fields: inout FieldDecoder) throws { number = try fields.decode("number") }

      func encode(to fields: inout FieldEncoder) throws { try fields.encode(number, "number") }
    }

    final class Choice: FieldCodable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Choice", allowsLostProperties: true) }
      let number: Int?
      let rest: UnknownKeys

      init(from fields: inout FieldDecoder) throws {
        let keepsRest: Bool = try fields.decode("keepsRest")
        number = keepsRest ? nil : try fields.decode("number")
        rest = keepsRest ? try fields.decode("rest") : UnknownKeys()
      }

      func encode(to fields: inout FieldEncoder) throws {}
    }
  }

  final class Note: FieldCodable {
    let text: String
    let purpose: String?

    init(_ text: String) {
      self.text = text
      purpose = nil
    }

    init(from fields: inout FieldDecoder) throws {
      text = try fields.decode("text")
      purpose = fields.userInfo.values.first as? String
    }

    func encode(to fields: inout FieldEncoder) throws { try fields.encode(text, "text") }
  }

  private enum Names: CodingKey { case text }

  /// Keeps the decoder that it is made by.
  final class Keeper: Codable {
    let text: String
    let decoder: (any Decoder)?

    init(_ text: String) {
      self.text = text
      decoder = nil
    }

    init(from decoder: any Decoder) throws {
      text = try decoder.container(keyedBy: Names.self).decode(String.self, forKey: .text)
      self.decoder = decoder
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Names.self)
      try container.encode(text, forKey: .text)
    }
  }

  /// Knows of the decoder that it is made by, which it is handed though it reads by hand.
  final class Watcher: FieldCodable {
    weak var decoder: AnyObject?
    let text: String

    init(_ text: String) { self.text = text }

    init(from fields: inout FieldDecoder) throws {
      text = try fields.decode("text")
      decoder = fields.decoder as AnyObject
    }

    func encode(to fields: inout FieldEncoder) throws { try fields.encode(text, "text") }
  }

  @Test func `lists of nested structs are skipped in each of many archives`() throws {
    for number in 0..<4 {
      let bytes = try SteleEncoder().encode(Writer.Box(number))
      #expect(try SteleDecoder().decode(Reader.Box.self, from: bytes).number == number)
    }
  }

  @Test func `a key that an earlier archive was asked for is unknown in a later one`() throws {
    for number in 0..<4 {
      let asked = try SteleEncoder().encode(Writer.Choice(keepsRest: false, number: number))
      #expect(try SteleDecoder().decode(Reader.Choice.self, from: asked).number == number)
      let kept = try SteleEncoder().encode(Writer.Choice(keepsRest: true, number: number))
      let rest = try SteleDecoder().decode(Reader.Choice.self, from: kept).rest
      #expect((rest.names, rest["number"]) == (["number"], .integer(Int128(number))))
    }
  }

  @Test func `what a program says to its types is said for one archive`() throws {
    let bytes = try SteleEncoder().encode(Note("a"))
    var decoder = SteleDecoder()
    decoder.userInfo[.named("purpose")] = "test"
    for _ in 0..<3 {
      #expect(try decoder.decode(Note.self, from: bytes).purpose == "test")
      #expect(try SteleDecoder().decode(Note.self, from: bytes).purpose == nil)
    }
  }

  @Test func `a decoder that the program keeps stays with its archive`() throws {
    var keepers: [Keeper] = []
    for number in 0..<4 {
      let bytes = try SteleEncoder().encode(Keeper("keeper \(number) with a text that is long"))
      keepers.append(try SteleDecoder().decode(Keeper.self, from: bytes))
    }
    for keeper in keepers {
      let container = try #require(keeper.decoder).container(keyedBy: Names.self)
      #expect(try container.decode(String.self, forKey: .text) == keeper.text)
    }
  }

  @Test func `a decoder that the program knows of is not used for another archive`() throws {
    for number in 0..<4 {
      let bytes = try SteleEncoder().encode(Watcher("watcher \(number)"))
      let watcher = try SteleDecoder().decode(Watcher.self, from: bytes)
      #expect(watcher.text == "watcher \(number)")
      #expect(watcher.decoder == nil)
    }
  }

  @Test func `damaged archives are refused as ever between sound ones`() throws {
    let bytes = try SteleEncoder().encode(Note("a note of some length"))
    for offset in bytes.indices {
      #expect(try SteleDecoder().decode(Note.self, from: bytes).text == "a note of some length")
      var damaged = bytes
      damaged[offset] ^= 0x11
      var refusal: ArchiveError?
      do throws(ArchiveError) { try ArchiveReader.check(damaged) } catch { refusal = error }
      var found: ArchiveError?
      do {
        _ = try SteleDecoder().decode(Note.self, from: damaged)
      } catch DecodingError.dataCorrupted(let context) {
        found = context.underlyingError as? ArchiveError
      }
      #expect(found == refusal)
      #expect(found != nil)
    }
  }

  @Test func `archives of one class table may have any number of objects`() throws {
    for count in [1, 2, 9, 1, 600, 3] {
      let archiver = Archiver()
      try archiver.encode(Note("first of \(count)"), root: SteleEncoder.rootName)
      for number in 1..<count { try archiver.encode(Note("other"), root: "root \(number)") }
      let bytes = try archiver.finish()
      #expect(try SteleDecoder().decode(Note.self, from: bytes).text == "first of \(count)")
      let unarchiver = try Unarchiver(bytes)
      for number in 1..<count {
        #expect(try unarchiver.decode(Note.self, root: "root \(number)").text == "other")
      }
    }
  }
}
