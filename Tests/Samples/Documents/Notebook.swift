import Stele

/// The content of a document: entries in each other, which share tags and link to each other.
///
/// Every class here is in version 3 of its files; the declarations list what versions 1 and 2 had.
final class Notebook: Codable, ArchiveDeclaring {
  var title = "Untitled"
  var entries: [Entry] = []
  /// The tags to choose from; entries refer to these objects, so that a new colour is seen everywhere.
  var tags: [Tag] = []

  init() {}

  static var archiveClass: ArchiveClass {
    ArchiveClass(
      "Notebook", version: 3,
      keys: [
        .key("entries", since: 3, aliases: ["pages"]),
        .key("tags", since: 2, default: [Tag]()),
      ])
  }
}

final class Tag: Codable, ArchiveDeclaring {
  var name: String
  var colour: String

  init(_ name: String, colour: String) {
    self.name = name
    self.colour = colour
  }

  static var archiveClass: ArchiveClass {
    ArchiveClass("Tag", version: 3, keys: [.key("colour", since: 3, default: "grey")])
  }
}

/// An entry, the superclass of pages and sketches since version 3; before, there were only pages.
class Entry: Codable, ArchiveDeclaring {
  var title: String
  var tags: [Tag] = []
  /// The page that contains the entry; it is not kept by the entry.
  @BackReference var parent: Page?

  init(title: String) { self.title = title }

  class var archiveClass: ArchiveClass {
    ArchiveClass(
      "Entry", version: 3,
      keys: [
        .key("title", since: 3, aliases: ["heading"], movedFrom: "Page"),
        .key("tags", since: 3, movedFrom: "Page", default: [Tag]()),
        .key("parent", since: 3, movedFrom: "Page"),
      ])
  }
}

final class Page: Entry {
  var text: String
  private(set) var entries: [Entry] = []
  var links: [Link] = []

  init(title: String, text: String) {
    self.text = text
    super.init(title: title)
  }

  func add(_ entry: Entry) {
    entry.parent = self
    entries.append(entry)
  }

  override class var archiveClass: ArchiveClass {
    ArchiveClass(
      "Page", version: 3,
      keys: [
        .key("entries", since: 3, aliases: ["pages"]),
        .key("links", since: 3, default: [Link]()),
        .retired("author", .string),  // until version 1
      ])
  }

  private enum CodingKeys: CodingKey { case text, entries, links }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    text = try container.decode(String.self, forKey: .text)
    entries = try container.decode([Entry].self, forKey: .entries)
    links = try container.decode([Link].self, forKey: .links)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
    try container.encode(entries, forKey: .entries)
    try container.encode(links, forKey: .links)
  }
}

/// A link, which may lead to any entry: to the page itself, and to pages that link back.
struct Link: Codable {
  var text: String
  @BackReference var target: Entry? = nil
}

final class Sketch: Entry {
  var lines: [[Double]] = []

  override class var archiveClass: ArchiveClass { ArchiveClass("Sketch", version: 3) }

  override init(title: String) { super.init(title: title) }

  private enum CodingKeys: CodingKey { case lines }

  required init(from decoder: any Decoder) throws {
    lines = try decoder.container(keyedBy: CodingKeys.self).decode([[Double]].self, forKey: .lines)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(lines, forKey: .lines)
  }
}

extension ClassSet {
  /// The subclasses that may be where an `Entry` is expected.
  static let entries: ClassSet = [Page.self, Sketch.self]
}
