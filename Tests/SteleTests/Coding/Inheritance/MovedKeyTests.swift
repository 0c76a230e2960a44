import Stele
import SteleModel
import TestSupport
import Testing

/// Keys that the program has moved to another level of the class hierarchy.
struct MovedKeyTests {
  /// The keys that a class writes and reads, in each way to code a class.
  protocol Document: Codable, AnyObject {
    var title: String { get }
    var body: String { get }
  }

  // Version 1: one class with both keys.

  enum Flat {
    final class Synthesised: Document, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Doc") }
      var title = "Aria"
      var body = "text"
    }
  }

  // Version 2: the title has moved to a new superclass, which has a default for it.

  enum Raised {
    static let item = ArchiveClass(
      "Item", keys: [.key("title", movedFrom: "Doc", default: "untitled")])

    class Item: Codable, ArchiveDeclaring {
      class var archiveClass: ArchiveClass { item }
      var title: String
      init(title: String) { self.title = title }
    }

    final class Synthesised: Item, Document {
      override class var archiveClass: ArchiveClass { ArchiveClass("Doc", version: 2) }
      var body: String
      private enum CodingKeys: CodingKey { case body }
      init(body: String) {
        self.body = body
        super.init(title: "new")
      }
      required init(from decoder: any Decoder) throws {
        body = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .body)
        try super.init(from: decoder)
      }
      override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var keys = encoder.container(keyedBy: CodingKeys.self)
        try keys.encode(body, forKey: .body)
      }
    }

    final class ThroughSuperDecoder: Item, Document {
      override class var archiveClass: ArchiveClass { ArchiveClass("Doc", version: 2) }
      var body = ""
      private enum CodingKeys: CodingKey { case body }
      required init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: CodingKeys.self)
        try super.init(from: keys.superDecoder())
        body = try keys.decode(String.self, forKey: .body)
      }
      override func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: CodingKeys.self)
        try super.encode(to: keys.superEncoder())
        try keys.encode(body, forKey: .body)
      }
    }

    class FieldItem: FieldCodable, ArchiveDeclaring {
      class var archiveClass: ArchiveClass { item }
      let title: String
      required init(from fields: inout FieldDecoder) throws {
        try fields.level(FieldItem.self)
        title = try fields.decode("title")
      }
      func encode(to fields: inout FieldEncoder) throws {
        try fields.level(FieldItem.self)
        try fields.encode(title, "title")
      }
    }

    final class Fields: FieldItem, Document {
      override class var archiveClass: ArchiveClass { ArchiveClass("Doc", version: 2) }
      let body: String
      required init(from fields: inout FieldDecoder) throws {
        try fields.level(Fields.self)
        body = try fields.decode("body")
        try super.init(from: &fields)
      }
      override func encode(to fields: inout FieldEncoder) throws {
        try super.encode(to: &fields)
        try fields.level(Fields.self)
        try fields.encode(body, "body")
      }
    }

    class PhaseItem: TwoPhaseCodable, ArchiveDeclaring {
      class var archiveClass: ArchiveClass { item }
      private(set) var title = ""
      required init() {}
      func decode(from fields: inout FieldDecoder) throws {
        try fields.level(PhaseItem.self)
        title = try fields.decode("title")
      }
      func encode(to fields: inout FieldEncoder) throws {
        try fields.level(PhaseItem.self)
        try fields.encode(title, "title")
      }
    }

    final class TwoPhases: PhaseItem, Document {
      override class var archiveClass: ArchiveClass { ArchiveClass("Doc", version: 2) }
      private(set) var body = ""
      override func decode(from fields: inout FieldDecoder) throws {
        try super.decode(from: &fields)
        try fields.level(TwoPhases.self)
        body = try fields.decode("body")
      }
      override func encode(to fields: inout FieldEncoder) throws {
        try super.encode(to: &fields)
        try fields.level(TwoPhases.self)
        try fields.encode(body, "body")
      }
    }

    class PropertyItem: PropertyCodable, ArchiveDeclaring {
      class var archiveClass: ArchiveClass { item }
      var title = ""
      required init() {}
    }

    final class Properties: PropertyItem, Document {
      override class var archiveClass: ArchiveClass { ArchiveClass("Doc", version: 2) }
      var body = ""
    }
  }

  static var raised: [any Document.Type] {
    [
      Raised.Synthesised.self, Raised.ThroughSuperDecoder.self, Raised.Fields.self,
      Raised.TwoPhases.self, Raised.Properties.self,
    ]
  }

  func decode<T: Document>(_ type: T.Type, _ bytes: [UInt8]) throws -> [String] {
    let object = try SteleDecoder().decode(type, from: bytes)
    let again = try convert(object, to: type)
    #expect([again.title, again.body] == [object.title, object.body])
    return [object.title, object.body]
  }

  @Test(arguments: raised.indices)
  func `a key that moved to a new superclass keeps its value`(_ index: Int) throws {
    let bytes = try SteleEncoder().encode(Flat.Synthesised())
    #expect(try decode(Self.raised[index], bytes) == ["Aria", "text"])
    func decodeAll<T: Document>(_ type: T.Type) throws -> [String] {
      try convert([Flat.Synthesised(), Flat.Synthesised()], to: [T].self).map(\.title)
    }
    #expect(try decodeAll(Self.raised[index]) == ["Aria", "Aria"])
  }

  // Version 3: the title has moved back to the subclass, and the superclass stays or is gone.

  enum Lowered {
    class Item: Codable, ArchiveDeclaring {
      class var archiveClass: ArchiveClass { ArchiveClass("Item", version: 2) }
    }

    final class Doc: Item, Document {
      override class var archiveClass: ArchiveClass {
        ArchiveClass("Doc", version: 3, keys: [.key("title", movedFrom: "Item")])
      }
      var title: String
      var body: String
      private enum CodingKeys: CodingKey { case title, body }
      required init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: CodingKeys.self)
        title = try keys.decode(String.self, forKey: .title)
        body = try keys.decode(String.self, forKey: .body)
        try super.init(from: decoder)
      }
      override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var keys = encoder.container(keyedBy: CodingKeys.self)
        try keys.encode(title, forKey: .title)
        try keys.encode(body, forKey: .body)
      }
    }
  }

  @Test func `a key that moved to a subclass keeps its value`() throws {
    let bytes = try SteleEncoder().encode(Raised.Synthesised(body: "text"))
    #expect(try decode(Lowered.Doc.self, bytes) == ["new", "text"])
  }

  class AliasedItem: PropertyCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass {
      ArchiveClass("Item", keys: [.key("name", aliases: ["title"], movedFrom: "Doc")])
    }
    var name = ""
    required init() {}
  }

  final class AliasedDoc: AliasedItem {
    override class var archiveClass: ArchiveClass { ArchiveClass("Doc", version: 2) }
    var body = ""
  }

  @Test func `a key that moved and was renamed is found by its alias`() throws {
    let doc = try convert(Flat.Synthesised(), to: AliasedDoc.self)
    #expect([doc.name, doc.body] == ["Aria", "text"])
  }

  // Keys of one name at several levels

  /// An archive of the class C below B below A, each level with a key "note".
  private func threeLevels() throws -> [UInt8] {
    let keys = [ArchiveKey("note", .string)]
    return try archive(
      .class("A", keys: keys), .class("B", superclass: 1, keys: keys),
      .class("C", superclass: 2, keys: keys), values: [.string("a"), .string("b"), .string("c")])
  }

  class TwoSources: PropertyCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("New") }
    var note = ""
    required init() {}
  }

  final class TwoSourcesBelow: TwoSources {
    override class var archiveClass: ArchiveClass { ArchiveClass("C", version: 2) }
  }

  class OneSource: PropertyCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass {
      ArchiveClass("New", keys: [.key("note", movedFrom: "B")])
    }
    var note = ""
    required init() {}
  }

  final class OneSourceBelow: OneSource {
    override class var archiveClass: ArchiveClass { ArchiveClass("C", version: 2) }
  }

  @Test func `of several values that a key may have the declaration tells which it is`() throws {
    let failure = failure { try SteleDecoder().decode(TwoSourcesBelow.self, from: threeLevels()) }
    #expect((failure?.kind, failure?.reason) == (.dataCorrupted, .ambiguousKey("note")))
    #expect(failure?.underlying?.className == "New")
    #expect(failure?.underlying?.keyPath == "note")
    expectText(#".key("note", movedFrom: "A")"#, of: failure)
    #expect(try SteleDecoder().decode(OneSourceBelow.self, from: threeLevels()).note == "b")
  }

  class Above: TwoPhaseCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass {
      ArchiveClass("Above", keys: [.key("note", default: "none")])
    }
    private(set) var note = ""
    required init() {}
    func decode(from fields: inout FieldDecoder) throws {
      try fields.level(Above.self)
      note = try fields.decode("note")
    }
    func encode(to fields: inout FieldEncoder) throws {}
  }

  protocol Remarking: Above {
    var remark: String { get }
  }

  final class Renaming: Above, Remarking {
    override class var archiveClass: ArchiveClass { ArchiveClass("Doc") }
    private(set) var remark = ""
    override func decode(from fields: inout FieldDecoder) throws {
      try super.decode(from: &fields)
      try fields.level(Renaming.self)
      remark = try fields.decode("note")
    }
  }

  final class Declaring: Above, Remarking {
    override class var archiveClass: ArchiveClass { ArchiveClass("Doc", keys: [.key("note")]) }
    private(set) var remark = ""
    override func decode(from fields: inout FieldDecoder) throws {
      try super.decode(from: &fields)
      try fields.level(Declaring.self)
      remark = try fields.decode("note")
    }
  }

  class Claiming: Above {
    override class var archiveClass: ArchiveClass {
      ArchiveClass("Claiming", keys: [.key("note", movedFrom: "Doc")])
    }
    private(set) var claim = ""
    override func decode(from fields: inout FieldDecoder) throws {
      try fields.level(Claiming.self)
      claim = try fields.decode("note")
    }
  }

  final class Claimed: Claiming {
    override class var archiveClass: ArchiveClass { ArchiveClass("Doc") }
    private(set) var remark = ""
    override func decode(from fields: inout FieldDecoder) throws {
      try fields.level(Claimed.self)
      remark = try fields.decode("note")
      try super.decode(from: &fields)
    }
  }

  @Test func `a value is never read at two levels`() throws {
    let bytes = try archive(
      .class("Doc", keys: [ArchiveKey("note", .string)]), values: [.string("mine")])
    try expectOneLevel(ofNoteIn: bytes)
  }

  /// Expects that the key "note" of a class Doc is refused to two levels, and read at the lower one.
  func expectOneLevel(ofNoteIn bytes: [UInt8]) throws {
    let cause = failure(decoding: Claimed.self, from: bytes)?.underlying
    #expect((cause?.reason, cause?.className) == (.ambiguousKey("note"), "Claiming"))
    for type in [Renaming.self, Declaring.self] as [any Remarking.Type] {
      let object = try SteleDecoder().decode(type, from: bytes)
      #expect((object.note, object.remark) == ("none", "mine"))
    }
  }

  class Base: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Base") }
    var note: String?
  }

  final class Computing: Base {
    override class var archiveClass: ArchiveClass {
      ArchiveClass("Computing", allowsLostProperties: true)
    }
    var remark = "r"
    private enum CodingKeys: String, CodingKey { case remark = "note" }
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      try super.init(from: decoder)
      remark = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .remark)
    }
    override func encode(to encoder: any Encoder) throws {
      var keys = encoder.container(keyedBy: CodingKeys.self)
      try keys.encode(remark, forKey: .remark)
    }
  }

  @Test func `the same program never takes a key for one that has moved`() throws {
    let object = try convert(Computing(), to: Computing.self)
    #expect(object.note == nil)
    #expect(object.remark == "r")
  }

  class KeptItem: PropertyCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass {
      ArchiveClass("Item", keys: [.key("title", movedFrom: "Doc")])
    }
    var title = ""
    required init() {}
  }

  final class KeptDoc: KeptItem {
    override class var archiveClass: ArchiveClass { ArchiveClass("Doc", version: 2) }
    var unknownKeys = UnknownKeys()
  }

  @Test func `a key that has moved is not kept as an unknown one`() throws {
    let doc = try convert(Flat.Synthesised(), to: KeptDoc.self)
    #expect(doc.title == "Aria")
    let graph = try ArchiveGraph(encoded(doc))
    let names = graph.classes.entries.map { entry in
      entry.keys.filter { $0.presence != .retired }.map(\.name)
    }
    #expect(names == [["title"], ["body"]])
  }

  // Keys that have moved without a declaration

  class LooseItem: PropertyCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Item") }
    var title = "none"
    required init() {}
  }

  final class LooseDoc: LooseItem {
    override class var archiveClass: ArchiveClass { ArchiveClass("Doc", version: 2) }
    var body = ""
  }

  final class LooseKeeper: LooseItem {
    override class var archiveClass: ArchiveClass { ArchiveClass("Doc", version: 2) }
    var unknownKeys = UnknownKeys()
  }

  final class Retiring: LooseItem {
    override class var archiveClass: ArchiveClass {
      ArchiveClass("Doc", version: 2, keys: [.retired("title", .string)])
    }
    var body = ""
  }

  class MisspeltItem: PropertyCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass {
      ArchiveClass("Item", keys: [.key("title", movedFrom: "Dco")])
    }
    var title = "none"
    required init() {}
  }

  final class MisspeltDoc: MisspeltItem {
    override class var archiveClass: ArchiveClass { ArchiveClass("Doc", version: 2) }
    var body = ""
  }

  @Test func `a move without a declaration is an error that names both levels`() throws {
    let bytes = try SteleEncoder().encode(Flat.Synthesised())
    for type in [LooseDoc.self, MisspeltDoc.self] as [any PropertyCodable.Type] {
      let failure = try #require(failure { _ = try SteleDecoder().decode(type, from: bytes) })
      #expect(failure.reason == .ambiguousKey("title"))
      expectText("at the level of \"Item\"", of: failure)
      expectText("one at the level of \"Doc\", which nothing has read", of: failure)
      expectText(#".key("title", movedFrom: "Doc")"#, of: failure)
      #expect(failure.description.contains("\"Dco\"") == (type == MisspeltDoc.self))
    }
  }

  @Test func `a level that keeps unknown keys, or has retired the key, has lost nothing`() throws {
    let bytes = try SteleEncoder().encode(Flat.Synthesised())
    let keeper = try SteleDecoder().decode(LooseKeeper.self, from: bytes)
    #expect((keeper.title, keeper.unknownKeys.names) == ("none", ["title", "body"]))
    let retiring = try SteleDecoder().decode(Retiring.self, from: bytes)
    #expect([retiring.title, retiring.body] == ["none", "text"])
  }

  @Test func `an old program refuses a newer file whose key has moved`() throws {
    let bytes = try SteleEncoder().encode(Raised.Synthesised(body: "text"))
    let required = failure(decoding: Flat.Synthesised.self, from: bytes)
    #expect(required?.reason == .missingKey("title"))
    expectText(#"movedFrom: "Item""#, of: required)
    let optional = failure(decoding: OldTask.self, from: bytes)
    #expect(optional?.reason == .ambiguousKey("title"))
  }

  final class OldTask: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Doc") }
    var title: String?
    var body = ""
  }

  final class Tag: Codable, SimplyNamed {}

  final class Tagged: Codable, SimplyNamed {
    var tag: Tag? = Tag()
  }

  class TagHolder: TwoPhaseCodable, ArchiveDeclaring {
    // The version does not tell that the key is a new one: a key of that name has been there.
    class var archiveClass: ArchiveClass {
      ArchiveClass("Holder", version: 2, keys: [.key("tag", since: 2)])
    }
    var tag: Tag?
    required init() {}
    func encode(to fields: inout FieldEncoder) throws { try fields.encode(tag, "tag") }
    func decode(from fields: inout FieldDecoder) throws {
      try fields.level(TagHolder.self)
      tag = try fields.decode("tag")
    }
  }

  final class LowHolder: TagHolder {
    override class var archiveClass: ArchiveClass { ArchiveClass("Tagged", version: 2) }
  }

  @Test func `a reference that has moved without being declared is an error`() throws {
    let bytes = try SteleEncoder().encode(Tagged())
    let failure = failure(decoding: LowHolder.self, from: bytes)
    #expect(failure?.reason == .ambiguousKey("tag"))
  }
}
