import Stele
import TestSupport
import Testing

/// Migrations in steps, across the levels of a class, and with names that no key has.
struct MigrationTests {
  private func archived(
    _ name: String, version: Int = 1, _ keys: [(String, String)], isClass: Bool = true
  ) throws -> [UInt8] {
    let entryKeys = keys.map { ArchiveKey($0.0, .string) }
    let values: [ArchiveValue?] = keys.map { .string($0.1) }
    let entry: ArchiveClassEntry =
      isClass
      ? .class(name, version: version, keys: entryKeys)
      : .struct(name, version: version, keys: entryKeys)
    return try archive(entry, values: values)
  }

  // Steps

  static func contact(_ hook: (@Sendable (inout OldValues) throws -> Void)? = nil) -> ArchiveClass {
    ArchiveClass(
      "Contact", version: 4,
      keys: [.retired("first", .string), .retired("last", .string), .retired("name", .string)],
      migrations: [
        .to(3) { old in
          let name = try old.decode("name", as: String.self) ?? ""
          old.set(name.split(separator: " ").map(String.init), for: "names")
        },
        .to(2) { old in
          let first = try old.decode("first", as: String.self) ?? ""
          let last = try old.decode("last", as: String.self) ?? ""
          old.set("\(first) \(last)", for: "name")
        },
        .to(4) { old in
          let names = try old.decode("names", as: [String].self) ?? []
          old.set(names + ["of version \(old.version)"], for: "names")
        },
      ], migration: hook)
  }

