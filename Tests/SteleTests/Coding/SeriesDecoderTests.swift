import Foundation
import Stele
import SteleFoundation
import TestSupport
import Testing

/// What a series decoder decodes does not depend on the archives before.
struct SeriesDecoderTests {
  @Test func `archives of specimens are decoded as by new decoders, changed ones between them`()
    throws
  {
    var decodedCount = 0
    var refusedCount = 0
    for seed in Seeds.forTest(count: 12) {
      let trial = try SeriesTrial(seed: seed, archiveCount: 12)
      decodedCount += trial.decodedCount
      refusedCount += trial.refusedCount
      for disagreement in trial.disagreements { Issue.record("seed \(seed): \(disagreement)") }
    }
    #expect(decodedCount > 0)
    #expect(refusedCount > 0)
  }

  @Test func `archives of random types come back from a series`() throws {
    for seed in Seeds.forTest(count: 12) {
      var random = RandomSource(seed: seed)
      // The content that is decoded at the time.
      let current = RandomContent()
      var decoder = SteleDecoder()
      decoder.userInfo[RandomContent.key] = current
      decoder.allow(RandomThing.self, RandomSubclass.self)
      let series = SeriesDecoder(decoder)
      let contents = (0..<2).map { RandomContent(seed: seed &* 4 &+ $0) }
      let archives = try contents.map { content in
        try SteleEncoder().encode(RandomValue<RandomFirst>(content.root, content))
      }
      for number in 0..<6 {
        let index = random.count(upTo: 1)
        var bytes = archives[index]
        if random.isOne(in: 4) {
          bytes[Int.random(in: 8..<bytes.count, using: &random)] ^= 1
        }
        func decode(_ decoder: some RootDecoding) -> (tree: RandomTree?, error: String?) {
          current.prepare(for: contents[index])
          do {
            return (try decoder.decode(RandomValue<RandomFirst>.self, from: bytes).tree, nil)
          } catch {
            return (nil, "\(CodingFailure(error))")
          }
        }
        let expected = decode(decoder)
        let found = decode(series)
        #expect(found.tree == expected.tree, "seed \(seed), archive \(number)")
        #expect(found.error == expected.error, "seed \(seed), archive \(number)")
      }
    }
  }

  final class Pet: Codable {
    var name: String

    init(_ name: String) { self.name = name }
  }

  struct Home: Codable {
    var pet: Pet
    var others: [Pet]
  }

  struct Label: Codable { var text: String }

  /// A label that is read when it is asked for.
  struct LateLabel: Decodable {
    let text: () -> String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      text = {
        do { return try container.decode(String.self, forKey: .text) } catch { return "\(error)" }
      }
    }

