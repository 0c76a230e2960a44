import Stele
import SteleModel
import TestSupport
import Testing

/// Classes of one simple name in several places of a program.
enum NestedNames {
  class Part: Codable {
    var width = 1
  }
  enum Sidebar {
    final class Item: Part {}
    struct Size: Codable, Equatable { var height = 2 }
    enum Edge: Codable, Equatable { case leading(Int), trailing }
    class Panel: Part {}
  }
  enum Toolbar {
    final class Item: Part {}
    struct Size: Codable, Equatable { var count = 3 }
    enum Edge: Codable, Equatable { case top }
    class Panel: Sidebar.Panel {
      var title = "new"
      private enum CodingKeys: CodingKey { case title }
      override init() { super.init() }
      required init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: CodingKeys.self)
        title = try keys.decodeIfPresent(String.self, forKey: .title) ?? "none"
        try super.init(from: decoder)
      }
      override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var keys = encoder.container(keyedBy: CodingKeys.self)
        try keys.encode(title, forKey: .title)
      }
    }
  }
  struct Window: Codable {
    var parts: [Part] = []
    var sidebarSize = Sidebar.Size(), toolbarSize = Toolbar.Size()
    var sidebarEdge = Sidebar.Edge.leading(4), toolbarEdge = Toolbar.Edge.top
  }
  struct Parts: Codable { var parts: [Part] }
  /// A stranger's class, which has the simple name of two classes of the program.
  final class Item: Codable, SimplyNamed { var width = 7 }
  struct Strangers: Codable { var parts = [Item()] }
  class Panel: Codable, SimplyNamed {
    var width = 7
  }
  enum Declared {
    final class Panel: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("NestedPanel", aliases: ["Panel"]) }
      var width = 1
      var unknownKeys = UnknownKeys()
    }
  }

  // Classes of which one has given a key to the other.
  enum Before {
    class Base: Encodable, SimplyNamed {}
    final class Leaf: Base {
      var note = "moved"
      private enum CodingKeys: CodingKey { case note }
      override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var keys = encoder.container(keyedBy: CodingKeys.self)
        try keys.encode(note, forKey: .note)
      }
    }
  }
  enum After {
    class Base: Codable, ArchiveDeclaring {
      class var archiveClass: ArchiveClass {
        ArchiveClass(
          "Base", version: 2, keys: [.key("note", since: 2, movedFrom: "NestedNames.Leaf")])
      }
      var note: String
    }
  }
  final class Leaf: After.Base {
    override class var archiveClass: ArchiveClass {
      ArchiveClass("NestedNames.Leaf", version: 2, aliases: ["Leaf"])
    }
  }
}

@Suite struct `Names of nested types` {
  typealias Sidebar = NestedNames.Sidebar
  typealias Toolbar = NestedNames.Toolbar
  typealias Part = NestedNames.Part
  typealias Parts = NestedNames.Parts

  private var both: SteleDecoder {
    SteleDecoder(allowing: [Sidebar.Item.self, Toolbar.Item.self])
  }

  @Test func `two nested classes of one simple name are in one archive`() throws {
    let window = NestedNames.Window(parts: [Sidebar.Item(), Toolbar.Item()])
    let bytes = try encoded(window)
    let names = try ArchiveReader(opening: bytes).classes.entries.map(\.name)
    for place in ["Sidebar", "Toolbar"] {
      for name in ["Item", "Size", "Edge"] {
        #expect(names.contains("NestedNames.\(place).\(name)"), "\(names)")
      }
    }
    let copy = try both.decode(NestedNames.Window.self, from: bytes)
    #expect(copy.parts[0] is Sidebar.Item)
    #expect(copy.parts[1] is Toolbar.Item)
    #expect((copy.toolbarSize.count, copy.sidebarEdge) == (3, .leading(4)))
  }

  @Test func `a class is not found by its name without the enclosing types`() throws {
    let failure = try failure(converting: NestedNames.Strangers(), to: Parts.self, with: both)
    #expect((failure?.path, failure?.reason) == ("parts[0]", .unknownClass("Item")))
    let alone = reason { try convert(NestedNames.Item(), to: Sidebar.Item.self) }
    #expect(alone == .unknownClass("Item"))
  }

  @Test func `an object that is found by an alias is written with the name of now`() throws {
    let copy = try convert(NestedNames.Panel(), to: NestedNames.Declared.Panel.self)
    #expect(copy.width == 7)
    let archive = try ArchiveReader(opening: encoded(copy))
    #expect(archive.classes.entries.map(\.name) == ["NestedPanel"])
  }

  @Test func `a key has moved from a class by any name of it`() throws {
    let leaf = try convert(NestedNames.Before.Leaf(), to: NestedNames.Leaf.self)
    #expect(leaf.note == "moved")
  }
}
