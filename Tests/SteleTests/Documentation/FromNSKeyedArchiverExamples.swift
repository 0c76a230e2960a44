import Stele
import TestSupport
import Testing

/// The examples of the page for those who know `NSKeyedArchiver`.
@Suite struct `Examples for those who know NSKeyedArchiver` {
  class Item: TwoPhaseCodable {
    var title = ""
    @BackReference var folder: Folder?

    required init() {}

    func encode(to fields: inout FieldEncoder) throws {
      try fields.level(Item.self)
      try fields.encode(title, "title")
      try fields.encode(_folder, "folder")
    }

    func decode(from fields: inout FieldDecoder) throws {
      try fields.level(Item.self)
      title = try fields.decode("title")
      _folder = try fields.decode("folder")
    }
  }

  final class Folder: Item, AwakeAfterDecoding {
    var items: [Item] = []
    private(set) var titles: Set<String> = []

    override func encode(to fields: inout FieldEncoder) throws {
      try super.encode(to: &fields)
      try fields.level(Folder.self)
      try fields.encode(items, "items")
    }

    override func decode(from fields: inout FieldDecoder) throws {
      try super.decode(from: &fields)
      try fields.level(Folder.self)
      items = try fields.decode("items")
    }

    func awake() throws {
      titles = Set(items.map(\.title))
    }
  }

  @Test func `an object graph in the way of NSCoding`() throws {
    let folder = Folder()
    folder.title = "Letters"
    let item = Item()
    item.title = "To Ann"
    item.folder = folder
    folder.items = [item]

    let bytes = try SteleEncoder().encode(folder)
    let copy = try SteleDecoder().decode(Folder.self, from: bytes)

    _ = try verified(bytes)
    #expect(copy.title == "Letters")
    #expect(copy.items.first?.title == "To Ann")
    #expect(copy.items.first?.folder === copy)
    #expect(copy.titles == ["To Ann"])
  }
}
