import Foundation
import Stele
import SteleFoundation
import TestSupport
import Testing

/// The table of changes on the page about the evolution of a class, row by row.
@Suite struct `The table of changes` {
  /// Reads a file: the values of its keys, or the error.
  private static func read<T: Decodable>(
    _ type: T.Type, _ file: some Encodable,
    allowing classes: [any (AnyObject & Decodable).Type] = [], _ values: (T) -> [String]
  ) -> String {
    var decoder = SteleDecoder()
    decoder.allow(classes)
    do {
      let object = try decoder.decode(type, from: verified(SteleEncoder().encode(file)))
      return values(object).joined(separator: " ")
    } catch {
      return "an error"
    }
  }

  struct Both: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Track", version: 2, keys: [.key("rating", since: 2, default: 3)])
    }
    var title = "Aria"
    var rating = 5
    var composer: String?
  }

  struct Unscored: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Score") }
    enum CodingKeys: CodingKey { case score }
    var score: Int?

    init(score: Int? = nil) { self.score = score }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(score, forKey: .score)
    }
  }

  struct Scored: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Score", version: 2, keys: [.key("score", default: 3)])
    }
    var score = 4
  }

  struct Plain: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Track") }
    var title = "Aria"
  }

  struct Labelled: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Track") }
    var title = "Aria"
    var label = "Blue"
  }

  struct Retired: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Track", version: 2, keys: [.retired("label", .string)])
    }
    var title = "Aria"
  }

  struct Renamed: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Track", version: 2, keys: [.key("name", aliases: ["title"])])
    }
    var name = "Duet"
  }

  struct RenamedInside: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Track", version: 2) }
    var name = "Duet"
    private enum CodingKeys: String, CodingKey { case name = "title" }
  }

  struct Narrow: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Track") }
    var seconds: Int32 = 188
    var size: Double = 0.5
  }

  struct Wide: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Track", version: 2) }
    var seconds: Int = 90
    var size: Double? = 0.5
  }

  struct Huge: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Track", version: 2) }
    var seconds = Int.max
    var size: Double?
  }

  struct Text: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Track", version: 2, keys: [.key("seconds").converting(from: Int.self) { "\($0) s" }])
    }
    var seconds = "90 s"
    var size = 0.5
  }

  struct Minutes: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Track", version: 2,
        keys: [.key("seconds").converting(from: Int32.self, before: 2) { $0 / 60 }])
    }
    var seconds: Int32 = 2
    var size = 0.5
  }

  final class Song: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Song") }
    var title = "Aria"
    init() {}
  }

  final class Recording: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Recording", aliases: ["Song"]) }
    var title = "Duet"
    init() {}
  }

  class Item: PropertyCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass {
      ArchiveClass("Item", keys: [.key("title", movedFrom: "Song")])
    }
    var title = "Duet"
    required init() {}
  }

  final class Sheet: Item {
    override class var archiveClass: ArchiveClass { ArchiveClass("Song", version: 2) }
  }

  class Numbered: PropertyCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Numbered") }
    var pages = 7
    required init() {}
  }

  final class Score: Numbered {
    override class var archiveClass: ArchiveClass { ArchiveClass("Song", version: 2) }
    var title = "Duet"
  }

  struct Migrated: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Track", version: 2, keys: [.retired("label", .string)]) { old in
        let names = [
          try old.decode("title", as: String.self), try old.decode("label", as: String.self),
        ]
        old.set(names, for: "names")
      }
    }
    var names: [String?] = ["a", "b"]
  }

  struct Value: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Value") }
    var size = 1
  }

  final class Object: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Value", version: 2) }
    var size = 2
    init() {}
  }

  struct Integer: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Number") }
    var number = 5
  }

  struct Float: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Number", version: 2) }
    var number = 6.0
  }

  /// A struct with one property, of a type that changes.
  struct Box<Value: Codable>: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Box") }
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  class Work: PropertyCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass {
      ArchiveClass(
        "Song", version: 2,
        successor: { try $0.decode("title", as: String.self) == "Aria" ? Aria.self : nil })
    }
    required init() {}
  }

  final class Aria: Work {
    override class var archiveClass: ArchiveClass { ArchiveClass("Aria") }
    var title = "Duet"
  }

  /// What the new program reads of the old file, and the old program of the new file.
  private struct Row: Sendable {
    let results: [String]
    let read: @Sendable () -> [String]

    init(_ ofOld: String, _ ofNew: String, _ read: @escaping @Sendable () -> [String]) {
      results = [ofOld, ofNew]
      self.read = read
    }
  }

  private static let rows: [String: Row] = [
    "key added": Row("Aria 3 nil", "Aria") {
      [
        read(Both.self, Plain()) { [$0.title, "\($0.rating)", $0.composer ?? "nil"] },
        read(Plain.self, Both()) { [$0.title] },
      ]
    },
    "key retired": Row("Aria", "an error") {
      [
        read(Retired.self, Labelled()) { [$0.title] },
        read(Labelled.self, Retired()) { [$0.label] },
      ]
    },
    "key renamed": Row("Aria, Aria", "an error, Duet") {
      [
        read(Renamed.self, Plain()) { [$0.name] } + ", "
          + read(RenamedInside.self, Plain()) { [$0.name] },
        read(Plain.self, Renamed()) { [$0.title] } + ", "
          + read(Plain.self, RenamedInside()) { [$0.title] },
      ]
    },
    "number made wider, value made optional, class made a superclass": Row(
      "188 0.5", "90 0.5, an error"
    ) {
      [
        read(Wide.self, Narrow()) { ["\($0.seconds)", "\($0.size ?? 0)"] },
        read(Narrow.self, Wide()) { ["\($0.seconds)", "\($0.size)"] } + ", "
          + read(Narrow.self, Huge()) { ["\($0.seconds)"] },
      ]
    },
    "optional made required": Row("3, 5", "4") {
      [
        read(Scored.self, Unscored()) { ["\($0.score)"] } + ", "
          + read(Scored.self, Unscored(score: 5)) { ["\($0.score)"] },
        read(Unscored.self, Scored()) { ["\($0.score ?? 0)"] },
      ]
    },
    "struct made a class": Row("1 true", "2 2") {
      [
        read([Object].self, [Value(), Value()]) { ["\($0[0].size)", "\($0[0] !== $0[1])"] },
        read([Value].self, [Object(), Object()]) { $0.map { "\($0.size)" } },
      ]
    },
    "class made a struct": Row("2 2", "1 true") {
      [
        read([Value].self, [Object(), Object()]) { $0.map { "\($0.size)" } },
        read([Object].self, [Value(), Value()]) { ["\($0[0].size)", "\($0[0] !== $0[1])"] },
      ]
    },
    "integer made a float, or a float an integer": Row("5.0, an error", "6, an error") {
      [
        read(Float.self, Integer()) { ["\($0.number)"] } + ", "
          + read(Float.self, Integer(number: .max)) { ["\($0.number)"] },
        read(Integer.self, Float()) { ["\($0.number)"] } + ", "
          + read(Integer.self, Float(number: 0.5)) { ["\($0.number)"] },
      ]
    },
    "array made a set, or a set an array": Row("3", "3") {
      [
        read(Box<Set<Int>>.self, Box([3, 3])) { $0.value.map { "\($0)" } },
        read(Box<[Int]>.self, Box(Set([3]))) { $0.value.map { "\($0)" } },
      ]
    },
    "`String` made a `URL`, or a `URL` a `String`": Row("https://a.b/c, an error", "file:///c") {
      [
        read(Box<URL>.self, Box("https://a.b/c")) { [$0.value.absoluteString] } + ", "
          + read(Box<URL>.self, Box("")) { [$0.value.absoluteString] },
        read(Box<String>.self, Box(URL(filePath: "/c"))) { [$0.value] },
      ]
    },
    "`Double` made a `Date`, `String` a `UUID`, `[UInt8]` made `Data`": Row(
      "0.5, 01, [7, 8]", "an error, an error, an error"
    ) {
      [
        read(Box<Date>.self, Box(0.5)) { ["\($0.value.timeIntervalSinceReferenceDate)"] } + ", "
          + read(Box<UUID>.self, Box("00000000-0000-0000-0000-000000000001")) {
            [String($0.value.uuidString.suffix(2))]
          } + ", " + read(Box<Data>.self, Box([7, 8] as [UInt8])) { ["\([UInt8]($0.value))"] },
        read(Box<Double>.self, Box(Date())) { ["\($0.value)"] } + ", "
          + read(Box<String>.self, Box(UUID())) { [$0.value] } + ", "
          + read(Box<[UInt8]>.self, Box(Data())) { ["\($0.value)"] },
      ]
    },
    "any other type": Row("188 s", "an error") {
      [
        read(Text.self, Narrow()) { [$0.seconds] },
        read(Narrow.self, Text()) { ["\($0.seconds)"] },
      ]
    },
    "key with another meaning": Row("3", "2") {
      [
        read(Minutes.self, Narrow()) { ["\($0.seconds)"] },
        read(Narrow.self, Minutes()) { ["\($0.seconds)"] },
      ]
    },
    "class renamed": Row("Aria", "an error") {
      [
        read(Recording.self, Song()) { [$0.title] }, read(Song.self, Recording()) { [$0.title] },
      ]
    },
    "key moved to a superclass or a subclass": Row("Aria", "an error") {
      [read(Sheet.self, Song()) { [$0.title] }, read(Song.self, Sheet()) { [$0.title] }]
    },
    "superclass inserted or removed": Row("Aria 7", "Duet") {
      [
        read(Score.self, Song()) { [$0.title, "\($0.pages)"] },
        read(Song.self, Score()) { [$0.title] },
      ]
    },
    "class split into several": Row("Aria", "an error") {
      [
        read([Work].self, [Song()], allowing: [Aria.self]) { [($0[0] as? Aria)?.title ?? "none"] },
        read([Song].self, [Aria()]) { [$0[0].title] },
      ]
    },
    "anything else": Row("Aria Blue", "an error") {
      [
        read(Migrated.self, Labelled()) { $0.names.map { $0 ?? "nil" } },
        read(Labelled.self, Migrated()) { [$0.label] },
      ]
    },
  ]

  @Test func `each row is what the programs do`() throws {
    let page = try String(
      contentsOf: FixtureFolder.package.appending(
        path: "Sources/Stele/Stele.docc/EvolvingAClass.md"), encoding: .utf8)
    let titles = page.components(separatedBy: "\n").filter { $0.hasPrefix("| ") }.map { line in
      line.components(separatedBy: "|")[1].trimmingCharacters(in: .whitespaces)
    }
    // Another table precedes it.
    let rows = titles.drop { $0 != "change" }.dropFirst()
    #expect(Set(rows) == Set(Self.rows.keys))
    for (title, row) in Self.rows { #expect(row.read() == row.results, "\(title)") }
  }
}
