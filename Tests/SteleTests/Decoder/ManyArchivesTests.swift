import Stele
import SteleModel
import TestSupport
import Testing

/// Archives that are decoded one after the other, by decoders of their own or by that of a series: what is known of a class and
/// a class table is used again, and no trace of one archive shows in the next.
@Suite(.serialized) struct ManyArchivesTests {
  /// What decodes the archives.
  enum Way: CaseIterable {
    case decoders, series

    func make() -> any RootDecoding {
      switch self {
      case .decoders: SteleDecoder()
      case .series: SeriesDecoder()
      }
    }
  }

  final class Pair: FieldCodable {
    let name: String
    let number: Int
    let purpose: String?

    init(name: String, number: Int) {
      self.name = name
      self.number = number
      purpose = nil
    }

    init(from fields: inout FieldDecoder) throws {
      name = try fields.decode("name")
      number = try fields.decode("number")
      purpose = fields.userInfo.values.first as? String
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(name, "name")
      try fields.encode(number, "number")
    }
  }

  @Test(arguments: Way.allCases)
  func `many small archives come back one after the other`(_ way: Way) throws {
    let decoder = way.make()
    for number in 0..<20 {
      let pair = Pair(name: "pair \(number)", number: number)
      let sameOne = try decoder.decode(Pair.self, from: SteleEncoder().encode(pair))
      #expect((sameOne.name, sameOne.number) == (pair.name, number))
      let link = Link(number, next: number % 2 == 0 ? Link(-1) : nil)
      let sameLink = try decoder.decode(Link.self, from: SteleEncoder().encode(link))
      #expect((sameLink.value, sameLink.next?.value) == (number, link.next?.value))
    }
  }

  @Test(arguments: Way.allCases)
  func `archives of more and of fewer objects follow each other`(_ way: Way) throws {
    let decoder = way.make()
    for count in [2, 40, 1, 0, 700, 3, 41] {
      let tags = (0..<count).map { Tag("\($0)") }
      let bytes = try SteleEncoder().encode(tags)
      #expect(try decoder.decode([Tag].self, from: bytes).map(\.name) == tags.map(\.name))
    }
  }

  @Test(arguments: Way.allCases)
  func `roots are found by name in each archive`(_ way: Way) throws {
    let decoder = way.make()
    for count in [1, 3, 9, 20, 2] {
      let archiver = Archiver()
      for number in 1..<count { try archiver.encode(Tag("\(number)"), root: "root \(number)") }
      try archiver.encode(Tag("last of \(count)"), root: SteleEncoder.rootName)
      let bytes = try archiver.finish()
      #expect(try decoder.decode(Tag.self, from: bytes).name == "last of \(count)")
    }
    let archiver = Archiver()
    for name in ["a", "b"] { try archiver.encode(Tag(name), root: name) }
    let bytes = try archiver.finish()
    let expected = try #require(failure(decoding: Tag.self, from: bytes))
    let found = failure { try decoder.decode(Tag.self, from: bytes) }
    #expect(found?.description == expected.description)
  }

  struct Home: Codable {
    var tag: Tag
    var others: [Tag]
  }

  @Test(arguments: Way.allCases)
  func `objects are those of one archive, and are released with their last user`(_ way: Way) throws
  {
    let decoder = way.make()
    for name in ["Rex", "Ada", "Bo", "Bo"] {
      weak var tag: Tag?
      weak var other: Tag?
      do {
        let shared = Tag(name)
        let bytes = try SteleEncoder().encode(Home(tag: shared, others: [shared, Tag("other")]))
        let home = try decoder.decode(Home.self, from: bytes)
        (tag, other) = (home.tag, home.others.last)
        #expect(tag?.name == name)
        #expect(home.others.first === tag)
        #expect(try decoder.decode(Home.self, from: bytes).tag !== tag)
      }
      #expect(tag == nil)
      #expect(other == nil)
    }
  }

  /// Types of which the decoder reads less than the encoder writes.
  enum Writer {
    struct Inner: Codable { var size = 1 }

    struct Outer: Codable {
      var inner = Inner()
      var name = "outer"
    }

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

  enum Reader {
    final class Box: FieldDecodable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Box") }
      let number: Int

      init(from fields: inout FieldDecoder) throws { number = try fields.decode("number") }
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

