import Stele
import TestSupport
import Testing

/// The examples of the page about keeping what is unknown.
@Suite struct `Examples of keeping what is unknown` {
  enum Newer {
    class Item: Codable {
      var title: String
      init(title: String) { self.title = title }
    }

    final class Video: Item {
      var seconds = 90

      private enum CodingKeys: CodingKey { case seconds }

      override init(title: String) { super.init(title: title) }

      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        seconds = try container.decode(Int.self, forKey: .seconds)
        try super.init(from: decoder)
      }

      override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(seconds, forKey: .seconds)
      }
    }

    final class Playlist: Codable {
      var name: String
      var colour: String
      var items: [Item]

      init(name: String, colour: String, items: [Item]) {
        self.name = name
        self.colour = colour
        self.items = items
      }
    }
  }

  class Item: Codable {
    var title: String
    init(title: String) { self.title = title }
  }

  final class Playlist: Codable {
    var name: String
    var items: [MaybeUnknown<Item>]
    var unknownKeys = UnknownKeys()
  }

  @Test func `unknown keys and objects are looked at and written back`() throws {
    let bytes = try SteleEncoder().encode(
      Newer.Playlist(
        name: "Evening", colour: "blue", items: [.init(title: "Aria"), Newer.Video(title: "Duet")]))
    var report: [String] = []

    var decoder = SteleDecoder()
    decoder.unknownClasses = .keep
    let playlist = try decoder.decode(Playlist.self, from: bytes)
    for item in playlist.items {
      switch item {
      case .known(let item): report.append(item.title)
      case .unknown(let object): report.append("a \(object.classNames[0])")
      }
    }
    playlist.name = "Night"
    let changed = try SteleEncoder().encode(playlist)

    #expect(report == ["Aria", "a Video"])
    #expect(playlist.unknownKeys.names == ["colour"])
    #expect(playlist.unknownKeys["colour"] == .string("blue"))
    var newer = SteleDecoder()
    newer.allow(Newer.Video.self)
    let copy = try newer.decode(Newer.Playlist.self, from: verified(changed))
    #expect(copy.name == "Night")
    #expect(copy.colour == "blue")
    #expect(copy.items.map(\.title) == ["Aria", "Duet"])
    #expect((copy.items.last as? Newer.Video)?.seconds == 90)
  }
}

// The names that the types have outside of the suite.
extension `Examples of keeping what is unknown`.Newer.Item: SimplyNamed {}
extension `Examples of keeping what is unknown`.Newer.Playlist: SimplyNamed {}
extension `Examples of keeping what is unknown`.Item: SimplyNamed {}
extension `Examples of keeping what is unknown`.Playlist: SimplyNamed {}
