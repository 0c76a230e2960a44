import Foundation
import Stele
import SteleNSCoding
import TestSupport
import Testing

@Suite("Walk-through: properties that change between versions")
struct VersionsWalkthrough {
  enum ByHand {
    enum Version1 {
      final class Song: NSObject, NSSecureCoding {
        static var supportsSecureCoding: Bool { true }

        var title = ""
        var seconds = 0
        var label = ""

        override init() {}

        init?(coder: NSCoder) {
          title = (coder.decodeObject(of: NSString.self, forKey: "title") as String?) ?? ""
          seconds = coder.decodeInteger(forKey: "seconds")
          label = (coder.decodeObject(of: NSString.self, forKey: "label") as String?) ?? ""
        }

        func encode(with coder: NSCoder) {
          coder.encode(title, forKey: "title")
          coder.encode(seconds, forKey: "seconds")
          coder.encode(label, forKey: "label")
        }
      }
    }

    enum Version2 {
      final class Song: NSObject, NSSecureCoding {
        static var supportsSecureCoding: Bool { true }

        var name = ""  // was `title`
        var seconds = 0
        var rating = 3  // is new; `label` is gone

        override init() {}

        init?(coder: NSCoder) {
          let key = coder.containsValue(forKey: "name") ? "name" : "title"
          name = (coder.decodeObject(of: NSString.self, forKey: key) as String?) ?? ""
          seconds = coder.decodeInteger(forKey: "seconds")
          if coder.containsValue(forKey: "rating") {
            rating = coder.decodeInteger(forKey: "rating")
          }
        }

        func encode(with coder: NSCoder) {
          coder.encode(name, forKey: "name")
          coder.encode(seconds, forKey: "seconds")
          coder.encode(rating, forKey: "rating")
        }
      }
    }
  }

  enum InOneLine {
    enum Version1 {
      final class Song: NSObject, PropertyCoding {
        var title = ""
        var seconds = 0
        var label = ""
        override init() {}
      }
    }

    enum Version2 {
      final class Song: NSObject, PropertyCoding, ArchiveDeclaring {
        var name = ""
        var seconds = 0
        var rating = 3
        override init() {}

        static var archiveClass: ArchiveClass {
          ArchiveClass(
            "Song", version: 2,
            keys: [
              .key("name", since: 2, aliases: ["title"]), .key("rating", since: 2),
              .retired("label", .string),
            ])
        }
      }
    }
  }

  enum Plain {
    enum Version1 {
      final class Song: PropertyCodable {
        var title = ""
        var seconds = 0
        var label = ""
      }
    }

    enum Version2 {
      final class Song: PropertyCodable, ArchiveDeclaring {
        var name = ""
        var seconds = 0
        var rating = 3

        static var archiveClass: ArchiveClass {
          ArchiveClass(
            "Song", version: 2,
            keys: [
              .key("name", since: 2, aliases: ["title"]), .key("rating", since: 2),
              .retired("label", .string),
            ])
        }
      }
    }
  }

  @Test func `by hand, an old file has the new properties as they are at first`() throws {
    let song = ByHand.Version1.Song()
    song.title = "Aria"
    song.seconds = 90
    song.label = "Opus"
    try StoredArchive("song-1", ["Song": ByHand.Version1.Song.self]).expectSame(as: ["root": song])
    let stored = StoredArchive("song-1", ["Song": ByHand.Version2.Song.self])
    let newer = try stored.root(ByHand.Version2.Song.self)
    #expect(newer.name == "Aria")
    #expect(newer.seconds == 90)
    #expect(newer.rating == 3)
  }

  @Test func `by hand, an old program passes over what it does not know`() throws {
    let song = ByHand.Version2.Song()
    song.name = "Aria"
    song.seconds = 90
    song.rating = 5
    try StoredArchive("song-2", ["Song": ByHand.Version2.Song.self]).expectSame(as: ["root": song])
    let stored = StoredArchive("song-2", ["Song": ByHand.Version1.Song.self])
    let older = try stored.root(ByHand.Version1.Song.self)
    #expect(older.title == "")
    #expect(older.seconds == 90)
    #expect(older.label == "")
  }

  @Test func `in one line, an old file has the new properties as they are at first`() throws {
    let song = InOneLine.Version1.Song()
    song.title = "Aria"
    song.seconds = 90
    song.label = "Opus"
    try StoredArchive("song-1", ["Song": InOneLine.Version1.Song.self])
      .expectSame(as: ["root": song])
    let stored = StoredArchive("song-1", ["Song": InOneLine.Version2.Song.self])
    let newer = try stored.root(InOneLine.Version2.Song.self)
    #expect(newer.name == "Aria")
    #expect(newer.seconds == 90)
    #expect(newer.rating == 3)
  }

  @Test func `in one line, an old program passes over what it does not know`() throws {
    let song = InOneLine.Version2.Song()
    song.name = "Aria"
    song.seconds = 90
    song.rating = 5
    try StoredArchive("song-2-declared", ["Song": InOneLine.Version2.Song.self])
      .expectSame(as: ["root": song])
    for name in ["song-2", "song-2-declared"] {
      let stored = StoredArchive(name, ["Song": InOneLine.Version1.Song.self])
      let older = try stored.root(InOneLine.Version1.Song.self)
      #expect(older.title == "")
      #expect(older.seconds == 90)
      #expect(older.label == "")
    }
  }

  @Test func `plain classes in one line, in both directions`() throws {
    let song = Plain.Version1.Song()
    song.title = "Aria"
    song.seconds = 90
    song.label = "Opus"
    try StoredArchive.expect(SteleEncoder().encode(song), in: "song-1-plain")
    let old = try FixtureFolder.bytes("nscoding/song-1-plain.stele")
    let newer = try SteleDecoder().decode(Plain.Version2.Song.self, from: old)
    #expect(newer.name == "Aria")
    #expect(newer.seconds == 90)
    #expect(newer.rating == 3)

    newer.rating = 5
    try StoredArchive.expect(SteleEncoder().encode(newer), in: "song-2-plain")
    let new = try FixtureFolder.bytes("nscoding/song-2-plain.stele")
    let older = try SteleDecoder().decode(Plain.Version1.Song.self, from: new)
    #expect(older.title == "")
    #expect(older.seconds == 90)
    #expect(older.label == "")
  }

  @Test func `the files of NSObject classes and of plain ones are read by the other`() throws {
    let plain = try SteleDecoder().decode(
      Plain.Version1.Song.self, from: FixtureFolder.bytes("nscoding/song-1.stele"))
    #expect(plain.title == "Aria")
    let stored = StoredArchive("song-1-plain", ["Song": InOneLine.Version1.Song.self])
    #expect(try stored.root(InOneLine.Version1.Song.self).title == "Aria")
  }
}

extension VersionsWalkthrough.Plain.Version1.Song: SimplyNamed {}