  @Test(arguments: Way.allCases)
  func `lists of nested structs are skipped in each of many archives`(_ way: Way) throws {
    let decoder = way.make()
    for number in 0..<4 {
      let bytes = try SteleEncoder().encode(Writer.Box(number))
      #expect(try decoder.decode(Reader.Box.self, from: bytes).number == number)
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

  typealias Animal = Requested.Animal
  typealias Dog = Requested.Dog

  /// Reads the pet first, and the dog only on demand: the way to the class depends on the archive.
  final class Shelf: FieldCodable {
    let pet: Animal?
    let hasDog: Bool
    let dog: Dog?

    init(pet: Animal?, dog: Dog?, hasDog: Bool) {
      self.pet = pet
      self.dog = dog
      self.hasDog = hasDog
    }

    init(from fields: inout FieldDecoder) throws {
      pet = try fields.decode("pet")
      hasDog = try fields.decode("hasDog")
      dog = hasDog ? try fields.decode("dog") : nil
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(pet, "pet")
      try fields.encode(hasDog, "hasDog")
      try fields.encode(dog, "dog")
    }
  }

  @Test(arguments: Way.allCases)
  func `a class that one archive leads to, or was decoded as, is not accepted in the next`(
    _ way: Way
  ) throws {
    let decoder = way.make()
    let tame = try SteleEncoder().encode(Shelf(pet: nil, dog: Dog(), hasDog: true))
    let wild = try SteleEncoder().encode(Shelf(pet: Dog(), dog: nil, hasDog: false))
    let dog = try SteleEncoder().encode(Dog())
    #expect(try ArchiveReader(opening: tame).classes == ArchiveReader(opening: wild).classes)
    for _ in 0..<3 {
      #expect(
        reason { try decoder.decode(Shelf.self, from: wild) } == .unknownClass("Requested.Dog"))
      #expect(throws: DecodingError.self) { try decoder.decode(Animal.self, from: dog) }
      _ = try decoder.decode(Shelf.self, from: tame)
      _ = try decoder.decode(Dog.self, from: dog)
    }
  }

  @Test(arguments: Way.allCases)
  func `an archive is refused as before when others have been decoded`(_ way: Way) throws {
    let decoder = way.make()
    func refusal<T: Decodable>(_ type: T.Type, _ bytes: [UInt8]) -> String? {
      failure { try decoder.decode(type, from: bytes) }?.description
    }
    let good = try SteleEncoder().encode(Pair(name: "a", number: 1))
    let other = try SteleEncoder().encode(Link(1))
    let before = (refusal(Link.self, good), refusal(Pair.self, other), refusal([Pair].self, good))
    for _ in 0..<3 {
      #expect(refusal(Pair.self, good) == nil)
      #expect(refusal(Link.self, other) == nil)
      #expect(refusal(Link.self, good) == before.0)
      #expect(refusal(Pair.self, other) == before.1)
      #expect(refusal([Pair].self, good) == before.2)
    }
    #expect(before.0 != nil)
    #expect(before.1 != nil)
    #expect(before.2 != nil)
  }

  /// An object with a weak slot in the archive, which is told when it is complete.
  final class Partner: Codable, AwakeAfterDecoding {
    let name: String
    @BackReference var partner: Partner?
    var isAwake = false

    init(_ name: String) { self.name = name }

    func awake() throws { isAwake = true }

    private enum CodingKeys: CodingKey { case name, partner }
  }

  @Test(arguments: Way.allCases)
  func `an archive with any changed byte is refused as ever, and leaves nothing for the next one`(
    _ way: Way
  ) throws {
    let decoder = way.make()
    let partners = [Partner("Ada"), Partner("Bo"), Partner("Cy")]
    partners[0].partner = partners[2]
    partners[2].partner = partners[1]
    let bytes = try SteleEncoder().encode(partners)
    var refusals: Set<String> = []
    for offset in bytes.indices {
      var changed = bytes
      changed[offset] ^= 0x11
      let refusal = thrown(ArchiveError.self) { try ArchiveReader.check(changed) }
      let error = thrown(DecodingError.self) {
        try decoder.decode([Partner].self, from: changed)
      }
      guard let refusal, case .dataCorrupted(let context)? = error else {
        Issue.record("offset \(offset) is not refused")
        continue
      }
      #expect(context.underlyingError as? ArchiveError == refusal, "offset \(offset)")
      for archive in [changed, ChunkAssembler.reseal(changed) ?? changed] {
        let expected = failure(decoding: [Partner].self, from: archive)
        let found = failure { try decoder.decode([Partner].self, from: archive) }
        #expect(found?.description == expected?.description, "offset \(offset)")
        refusals.insert("\(found?.description ?? "")")
        let again = try decoder.decode([Partner].self, from: bytes)
        #expect(again.map(\.name) == ["Ada", "Bo", "Cy"], "offset \(offset)")
        #expect(again.map { $0.partner?.name } == ["Cy", nil, "Bo"], "offset \(offset)")
        #expect(again.map(\.isAwake) == [true, true, true], "offset \(offset)")
      }
    }
    #expect(refusals.count > 20)
  }

  @Test func `what a program says to its types is said for one archive`() throws {
    let bytes = try SteleEncoder().encode(Pair(name: "a", number: 1))
    var decoder = SteleDecoder()
    decoder.userInfo[.named("purpose")] = "test"
    for _ in 0..<3 {
      #expect(try decoder.decode(Pair.self, from: bytes).purpose == "test")
      #expect(try SteleDecoder().decode(Pair.self, from: bytes).purpose == nil)
    }
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

  @Test func `a decoder that the program knows of is not used for another archive`() throws {
    for number in 0..<4 {
      let bytes = try SteleEncoder().encode(Watcher("watcher \(number)"))
      let watcher = try SteleDecoder().decode(Watcher.self, from: bytes)
      #expect(watcher.text == "watcher \(number)")
      #expect(watcher.decoder == nil)
    }
  }
}
