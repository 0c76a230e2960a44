import Stele
import TestSupport
import Testing

/// Types whose default names are to be found.
enum DefaultNames {
  enum Sidebar {
    class Item: Codable {}
  }
  enum Toolbar {
    class Item: Codable {}
  }
  enum Outer<Part> {
    struct Inner: Codable {}
    struct Pair<Other>: Codable {}
  }
  class Box<Part>: Codable {
    init() {}
    required init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
  }
  class Renamed: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Foo") }
  }
  class Declared<Part>: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Declared") }
    init() {}
    required init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
  }
  final class Own: Box<Own> {}
  protocol Shape {}
}

extension Array { struct DefaultNamePart: Codable {} }

private typealias NamedType = any (Decodable & SendableMetatype).Type

struct DefaultNameTests {
  private func declaration(of type: Any.Type) throws -> TypeDeclaration {
    var directory = TypeDirectory()
    return try directory.declaration(of: type)
  }

  @Test(
    arguments: [
      (Tag.self, "Tag"), (DefaultNames.Sidebar.Item.self, "DefaultNames.Sidebar.Item"),
      (DefaultNames.Outer<Int>.Inner.self, "DefaultNames.Outer<Int>.Inner"),
      (
        DefaultNames.Outer<Int>.Pair<[Int: DefaultNames.Toolbar.Item?]>.self,
        "DefaultNames.Outer<Int>.Pair<Dictionary<Int, Optional<DefaultNames.Toolbar.Item>>>"
      ),
      (DefaultNames.Box<any DefaultNames.Shape>.self, "DefaultNames.Box<DefaultNames.Shape>"),
      (DefaultNames.Box<Any.Type>.self, "DefaultNames.Box<Any.Type>"),
      (
        DefaultNames.Box<@Sendable (Int) async throws -> Void>.self,
        "DefaultNames.Box<@Sendable (Int) async throws -> ()>"
      ),
      (DefaultNames.Own.self, "DefaultNames.Own"),
      ([Int].DefaultNamePart.self, "Array<Int>.DefaultNamePart"),
    ] as [(NamedType, String)])
  private func `the default name of a type is its path in its module`(
    type: NamedType, expected: String
  ) throws {
    #expect(try declaration(of: type).archiveClass.name == expected)
  }

  @Test(
    arguments: [
      (DefaultNames.Box<DefaultNames.Renamed>.self, "DefaultNames.Box<Foo>"),
      (DefaultNames.Box<[DefaultNames.Renamed?]>.self, "DefaultNames.Box<Array<Optional<Foo>>>"),
      (
        DefaultNames.Box<(Int, DefaultNames.Renamed) -> Void>.self,
        "DefaultNames.Box<(Int, Foo) -> ()>"
      ),
      (
        DefaultNames.Box<DefaultNames.Box<DefaultNames.Renamed>>.self,
        "DefaultNames.Box<DefaultNames.Box<Foo>>"
      ),
      (DefaultNames.Outer<DefaultNames.Renamed>.Inner.self, "DefaultNames.Outer<Foo>.Inner"),
      (
        DefaultNames.Outer<Int>.Pair<DefaultNames.Renamed>.self, "DefaultNames.Outer<Int>.Pair<Foo>"
      ),
      (DefaultNames.Box<DefaultNames.Declared<Int>>.self, "DefaultNames.Box<Declared>"),
      (
        DefaultNames.Box<DefaultNames.Outer<DefaultNames.Declared<[Int]>>.Inner>.self,
        "DefaultNames.Box<DefaultNames.Outer<Declared>.Inner>"
      ),
    ] as [(NamedType, String)])
  private func
    `a generic argument that declares its archive name stands in the default name with it`(
      type: NamedType, expected: String
    ) throws
  { #expect(try declaration(of: type).archiveClass.name == expected) }

  @Test func `a local value type has its name alone`() throws {
    struct Local: Codable {
      struct Inside: Codable {}
    }
    #expect(try declaration(of: Local.self).names == ["Local"])
    #expect(try declaration(of: Local.Inside.self).names == ["Inside"])
  }
}
