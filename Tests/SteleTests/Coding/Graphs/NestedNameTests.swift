import Stele
import TestSupport
import Testing

/// Classes of one simple name in several places of a program.
enum NestedNames {
  class Part: Codable {
    var width = 1
    init() {}
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
  struct Parts: Codable {
    var parts: [Part]
  }
  struct Items: Codable {
    var parts: [Sidebar.Item]
  }

  /// The same classes with the names that earlier libraries gave them.
  enum Old {
    class Part: Codable, SimplyNamed {
      var width = 7
      init() {}
    }
    final class Item: Part {}
    class Panel: Part {}
    struct Size: Codable, SimplyNamed { var height = 8 }
    enum Edge: Codable, SimplyNamed { case leading(Int), trailing }
    struct Window: Codable {
      var parts: [Part] = []
      var sidebarSize = Size()
      var sidebarEdge = Edge.leading(9)
    }
  }
  /// The classes of a program that has one of the names itself, beside the other one.
  enum Other {
    class Part: Codable, ArchiveDeclaring {
      class var archiveClass: ArchiveClass { ArchiveClass("NestedNames.Part") }
      var width = 7
      init() {}
    }
    final class Item: Part {
      override class var archiveClass: ArchiveClass { ArchiveClass("Item") }
    }
    final class SidebarItem: Part {
      override class var archiveClass: ArchiveClass { ArchiveClass("NestedNames.Sidebar.Item") }
    }
  }
  struct Keeping: Codable {
    var unknownKeys = UnknownKeys()
    var part: Part
  }
  enum Alias {
    final class Item: Part, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("AliasItem", aliases: ["Item"]) }
    }
  }

  // Classes of which one has given a key to the other.
  enum Before {
    class Base: Codable, SimplyNamed {
      init() {}
    }
    final class Leaf: Base {
      var note = "moved"
      private enum CodingKeys: CodingKey { case note }
      override init() { super.init() }
      required init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: CodingKeys.self)
        note = try keys.decode(String.self, forKey: .note)
        try super.init(from: decoder)
      }
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
  typealias Old = NestedNames.Old
  typealias Part = NestedNames.Part
  typealias Parts = NestedNames.Parts

  private var both: SteleDecoder {
    SteleDecoder(allowing: [Sidebar.Item.self, Toolbar.Item.self])
  }
  private var oldItem: [String: [Old.Part]] { ["parts": [Old.Item()]] }

  @Test func `two nested classes of one simple name are in one archive`() throws {
    let window = NestedNames.Window(parts: [Sidebar.Item(), Toolbar.Item()])
    let bytes = try verified(SteleEncoder().encode(window))
    let names = try ArchiveReader(opening: bytes).classes.entries.map(\.name)
    for place in ["Sidebar", "Toolbar"] {
      for name in ["Item", "Size", "Edge"] {
        #expect(names.contains("NestedNames.\(place).\(name)"), "\(names)")
      }
    }
    let copy = try both.decode(NestedNames.Window.self, from: bytes)
    #expect(copy.parts[0] is Sidebar.Item)
    #expect(copy.parts[1] is Toolbar.Item)
    #expect(copy.toolbarSize.count == 3)
    #expect(copy.sidebarEdge == .leading(4))
  }

  @Test func `names of archives of earlier libraries are read`() throws {
    let old = Old.Window(parts: [Old.Item(), Old.Panel(), Old.Part()])
    struct Window: Codable {
      var parts: [Part]
      var sidebarSize: Sidebar.Size
      var sidebarEdge: Sidebar.Edge
    }
    let decoder = SteleDecoder(allowing: [Sidebar.Item.self, Sidebar.Panel.self])
    let copy = try convert(old, to: Window.self, with: decoder)
    #expect(copy.parts.map { "\(type(of: $0))" } == ["Item", "Panel", "Part"])
    #expect(copy.parts.map(\.width) == [7, 7, 7])
    #expect(copy.sidebarSize.height == 8)
    #expect(copy.sidebarEdge == .leading(9))
    #expect(try convert(Old.Item(), to: Sidebar.Item.self).width == 7)
  }

  @Test func `listed classes are found by their earlier names`() throws {
    var decoder = SteleDecoder(allowing: [Sidebar.Item.self, Part.self])
    decoder.allowsListedClassesOnly = true
    #expect(try convert(oldItem, to: Parts.self, with: decoder).parts[0] is Sidebar.Item)
    decoder = SteleDecoder(allowing: [Part.self])
    decoder.allowsListedClassesOnly = true
    #expect(
      try failure(converting: oldItem, to: Parts.self, with: decoder)?.reason
        == .classNotAllowed("Item"))
  }

  @Test func `an earlier name of two classes is an error that tells what to declare`() throws {
    let failure = try failure(converting: oldItem, to: Parts.self, with: both)
    #expect(failure?.kind == .dataCorrupted)
    #expect(failure?.path == "parts[0]")
    #expect(failure?.reason == .duplicateArchiveName("Item"))
    #expect(
      failure?.description.contains(
        "the archive has a class \"Item\", which was the default name of NestedNames.Sidebar.Item "
          + "and of NestedNames.Toolbar.Item. Let the class that wrote the archive be ArchiveDeclaring: "
          + "ArchiveClass(\"NestedNames.Sidebar.Item\", aliases: [\"Item\"]).") == true,
      "\(String(describing: failure))")
  }

  @Test func `an alias and a reference decide between classes of one earlier name`() throws {
    let decoder = SteleDecoder(
      allowing: [Sidebar.Item.self, Toolbar.Item.self, NestedNames.Alias.Item.self])
    #expect(
      try convert(oldItem, to: Parts.self, with: decoder).parts[0] is NestedNames.Alias.Item)
    #expect(try convert(oldItem, to: NestedNames.Items.self, with: both).parts[0].width == 7)
  }

  @Test func `a class is not found by its earlier name where the archive has its name, too`()
    throws
  {
    let parts = ["parts": [NestedNames.Other.Item(), NestedNames.Other.SidebarItem()]]
    let decoder = SteleDecoder(allowing: [Sidebar.Item.self])
    let failure = try failure(converting: parts, to: Parts.self, with: decoder)
    #expect(failure?.path == "parts[0]")
    #expect(failure?.reason == .unknownClass("Item"))
    #expect(
      failure?.description.contains(
        "the archive has a class \"Item\", which was the default name of NestedNames.Sidebar.Item, "
          + "but it has that name, too. Let the class that wrote the archive be ArchiveDeclaring: "
          + "ArchiveClass(\"NestedNames.Sidebar.Item\", aliases: [\"Item\"]).") == true,
      "\(String(describing: failure))")
    let own = ["parts": [NestedNames.Other.SidebarItem()]]
    #expect(try convert(own, to: Parts.self, with: decoder).parts[0] is Sidebar.Item)
  }

  @Test func `what is kept of an old archive is written with the names of now`() throws {
    struct Source: Codable {
      var part: Old.Part
      var more: [Old.Part]
    }
    var decoder = SteleDecoder(allowing: [Sidebar.Item.self])
    decoder.unknownClasses = .keep
    let item = Old.Item()
    let kept = try convert(
      Source(part: item, more: [item, Old.Panel()]), to: NestedNames.Keeping.self, with: decoder)
    #expect(kept.part is Sidebar.Item)
    let archive = try ArchiveReader(opening: verified(SteleEncoder().encode(kept)))
    let names = Set(archive.classes.entries.filter { $0.kind == .class }.map(\.name))
    #expect(names == ["NestedNames.Part", "NestedNames.Sidebar.Item", "Panel"])
  }

  @Test func `a level is found by its earlier name`() throws {
    let old = Old.Panel()
    #expect(try convert(old, to: Sidebar.Panel.self).width == 7)
    // The archive has the class, not its new superclass of the same simple name.
    let copy = try convert(old, to: Toolbar.Panel.self)
    #expect(copy.width == 7)
    #expect(copy.title == "none")
    let now = Toolbar.Panel()
    now.title = "now"
    #expect(try roundTrip(now).title == "now")
  }

  @Test func `a key has moved from a class by any name of it`() throws {
    let leaf = try convert(NestedNames.Before.Leaf(), to: NestedNames.Leaf.self)
    #expect(leaf.note == "moved")
  }
}