    private enum CodingKeys: CodingKey { case text }
  }

  private func archive(_ name: String) throws -> [UInt8] {
    let pet = Pet(name)
    return try SteleEncoder().encode(Home(pet: pet, others: [pet, Pet("other")]))
  }

  @Test func `no object is retained after it has been returned`() throws {
    let series = SeriesDecoder()
    for name in ["Rex", "Ada", "Bo"] {
      weak var pet: Pet?
      weak var other: Pet?
      do {
        let home = try series.decode(Home.self, from: archive(name))
        (pet, other) = (home.pet, home.others.last)
        #expect(pet?.name == name)
        #expect(home.others.first === pet)
      }
      #expect(pet == nil)
      #expect(other == nil)
    }
  }

  @Test func `a container that the program keeps reads its own archive`() throws {
    let series = SeriesDecoder()
    let archives = try ["first", "second", "third"].map { text in
      try SteleEncoder().encode(Label(text: text))
    }
    let alone = try archives.map { try SteleDecoder().decode(LateLabel.self, from: $0) }
    let labels = try archives.map { try series.decode(LateLabel.self, from: $0) }
    #expect(labels.map { $0.text() } == alone.map { $0.text() })
    for archive in archives {
      let label = try series.decode(Label.self, from: archive)
      let late = try series.decode(LateLabel.self, from: archive)
      #expect(late.text() == label.text)
    }
    #expect(labels.map { $0.text() } == alone.map { $0.text() })
  }

  struct Plain: Codable { var key = "plain" }

  /// A value that is written as a map or as a struct, and read by its only key.
  struct Loose: Codable, Equatable {
    var text: String
    init(_ text: String) { self.text = text }
    private enum CodingKeys: CodingKey { case key }
    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: CodingKeys.self)
      if let number = try? keys.decode(Int.self, forKey: .key) {
        text = "\(number)"
      } else {
        text = try keys.decode(String.self, forKey: .key)
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if text == "plain" {
        try container.encode(Plain())
      } else if let number = Int(text) {
        try container.encode(["key": number])
      } else {
        try container.encode(["key": text])
      }
    }
  }

  @Test func `maps of other types than in the archive before are read as what they are`() throws {
    let series = SeriesDecoder()
    for texts in [["1", "plain"], ["one", "plain"], ["2", "two", "plain"], ["plain"], ["3"]] {
      let values = texts.map(Loose.init)
      #expect(try series.decode([Loose].self, from: SteleEncoder().encode(values)) == values)
    }
  }

  /// A value that decodes another archive with the decoder of the series.
  struct Envelope: Codable {
    static let key = CodingUserInfoKey.named("series")

    let home: Home
    let inner: Home?

    private enum CodingKeys: CodingKey { case home, inner }

    init(home: Home) { (self.home, inner) = (home, nil) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      home = try container.decode(Home.self, forKey: .home)
      let box = decoder.userInfo[Self.key] as? Box
      inner = try box?.series?.decode(Home.self, from: box?.inner ?? [])
    }
  }

  final class Box: @unchecked Sendable {
    // Safe: the test has one thread.
    var series: SeriesDecoder?
    var inner: [UInt8] = []
  }

  @Test func `a type may decode another archive of the series`() throws {
    let box = Box()
    var decoder = SteleDecoder()
    decoder.userInfo[Envelope.key] = box
    let series = SeriesDecoder(decoder)
    box.series = series
    defer { box.series = nil }
    for name in ["a", "b"] {
      box.inner = try archive("inner \(name)")
      let bytes = try SteleEncoder().encode(Envelope(home: Home(pet: Pet(name), others: [])))
      let envelope = try series.decode(Envelope.self, from: bytes)
      #expect(envelope.home.pet.name == name)
      #expect(envelope.inner?.pet.name == "inner \(name)")
    }
  }

  private typealias Animal = DynamicClasses.Animal
  private typealias Dog = DynamicClasses.Dog

  @Test func `a class that one archive was decoded as is not allowed for the next`() throws {
    let series = SeriesDecoder()
    let bytes = try SteleEncoder().encode(Dog(name: "Rex", breed: "Collie"))
    #expect(try series.decode(Dog.self, from: bytes).breed == "Collie")
    #expect(throws: DecodingError.self) { try series.decode(Animal.self, from: bytes) }
    #expect(try series.decode(Dog.self, from: bytes).breed == "Collie")
  }

  @Test func `settings are those of the decoder at the time`() throws {
    var decoder = SteleDecoder(allowing: [Dog.self])
    let series = SeriesDecoder(decoder)
    decoder.allowedClasses = []
    decoder.limits.memoryAllowance = 0
    decoder.limits.memoryPerByte = 0
    let bytes = try SteleEncoder().encode(Dog(name: "Rex", breed: "Collie"))
    for _ in 0..<2 { #expect(try series.decode(Animal.self, from: bytes) is Dog) }
    let poor = SeriesDecoder(decoder)
    let refusal = try #require(failure { try decoder.decode(Dog.self, from: bytes) })
    for _ in 0..<2 {
      let found = failure { try poor.decode(Dog.self, from: bytes) }
      #expect(found?.description == refusal.description)
    }
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

  @Test func `an archive with any changed byte leaves nothing for the next one`() throws {
    let series = SeriesDecoder()
    let partners = [Partner("Ada"), Partner("Bo"), Partner("Cy")]
    partners[0].partner = partners[2]
    partners[2].partner = partners[1]
    let bytes = try SteleEncoder().encode(partners)
    var refusals: Set<String> = []
    for offset in bytes.indices {
      var changed = bytes
      changed[offset] ^= 0x11
      for archive in [changed, ChunkAssembler.reseal(changed) ?? changed] {
        let expected = failure(decoding: [Partner].self, from: archive)
        let found = failure { try series.decode([Partner].self, from: archive) }
        #expect(found?.description == expected?.description, "offset \(offset)")
        refusals.insert("\(found?.description ?? "")")
        let again = try series.decode([Partner].self, from: bytes)
        #expect(again.map(\.name) == ["Ada", "Bo", "Cy"], "offset \(offset)")
        #expect(again.map { $0.partner?.name } == ["Cy", nil, "Bo"], "offset \(offset)")
        #expect(again.map(\.isAwake) == [true, true, true], "offset \(offset)")
      }
    }
    #expect(refusals.count > 20)
  }

  @Test func `archives of more and of fewer objects follow each other`() throws {
    let series = SeriesDecoder()
    for count in [2, 40, 1, 0, 700, 3, 41] {
      let pets = (0..<count).map { Pet("\($0)") }
      let bytes = try SteleEncoder().encode(pets)
      #expect(try series.decode([Pet].self, from: bytes).map(\.name) == pets.map(\.name))
    }
  }

  @Test func `roots are found by name in a series`() throws {
    let series = SeriesDecoder()
    for count in [1, 3, 9, 20, 2] {
      let archiver = Archiver()
      for number in 1..<count { try archiver.encode(Pet("\(number)"), root: "root \(number)") }
      try archiver.encode(Pet("last of \(count)"), root: SteleEncoder.rootName)
      let bytes = try archiver.finish()
      #expect(try series.decode(Pet.self, from: bytes).name == "last of \(count)")
    }
    let archiver = Archiver()
    for name in ["a", "b"] { try archiver.encode(Pet(name), root: name) }
    let bytes = try archiver.finish()
    let expected = try #require(failure(decoding: Pet.self, from: bytes))
    let found = failure { try series.decode(Pet.self, from: bytes) }
    #expect(found?.description == expected.description)
  }

  @Test func `archives may be any bytes`() throws {
    let series = SeriesDecoder()
    let bytes = try archive("Rex")
    #expect(try series.decode(Home.self, from: Data(bytes)).pet.name == "Rex")
    let slice = bytes[...]
    let ofSpan = try series.decode(Home.self, from: slice.span)
    let raw = unsafe slice.span.bytes
    let ofBytes = try series.decode(Home.self, from: raw)
    #expect([ofSpan, ofBytes].map(\.pet.name) == ["Rex", "Rex"])
  }
}

extension RandomContent {
  /// Takes over another content, to be decoded.
  fileprivate func prepare(for content: RandomContent) {
    (root, parts, objects) = (content.root, content.parts, content.objects)
    expected = [root]
    decoded = [:]
  }
}
