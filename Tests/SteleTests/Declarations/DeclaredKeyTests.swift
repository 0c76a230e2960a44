import Stele
import TestSupport
import Testing

/// Declared keys that nothing has.
struct DeclaredKeyTests {
  final class Account: PropertyCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Account", keys: [.key("owner"), .key("emial", default: "")])
    }
    var owner = ""
    var email = ""
    init() {}
  }

  final class Purse: PropertyCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Purse", keys: [.key("cache"), .key("coins"), .retired("notes", .int64)])
    }
    @TransientValue var cache = 0
    var coins = 1
    init() {}
  }

  @Test func `a declared key without a property is refused, and the nearest one is named`() throws {
    let error = CodingFailure(
      .invalidValue, "emial", .invalidDeclaration(.noProperty(key: "emial", nearest: "email")))
    #expect(failure { try SteleEncoder().encode(Account()) } == error)
    #expect(throws: Never.self) { try SteleEncoder().encode(Purse()) }
  }

  struct Person: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Person",
        keys: [
          .key("e-mail"), .key("emial"), .key("unread"), .key("note"), .retired("fax", .string),
        ])
    }
    var email: String?
    var note: String?
    var unread = 0
    private enum CodingKeys: String, CodingKey {
      case email = "e-mail"
      case note
    }
  }

  enum Way: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Way", keys: [.key("on"), .key("of")]) }
    case on(Int), off(Int)
  }

  @Test func `the declared keys that nothing asked for are listed`() throws {
    let archiver = Archiver()
    #expect(archiver.unusedKeys.isEmpty)
    try archiver.encode([Person()], root: "people")
    try archiver.encode(Way.off(1), root: "way")
    #expect(archiver.unusedKeys == ["Person.emial"])
    _ = try archiver.finish()
    #expect(archiver.unusedKeys.isEmpty)
  }
}
