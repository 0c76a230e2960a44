import Foundation
import Stele
import SteleNSCoding
import TestSupport
import Testing

@Suite("Walk-through: properties that are chosen at run time")
struct SubsetWalkthrough {
  final class Note: NSObject, PropertyCoding, PropertySelecting {
    var title = ""
    var text = ""
    var preview = ""
    @TransientValue var chosen: Set<String> = ["title", "text"]
    override init() {}

    func archives(_ property: String, _ userInfo: [CodingUserInfoKey: Any]) -> Bool {
      chosen.contains(property)
    }
  }

  enum Plain {
    final class Note: PropertyCodable, PropertySelecting {
      static let withPreview = CodingUserInfoKey(rawValue: "withPreview")

      var title = ""
      var text = ""
      var preview = ""

      func archives(_ property: String, _ userInfo: [CodingUserInfoKey: Any]) -> Bool {
        property != "preview" || Note.withPreview.flatMap { userInfo[$0] } as? Bool == true
      }
    }
  }

  private var note: Note {
    let note = Note()
    note.title = "Birds"
    note.text = "They fly."
    note.preview = "T…"
    return note
  }

  @Test func `each object says which of its properties are archived`() throws {
    let one = note
    let two = note
    two.chosen = ["title", "preview"]
    let data = try SteleKeyedArchiver.archivedData(
      withRootObject: [one, two], requiringSecureCoding: true)
    let notes = try #require(
      try SteleKeyedUnarchiver.unarchivedArrayOfObjects(ofClass: Note.self, from: data))
    let stored = StoredArchive("notes", ["Note": Note.self])
    try stored.expectSame(as: ["root": [one, two]])
    let copies = try #require(
      try stored.unarchiver().object(of: [NSArray.self, Note.self], forKey: "root") as? [Note])
    for notes in [notes, copies] {
      #expect(notes.map(\.title) == ["Birds", "Birds"])
      #expect(notes.map(\.text) == ["They fly.", ""])
      #expect(notes.map(\.preview) == ["", "T…"])
    }
  }

  @Test func `each call says which properties are archived`() throws {
    let note = Plain.Note()
    note.title = "Birds"
    note.preview = "T…"
    let short = try SteleEncoder().encode(note)
    var encoder = SteleEncoder()
    if let key = Plain.Note.withPreview { encoder.userInfo[key] = true }
    let long = try encoder.encode(note)
    try StoredArchive.expect(short, in: "note-plain")
    let stored = try FixtureFolder.bytes("nscoding/note-plain.stele")
    for (bytes, preview) in [(short, ""), (stored, ""), (try verified(long), "T…")] {
      let copy = try SteleDecoder().decode(Plain.Note.self, from: bytes)
      #expect(copy.title == "Birds")
      #expect(copy.text == "")
      #expect(copy.preview == preview)
    }
  }

  /// A note that chooses by a setting of the archiver.
  final class Draft: NSObject, PropertyCoding, PropertySelecting {
    var text = ""
    override init() {}

    func archives(_ property: String, _ userInfo: [CodingUserInfoKey: Any]) -> Bool {
      userInfo.isEmpty
    }
  }

  @Test func `what is said to an archiver reaches its objects`() throws {
    let draft = Draft()
    draft.text = "They"
    var settings = SteleEncoder()
    for text in ["They", ""] {
      let archiver = SteleKeyedArchiver(encoder: settings)
      archiver.encode(draft, forKey: "root")
      archiver.finishEncoding()
      let copy = try SteleKeyedUnarchiver.unarchivedObject(
        ofClass: Draft.self, from: archiver.encodedData)
      #expect(copy?.text == text)
      if let key = CodingUserInfoKey(rawValue: "short") { settings.userInfo[key] = true }
    }
  }

  /// Its objects choose among their properties, those of subclasses as well.
  class Cage: NSObject, PropertyCoding, PropertySelecting {
    var size = 1
    var color = "red"
    @TransientValue var chosen: Set<String> = ["size"]
    required override init() {}
    func archives(_ property: String, _ userInfo: [CodingUserInfoKey: Any]) -> Bool {
      chosen.contains(property)
    }
  }
  final class BigCage: Cage {
    var count: NSNumber?
  }

  @Test func `an object of a subclass chooses among the properties of all levels`() throws {
    let cage = BigCage()
    (cage.size, cage.color, cage.count) = (2, "blue", 4)
    let first = try Format.stele.copy(cage)
    #expect((first.size, first.color, first.count) == (2, "red", nil))
    cage.chosen = ["color", "count"]
    let second = try Format.stele.copy(cage)
    #expect((second.size, second.color, second.count) == (1, "blue", 4))
  }

  /// A note of a kind that is first to choose.
  class Base: PropertyCodable {
    var title = "base"
    required init() {}
  }

  final class Choosing: Base, PropertySelecting {
    var text = ""

    func archives(_ property: String, _ userInfo: [CodingUserInfoKey: Any]) -> Bool {
      property != "title"
    }
  }

  @Test func `a subclass may be the first to choose`() throws {
    let note = Choosing()
    note.title = "changed"
    note.text = "They"
    let copy = try SteleDecoder().decode(Choosing.self, from: SteleEncoder().encode(note))
    #expect(copy.title == "base")
    #expect(copy.text == "They")
  }
}

extension SubsetWalkthrough.Plain.Note: SimplyNamed {}