  struct Contact: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { contact() }
    var names: [String]
  }

  final class ContactObject: PropertyCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      contact { old in
        old.set(
          try old.decode("names", as: [String].self).map { $0 + ["hook"] } ?? [], for: "names")
      }
    }
    var names: [String] = []
    init() {}
  }

  @Test func `steps run in the order of versions, from that of the record on`() throws {
    func names(_ version: Int, _ keys: [(String, String)]) throws -> [[String]] {
      [
        try SteleDecoder().decode(
          Contact.self, from: archived("Contact", version: version, keys, isClass: false)
        ).names,
        try SteleDecoder().decode(
          ContactObject.self, from: archived("Contact", version: version, keys)
        ).names,
      ]
    }
    let first = [("first", "Ada"), ("last", "Lovelace")]
    let one = ["Ada", "Lovelace", "of version 1"]
    #expect(try names(1, first) == [one, one + ["hook"]])
    let two = ["Grace", "Hopper", "of version 2"]
    #expect(try names(2, [("name", "Grace Hopper")]) == [two, two + ["hook"]])
    let contact = Contact(names: ["x"])
    let again = try convert(contact, to: Contact.self)
    #expect(again.names == ["x"])
  }

  struct Twice: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Twice", version: 2, migrations: [.to(2) { _ in }, .to(2) { _ in }])
    }
  }

  struct TooHigh: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("TooHigh", version: 2, migrations: [.to(3) { _ in }])
    }
  }

  @Test func `each step has a version of its own, up to that of the class`() throws {
    #expect(
      reason { try SteleEncoder().encode(Twice()) } == .invalidDeclaration(.migration(version: 2)))
    #expect(
      reason { try SteleEncoder().encode(TooHigh()) } == .invalidDeclaration(.migration(version: 3))
    )
  }

  // Levels

  class Item: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Item") }
    var title: String
  }

  final class Doc: Item {
    override class var archiveClass: ArchiveClass {
      ArchiveClass("Doc", version: 2) { old in
        let title = try old.decode("title", as: String.self) ?? ""
        old.set("<\(title)>", for: "title")
      }
    }
    var body: String
    private enum CodingKeys: CodingKey { case body }
    required init(from decoder: any Decoder) throws {
      body = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .body)
      try super.init(from: decoder)
    }
  }

  class PhaseItem: TwoPhaseCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Item") }
    private(set) var title = ""
    required init() {}
    func decode(from fields: inout FieldDecoder) throws {
      try fields.level(PhaseItem.self)
      title = try fields.decode("title")
    }
    func encode(to fields: inout FieldEncoder) throws {}
  }

  final class PhaseDoc: PhaseItem {
    override class var archiveClass: ArchiveClass { Doc.archiveClass }
    private(set) var body = ""
    override func decode(from fields: inout FieldDecoder) throws {
      try super.decode(from: &fields)
      try fields.level(PhaseDoc.self)
      body = try fields.decode("body")
    }
  }

  class PropertyItem: PropertyCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Item") }
    var title = ""
    required init() {}
  }

  final class PropertyDoc: PropertyItem {
    override class var archiveClass: ArchiveClass { Doc.archiveClass }
    var body = ""
  }

  @Test func `what the migration of a level sets reaches the level that reads the key`() throws {
    let bytes = try archived("Doc", [("title", "Aria"), ("body", "text")])
    #expect(try SteleDecoder().decode(Doc.self, from: bytes).title == "<Aria>")
    #expect(try SteleDecoder().decode(PhaseDoc.self, from: bytes).title == "<Aria>")
    #expect(try SteleDecoder().decode(PropertyDoc.self, from: bytes).title == "<Aria>")
  }

  class SeeingItem: PropertyCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass {
      ArchiveClass("Item", version: 2, keys: [.key("label")]) { old in
        let title = try old.decode("title", as: String.self) ?? "none"
        let body = try old.decode("body", as: String.self, of: "Doc") ?? "none"
        old.set("\(title), \(body), \(old.keys), \(old.version)", for: "label")
      }
    }
    var label = ""
    required init() {}
  }

  final class SeeingDoc: SeeingItem {
    override class var archiveClass: ArchiveClass { ArchiveClass("Doc", version: 2) }
    var body = ""
  }

  @Test func `a migration sees the keys of all levels of the archive`() throws {
    let bytes = try archived("Doc", [("title", "Aria"), ("body", "text")])
    let doc = try SteleDecoder().decode(SeeingDoc.self, from: bytes)
    #expect((doc.label, doc.body) == (#"Aria, text, ["title", "body"], 0"#, "text"))
  }

  @Test func `a migration has to say which of several keys it reads`() throws {
    let keys = [ArchiveKey("title", .string)]
    let bytes = try archive(
      .class("A", keys: keys), .class("B", superclass: 1, keys: keys),
      .class("Doc", superclass: 2, keys: [ArchiveKey("body", .string)]),
      values: [.string("a"), .string("b"), .string("c")])
    #expect(failure(decoding: SeeingDoc.self, from: bytes)?.reason == .ambiguousKey("title"))
  }

  // Names that no key has

  struct Setting: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Sample", version: 2) { $0.set("x", for: "nmae") }
    }
    var name: String?
    private enum CodingKeys: String, CodingKey { case name = "title" }
  }

  struct SettingRenamed: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Sample", version: 2) { $0.set("x", for: "title") }
    }
    var name: String?
    private enum CodingKeys: String, CodingKey { case name = "title" }
  }

  final class SettingFields: FieldCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Sample", version: 2) { $0.set(5, for: "zzz") }
    }
    let title: String
    init(from fields: inout FieldDecoder) throws { title = try fields.decode("title") }
    func encode(to fields: inout FieldEncoder) throws {}
  }

  final class SettingProperties: PropertyCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Sample", version: 2) { $0.set(5, for: "zzz") }
    }
    var title = ""
    init() {}
  }

  @Test func `a migration that sets a key that there is not is an error`() throws {
    let bytes = try archived("Sample", [("title", "t")], isClass: false)
    let setting = failure(decoding: Setting.self, from: bytes)?.underlying
    #expect((setting?.reason, setting?.className) == (.unknownKey("nmae"), "Sample"))
    let object = try archived("Sample", [("title", "t")])
    #expect(failure(decoding: SettingFields.self, from: object)?.reason == .unknownKey("zzz"))
    #expect(failure(decoding: SettingProperties.self, from: object)?.reason == .unknownKey("zzz"))
    #expect(try SteleDecoder().decode(SettingRenamed.self, from: bytes).name == "x")
  }

  struct Reading: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Sample", version: 2) { old in
        old.set(try old.decode("nmae", as: String.self), for: "name")
      }
    }
    var name: String?
  }

  struct ReadingSimilar: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Sample", version: 2) { old in
        let second = try old.decode("name2", as: String.self) ?? "none"
        old.set("\(try old.decode("name", as: String.self) ?? ""), \(second)", for: "names")
      }
    }
    var names: String
  }

  struct ReadingRetired: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Sample", version: 2, keys: [.retired("label", .string)]) { old in
        old.set(try old.decode("label", as: String.self) ?? "none", for: "name")
      }
    }
    var name: String?
  }

  @Test func `a migration that reads a key by a wrong name is an error`() throws {
    let bytes = try archived("Sample", [("name", "t")], isClass: false)
    let failure = failure(decoding: Reading.self, from: bytes)
    #expect((failure?.kind, failure?.reason) == (.dataCorrupted, .unknownKey("nmae")))
    expectText(#"The nearest key is "name"."#, of: failure)
    #expect(try SteleDecoder().decode(ReadingRetired.self, from: bytes).name == "none")
    #expect(try SteleDecoder().decode(ReadingSimilar.self, from: bytes).names == "t, none")
  }
  // Values that the program keeps

  /// What migrations have been shown.
  // Safe: each test has its own, on one thread.
  private final class Shelf: @unchecked Sendable { var values: [OldValues] = [] }

  @TaskLocal private static var shelf: Shelf?

  private static func keeping(_ name: String) -> ArchiveClass {
    ArchiveClass(name, version: 2) { shelf?.values.append($0) }
  }

  private struct KeepingStruct: Decodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { keeping("Sample") }
    var title: String
  }

  private enum KeepingEnum: Decodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { keeping("Shape") }
    case circle(radius: Int)
  }

  private enum Shape: Encodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Shape") }
    case circle(radius: Int)
  }

  private final class KeepingNode: Decodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { keeping("Node") }
    var title: String
    private enum CodingKeys: CodingKey { case title }
  }

  /// Returns what migrations are shown in a call, after which nothing else keeps the decoder.
  private func kept(_ decode: () throws -> Void) rethrows -> [OldValues] {
    let shelf = Shelf()
    try Self.$shelf.withValue(shelf, operation: decode)
    return shelf.values
  }

  @Test func `values that a migration keeps can be read when the decoder is gone`() throws {
    let titles = ["first", "second"]
    let structs = try titles.map { try archived("Sample", [("title", $0)], isClass: false) }
    let enums = try [1, 2].map { try SteleEncoder().encode(Shape.circle(radius: $0)) }
    let kept = try kept {
      for bytes in structs { _ = try SteleDecoder().decode(KeepingStruct.self, from: bytes) }
      for bytes in enums { _ = try SteleDecoder().decode(KeepingEnum.self, from: bytes) }
      let series = SeriesDecoder()
      for bytes in structs { _ = try series.decode(KeepingStruct.self, from: bytes) }
      for bytes in enums { _ = try series.decode(KeepingEnum.self, from: bytes) }
    }
    for values in [kept[..<4], kept[4...]] {
      let (structs, enums) = (values.prefix(2), values.suffix(2))
      #expect(try structs.map { try $0.decode("title", as: String.self) } == titles)
      #expect(try structs.map { try $0.decode("none", as: String.self) } == [nil, nil])
      #expect(try enums.map { try $0.decode("circle.radius", as: Int.self) } == [1, 2])
    }
  }

  @Test func `values that a migration keeps make no objects when the decoder is gone`() throws {
    let bytes = try archive(
      [
        .class(
          "Node", version: 1,
          keys: [ArchiveKey("title", .string), ArchiveKey("next", .reference(to: "Node"))])
      ],
      [
        ArchiveObject(entry: 1, values: [.string("first"), .reference(2)]),
        ArchiveObject(entry: 1, values: [.string("second"), .reference(1)]),
      ], root: .reference(to: "Node"), .reference(1))
    let kept = try kept { _ = try SteleDecoder().decode(KeepingNode.self, from: bytes) }
    let values = try #require(kept.first)
    #expect((kept.count, values.version, values.keys) == (1, 1, ["title", "next"]))
    #expect(try values.decode("title", as: String.self) == "first")
    #expect(throws: SteleCodingError(.coderIsFinished)) {
      try values.decode("next", as: KeepingNode.self)
    }
  }
}
