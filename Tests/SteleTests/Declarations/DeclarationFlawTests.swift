import Stele
import Testing

/// A type that declares something, given to a test as an argument.
private typealias Declaring = any (ArchiveDeclaring & SendableMetatype).Type

struct DeclarationFlawTests {
  private enum EmptyName: ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("") }
  }
  private enum NoVersion: ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("A", version: 0) }
  }
  private enum LateKey: ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("A", version: 2, keys: [.key("a", since: 2), .retired("b", .string, since: 3)])
    }
  }
  private enum EarlyKey: ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("A", keys: [.key("a", since: 0)]) }
  }
  private enum KeyTwice: ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("A", keys: [.key("a"), .key("b"), .retired("a", .bool)])
    }
  }
  private enum Equivalent: ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("A", keys: [.key("\u{E9}"), .key("e\u{301}")])
    }
  }

  @Test(
    arguments: [
      (EmptyName.self, "EmptyName", .emptyName), (NoVersion.self, "NoVersion", .version(0)),
      (LateKey.self, "LateKey", .since(key: "b", version: 3)),
      (EarlyKey.self, "EarlyKey", .since(key: "a", version: 0)),
      (KeyTwice.self, "KeyTwice", .duplicateKey("a")),
    ] as [(Declaring, String, DeclarationFlaw)])
  private func `a declaration that contradicts itself is refused`(
    type: Declaring, name: String, flaw: DeclarationFlaw
  ) throws {
    var directory = TypeDirectory()
    #expect(throws: SteleCodingError(.invalidDeclaration(flaw), className: name)) {
      try directory.declaration(of: type)
    }
  }

  @Test func `names of keys are compared by their bytes`() throws {
    var directory = TypeDirectory()
    let declaration = try directory.declaration(of: Equivalent.self)
    #expect(declaration.history(of: "\u{E9}")?.name.isExactly("\u{E9}") == true)
    #expect(declaration.history(of: "e\u{301}")?.name.isExactly("e\u{301}") == true)
  }
}
