import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

/// The examples of the page about the evolution of a class.
@Suite struct `Examples of evolution` {
  enum Version1 {
    final class Track: Codable {
      var title: String
      var seconds: Int32
      var label: String

      init(title: String, seconds: Int32, label: String) {
        self.title = title
        self.seconds = seconds
        self.label = label
      }
    }
  }

  enum Version2 {
    final class Track: Codable, ArchiveDeclaring {
      var title: String
      var seconds: Int
      var rating: Int
      var composer: String?

      init(title: String, seconds: Int, rating: Int) {
        self.title = title
        self.seconds = seconds
        self.rating = rating
      }

      static var archiveClass: ArchiveClass {
        ArchiveClass(
          "Track", version: 2,
          keys: [
            .key("rating", since: 2, default: 3),
            .key("composer", since: 2),
            .retired("label", .string),
          ])
      }
    }
  }

  private func oldFile() throws -> [UInt8] {
    try verified(
      try SteleEncoder().encode(
        Version1.Track(title: "Aria", seconds: 188, label: "Blue")))
  }

  @Test func `keys are added, widened and retired`() throws {
    let track = try SteleDecoder().decode(Version2.Track.self, from: try oldFile())
    #expect(track.title == "Aria")
    #expect(track.seconds == 188)
    #expect(track.rating == 3)
    #expect(track.composer == nil)
    let bytes = try verified(try SteleEncoder().encode(track))
    let entry = try #require(ArchiveGraph(bytes).classes.entries.first { $0.name == "Track" })
    #expect(entry.version == 2)
    #expect(entry.keys.first { $0.name == "rating" }?.since == 2)
    #expect(entry.keys.first { $0.name == "label" }?.presence == .retired)
    // The old program needs the retired key, and throws an error that names it.
    #expect(throws: DecodingError.self) {
      try SteleDecoder().decode(Version1.Track.self, from: bytes)
    }
  }

  enum Version3 {
    final class Recording: Codable, ArchiveDeclaring {
      var title: String
      var minutes: Double
      var stars: Int

      private enum CodingKeys: String, CodingKey {
        case title, minutes
        case stars = "rating"  // renamed in the program only
      }

      static var archiveClass: ArchiveClass {
        ArchiveClass(
          "Recording", version: 3, aliases: ["Track"],
          keys: [
            .key("minutes", since: 3, aliases: ["seconds"])
              .converting(from: Int.self) { Double($0) / 60 },
            .key("rating", since: 2, default: 3),
            .retired("label", .string),
          ])
      }
    }
  }

  @Test func `classes and keys are renamed, and values converted`() throws {
    let fromOld = try SteleDecoder().decode(Version3.Recording.self, from: try oldFile())
    #expect(fromOld.title == "Aria")
    #expect(fromOld.minutes == 188.0 / 60)
    #expect(fromOld.stars == 3)
    let track = Version2.Track(title: "Duet", seconds: 90, rating: 5)
    let fromNew = try SteleDecoder().decode(
      Version3.Recording.self, from: try SteleEncoder().encode(track))
    #expect(fromNew.minutes == 1.5)
    #expect(fromNew.stars == 5)
    let bytes = try verified(try SteleEncoder().encode(fromNew))
    #expect(try SteleDecoder().decode(Version3.Recording.self, from: bytes).minutes == 1.5)
  }

  /// Returns the changes since a released file by which its values may be lost or not be read.
  func losses(since released: [UInt8], in current: [UInt8]) throws -> [String] {
    let old = try ArchiveSchema(ArchiveReader(opening: released))
    let new = try ArchiveSchema(ArchiveReader(opening: current))
    return ArchiveCompatibility(old: old, new: new).findings.filter { finding in
      switch finding.change {
      case .keyRemoved, .keyMayBeRenamed, .classMayBeRenamed: true
      default: finding.severity(for: [.old]) >= .needsDeclaration
      }
    }.map { "\($0.subject): \($0.change.sentence)" }
  }

  @Test func `a test finds the changes that need a declaration`() throws {
    let released = try oldFile()
    let current = try SteleEncoder().encode(
      Version2.Track(title: "Duet", seconds: 90, rating: 5))
    let found = try losses(since: released, in: current)
    #expect(
      found == ["Track.rating: added, int64", "Track.label: perhaps renamed to composer"])
    let backwards = try losses(since: current, in: released)
    #expect(
      backwards == [
        "Track: the version went down from 2 to 1",
        "Track.rating: removed without being retired, int64",
        "Track.composer: removed without being retired, string, may be absent",
        "Track.label: in use again, string",
      ])
  }

  enum Before {
    struct Contact: Codable {
      var first: String
      var last: String
    }
  }

  enum After {
    struct Contact: Codable, ArchiveDeclaring {
      var name: String

      static var archiveClass: ArchiveClass {
        ArchiveClass(
          "Contact", version: 2,
          keys: [.key("name", since: 2), .retired("first", .string), .retired("last", .string)],
          migration: { old in
            let first = try old.decode("first", as: String.self) ?? ""
            let last = try old.decode("last", as: String.self) ?? ""
            old.set("\(first) \(last)", for: "name")
          })
      }
    }
  }

  @Test func `a hook makes new values of old ones`() throws {
    let bytes = try SteleEncoder().encode(Before.Contact(first: "Ada", last: "Lovelace"))
    let contact = try SteleDecoder().decode(After.Contact.self, from: bytes)
    #expect(contact.name == "Ada Lovelace")
    let later = try verified(try SteleEncoder().encode(contact))
    #expect(try SteleDecoder().decode(After.Contact.self, from: later).name == "Ada Lovelace")
  }

  enum Dollars {
    struct Article: Codable { var price: Int }
  }

  struct Article: Codable, ArchiveDeclaring {
    var price: Int  // in cents; in dollars before version 2

    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Article", version: 2,
        keys: [.key("price").converting(from: Int.self, before: 2) { $0 * 100 }])
    }
  }

  @Test func `a value gets another meaning`() throws {
    let bytes = try SteleEncoder().encode(Dollars.Article(price: 3))
    let article = try SteleDecoder().decode(Article.self, from: bytes)
    #expect(article.price == 300)
    let later = try verified(try SteleEncoder().encode(article))
    #expect(try SteleDecoder().decode(Article.self, from: later).price == 300)
  }

  enum First {
    struct Author: Codable {
      var first: String
      var last: String
    }
  }

  struct Author: Codable, ArchiveDeclaring {
    var names: [String]

    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Author", version: 3,
        keys: [.retired("first", .string), .retired("last", .string), .retired("name", .string)],
        migrations: [
          .to(2) { old in
            let first = try old.decode("first", as: String.self) ?? ""
            let last = try old.decode("last", as: String.self) ?? ""
            old.set("\(first) \(last)", for: "name")
          },
          .to(3) { old in
            let name = try old.decode("name", as: String.self) ?? ""
            old.set(name.split(separator: " ").map(String.init), for: "names")
          },
        ])
    }
  }

  @Test func `a record is migrated step by step`() throws {
    let bytes = try SteleEncoder().encode(First.Author(first: "Ada", last: "Lovelace"))
    #expect(
      try SteleDecoder().decode(Author.self, from: bytes).names == ["Ada", "Lovelace"])
  }

  enum Alone {
    final class Film: Codable {
      var title = "Metropolis"
      var minutes = 153
      init() {}
    }
  }

  enum Below {
    class Media: Codable, ArchiveDeclaring {
      var title: String

      class var archiveClass: ArchiveClass {
        ArchiveClass("Media", version: 2, keys: [.key("title", since: 2, movedFrom: "Film")])
      }
    }

    final class Film: Media {
      var minutes: Int

      override class var archiveClass: ArchiveClass { ArchiveClass("Film", version: 2) }

      private enum CodingKeys: CodingKey { case minutes }

      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        minutes = try container.decode(Int.self, forKey: .minutes)
        try super.init(from: decoder)
      }

      override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(minutes, forKey: .minutes)
      }
    }
  }

  @Test func `a key moves to a superclass`() throws {
    let bytes = try SteleEncoder().encode(Alone.Film())
    let film = try SteleDecoder().decode(Below.Film.self, from: bytes)
    #expect(film.title == "Metropolis")
    #expect(film.minutes == 153)
    let later = try verified(try SteleEncoder().encode(film))
    let failure = failure { _ = try SteleDecoder().decode(Alone.Film.self, from: later) }
    #expect(failure?.reason == .missingKey("title"))
  }

  enum Smaller {
    enum Signal: Codable, Equatable, ArchiveDeclaring {
      case stop
      case go(speed: Int)
      case unknown

      static var archiveClass: ArchiveClass { ArchiveClass("Signal", unknownCase: "unknown") }
    }
  }

  enum Larger {
    enum Signal: Codable, Equatable {
      case stop
      case go(speed: Int)
      case wait(seconds: Int)
    }
  }

  @Test func `a case stands for cases of newer programs`() throws {
    let bytes = try verified(
      try SteleEncoder().encode([Larger.Signal.go(speed: 3), .wait(seconds: 5), .stop]))
    let signals = try SteleDecoder().decode([Smaller.Signal].self, from: bytes)
    #expect(signals == [.go(speed: 3), .unknown, .stop])
  }

  enum Flat {
    final class Dog: Codable {
      var name: String
      init(name: String) { self.name = name }
    }
  }

  enum Layered {
    class Animal: Codable, ArchiveDeclaring {
      var legs: Int
      init(legs: Int) { self.legs = legs }

      class var archiveClass: ArchiveClass {
        ArchiveClass("Animal", keys: [.key("legs", default: 4)])
      }
    }

    final class Dog: Animal {
      var name: String

      override class var archiveClass: ArchiveClass { ArchiveClass("Dog", version: 2) }

      private enum CodingKeys: CodingKey { case name }

      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        try super.init(from: decoder)
      }

      override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
      }
    }
  }

  @Test func `a superclass is inserted`() throws {
    let bytes = try SteleEncoder().encode(Flat.Dog(name: "Rex"))
    let dog = try SteleDecoder().decode(Layered.Dog.self, from: bytes)
    #expect(dog.name == "Rex")
    #expect(dog.legs == 4)
    let later = try verified(try SteleEncoder().encode(dog))
    #expect(try SteleDecoder().decode(Flat.Dog.self, from: later).name == "Rex")
  }

  enum BeforeSplit {
    final class Shape: Codable, ArchiveDeclaring {
      var name: String
      var isRound: Bool
      var size: Double

      init(name: String, isRound: Bool, size: Double) {
        self.name = name
        self.isRound = isRound
        self.size = size
      }

      static var archiveClass: ArchiveClass { ArchiveClass("Shape") }
    }
  }

  class Shape: Codable, ArchiveDeclaring {
    var name: String
    init(name: String) { self.name = name }

    class var archiveClass: ArchiveClass {
      ArchiveClass(
        "Shape", version: 2, keys: [.retired("isRound", .bool)],
        successor: { old in
          try old.decode("isRound", as: Bool.self) == true ? Circle.self : Square.self
        })
    }
  }

  final class Circle: Shape {
    var radius: Double

    private enum CodingKeys: CodingKey { case radius }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      radius = try container.decode(Double.self, forKey: .radius)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(radius, forKey: .radius)
    }

    override class var archiveClass: ArchiveClass {
      ArchiveClass("Circle", keys: [.key("radius", aliases: ["size"])])
    }
  }

  final class Square: Shape {
    var size: Double

    private enum CodingKeys: CodingKey { case size }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      size = try container.decode(Double.self, forKey: .size)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(size, forKey: .size)
    }

    override class var archiveClass: ArchiveClass { ArchiveClass("Square") }
  }

  @Test func `a class is split`() throws {
    let disc = BeforeSplit.Shape(name: "disc", isRound: true, size: 2)
    let tile = BeforeSplit.Shape(name: "tile", isRound: false, size: 3)
    let oldFile = try verified(SteleEncoder().encode([disc, tile, disc]))
    var decoder = SteleDecoder()
    decoder.allow(Circle.self, Square.self)
    let shapes = try decoder.decode([Shape].self, from: oldFile)
    #expect(shapes.map(\.name) == ["disc", "tile", "disc"])
    #expect((shapes[0] as? Circle)?.radius == 2)
    #expect((shapes[1] as? Square)?.size == 3)
    #expect(shapes[0] === shapes[2])
    let copies = try decoder.decode([Shape].self, from: verified(SteleEncoder().encode(shapes)))
    #expect((copies[2] as? Circle)?.radius == 2)
  }

  enum BeforeMetres {
    enum Move: Codable, ArchiveDeclaring {
      case go(speed: Double)
      case stop
      static var archiveClass: ArchiveClass { ArchiveClass("Move") }
    }
  }

  enum Move: Codable, Equatable, ArchiveDeclaring {
    case go(metresPerSecond: Double)
    case stop

    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Move", version: 2, keys: [.retired("go.speed", .float64)],
        migration: { old in
          if let speed = try old.decode("go.speed", as: Double.self) {
            old.set(speed / 3.6, for: "go.metresPerSecond")
          }
        })
    }
  }

  @Test func `the payload of a case is migrated`() throws {
    let moves = try convert([BeforeMetres.Move.go(speed: 36), .stop], to: [Move].self)
    #expect(moves == [.go(metresPerSecond: 10), .stop])
    #expect(try convert(moves, to: [Move].self) == moves)
  }
}

// The names that the types have outside of the suite.
extension `Examples of evolution`.Version1.Track: SimplyNamed {}
extension `Examples of evolution`.Alone.Film: SimplyNamed {}
extension `Examples of evolution`.Flat.Dog: SimplyNamed {}
extension `Examples of evolution`.Before.Contact: SimplyNamed {}
extension `Examples of evolution`.Larger.Signal: SimplyNamed {}
