import Stele
import Testing

/// Types whose default names are to be found.
enum DefaultNames {
  enum Sidebar {
    class Item: Codable {}
    struct Width: Codable {}
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
  private func name(of type: Any.Type) throws -> String {
    var directory = TypeDirectory()
    return try directory.declaration(of: type).archiveClass.name
  }

  @Test(
    arguments: [
      (DefaultNames.Sidebar.Item.self, "Item"),
      (DefaultNames.Outer<Int>.Inner.self, "Inner"),
      (
        DefaultNames.Outer<Int>.Pair<[Int: DefaultNames.Toolbar.Item?]>.self,
        "Pair<Dictionary<Int, Optional<Item>>>"
      ),
      (DefaultNames.Box<any DefaultNames.Shape>.self, "Box<Shape>"),
      (DefaultNames.Box<Any.Type>.self, "Box<Any.Type>"),
      (
        DefaultNames.Box<@Sendable (Int) async throws -> Void>.self,
        "Box<@Sendable (Int) async throws -> ()>"
      ),
      (DefaultNames.Own.self, "Own"),
    ] as [(NamedType, String)])
  private func `the default name of a type is its short name`(
    type: NamedType, expected: String
  ) throws {
    #expect(try name(of: type) == expected)
  }

  @Test(
    arguments: [
      (DefaultNames.Box<DefaultNames.Renamed>.self, "Box<Foo>"),
      (DefaultNames.Box<[DefaultNames.Renamed?]>.self, "Box<Array<Optional<Foo>>>"),
      (
        DefaultNames.Box<(Int, DefaultNames.Renamed) -> Void>.self,
        "Box<(Int, Foo) -> ()>"
      ),
      (
        DefaultNames.Box<DefaultNames.Box<DefaultNames.Renamed>>.self,
        "Box<Box<Foo>>"
      ),
      (DefaultNames.Outer<DefaultNames.Renamed>.Inner.self, "Inner"),
      (
        DefaultNames.Outer<Int>.Pair<DefaultNames.Renamed>.self, "Pair<Foo>"
      ),
      (DefaultNames.Box<DefaultNames.Declared<Int>>.self, "Box<Declared>"),
      (
        DefaultNames.Box<DefaultNames.Outer<DefaultNames.Declared<[Int]>>.Inner>.self,
        "Box<Inner>"
      ),
    ] as [(NamedType, String)])
  private func
    `a generic argument that declares its archive name stands in the default name with it`(
      type: NamedType, expected: String
    ) throws
  {
    #expect(try name(of: type) == expected)
  }
}
