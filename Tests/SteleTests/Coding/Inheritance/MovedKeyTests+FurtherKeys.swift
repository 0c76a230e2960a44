import Stele
import SteleModel
import TestSupport
import Testing

// Keys that did not fit into the entries of their levels

extension MovedKeyTests {
  private static let overflow = ArchiveKey(
    "*", .map(key: .string, value: .any), presence: .optional)

  private static func further(_ values: [String: String]) -> ArchiveValue {
    .map(
      values.sorted { $0.key < $1.key }.map {
        ArchiveMapPair(key: .string($0.key), value: .any(.string, .string($0.value)))
      })
  }

  /// An archive of a Doc, whose class has entries for the body alone.
  private func overflowing(_ further: [String: String] = ["title": "Aria"]) throws -> [UInt8] {
    try archive(
      .class("Doc", keys: [ArchiveKey("body", .string), Self.overflow]),
      values: [.string("text"), Self.further(further)])
  }

  @Test(arguments: raised.indices)
  func `a key beyond those of the entry that moved to a superclass keeps its value`(
    _ index: Int
  ) throws {
    #expect(try decode(Self.raised[index], overflowing()) == ["Aria", "text"])
    #expect(try decode(Self.raised[index], overflowing([:])) == ["untitled", "text"])
  }

  @Test func `a key beyond those of the entry that moved to a subclass keeps its value`() throws {
    let bytes = try archive(
      .class("Item", keys: [Self.overflow]),
      .class("Doc", superclass: 1, keys: [ArchiveKey("body", .string)]),
      values: [Self.further(["title": "Aria"]), .string("text")])
    #expect(try decode(Lowered.Doc.self, bytes) == ["Aria", "text"])
    // Here the program has no class for the level.
    let failure = failure(decoding: OldTask.self, from: bytes)
    #expect(failure?.reason == .ambiguousKey("title"))
  }

  @Test func `a key beyond the entry that moved and was renamed is found by its alias`() throws {
    let doc = try SteleDecoder().decode(AliasedDoc.self, from: overflowing())
    #expect([doc.name, doc.body] == ["Aria", "text"])
  }

  @Test func `of several values beyond the entries the declaration tells which it is`() throws {
    func levels(_ first: ArchiveKey, _ value: ArchiveValue) throws -> [UInt8] {
      try archive(
        .class("A", keys: [first]), .class("B", superclass: 1, keys: [Self.overflow]),
        .class("C", superclass: 2), values: [value, Self.further(["note": "b"])])
    }
    let archives = [
      try levels(Self.overflow, Self.further(["note": "a"])),
      try levels(ArchiveKey("note", .string), .string("a")),
    ]
    for bytes in archives {
      let cause = failure(decoding: TwoSourcesBelow.self, from: bytes)?
        .underlying
      #expect((cause?.reason, cause?.className) == (.ambiguousKey("note"), "New"))
      #expect(try SteleDecoder().decode(OneSourceBelow.self, from: bytes).note == "b")
    }
  }

  @Test func `a value beyond those of the entry is never read at two levels`() throws {
    try expectOneLevel(ofNoteIn: overflowing(["note": "mine"]))
  }

  @Test func `a key beyond the entry that has moved is not kept as an unknown one`() throws {
    let bytes = try overflowing(["title": "Aria", "year": "1741"])
    let doc = try SteleDecoder().decode(KeptDoc.self, from: bytes)
    #expect((doc.title, doc.unknownKeys.names) == ("Aria", ["body", "year"]))
  }

  class MigratedItem: PropertyCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass {
      ArchiveClass(
        "Item", version: 2, keys: [.retired("title", .string)],
        migration: { old in
          old.set((try old.decode("title", as: String.self) ?? "none") + "!", for: "name")
        })
    }
    var name = ""
    required init() {}
  }

  final class MigratedDoc: MigratedItem {
    override class var archiveClass: ArchiveClass { ArchiveClass("Doc", version: 2) }
    var body = ""
  }

  @Test func `a migration finds a key beyond those of the entry of another level`() throws {
    let doc = try SteleDecoder().decode(MigratedDoc.self, from: overflowing())
    #expect([doc.name, doc.body] == ["Aria!", "text"])
  }

  /// A document of which each instance has keys of its own, so that most go beyond the entries.
  final class Varied: Encodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Doc") }
    let keys: [(String, String)]
    init(_ keys: [(String, String)]) { self.keys = keys }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      for (name, value) in keys { try container.encode(value, forKey: AnyKey(name)) }
    }
  }

  @Test func `keys that an encoder puts beyond entries are found after they moved`() throws {
    let others = (0..<20).map { Varied([("body", "\($0)"), ("key \($0)", "x")]) }
    let moved = Varied([("body", "text"), ("title", "Aria")])
    let bytes = try encoded(others + [moved])
    let entries = try ArchiveReader(opening: bytes).classes.entries
    #expect(!entries.contains { $0.keys.contains { $0.name == "title" } })
    let docs = try SteleDecoder().decode([Raised.Synthesised].self, from: bytes)
    #expect(docs.map(\.title) == Array(repeating: "untitled", count: 20) + ["Aria"])
    #expect(docs.last?.body == "text")
  }
}
