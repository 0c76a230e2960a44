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
