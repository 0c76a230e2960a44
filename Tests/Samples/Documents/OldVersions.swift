import Stele

/// The classes of version 1 of the program.
enum Version1 {
  final class Notebook: Codable, ArchiveDeclaring {
    var title: String
    var pages: [Page]

    init(title: String, pages: [Page]) {
      self.title = title
      self.pages = pages
    }

    static var archiveClass: ArchiveClass { ArchiveClass("Notebook") }
  }

  final class Page: Codable, ArchiveDeclaring {
    var heading: String
    var text = ""
    var author = "Ann"
    var pages: [Page] = []
    @BackReference var parent: Page?

    init(heading: String) { self.heading = heading }

    static var archiveClass: ArchiveClass { ArchiveClass("Page") }
  }
}

/// The classes of version 2: a heading is called title, authors are gone, and there are tags.
enum Version2 {
  final class Notebook: Codable, ArchiveDeclaring {
    var title: String
    var pages: [Page]
    var tags: [Tag]

    init(title: String, pages: [Page], tags: [Tag]) {
      self.title = title
      self.pages = pages
      self.tags = tags
    }

    static var archiveClass: ArchiveClass {
      ArchiveClass("Notebook", version: 2, keys: [.key("tags", since: 2, default: [Tag]())])
    }
  }

  final class Tag: Codable, ArchiveDeclaring {
    var name: String

    init(_ name: String) { self.name = name }

    static var archiveClass: ArchiveClass { ArchiveClass("Tag", version: 2) }
  }

  final class Page: Codable, ArchiveDeclaring {
    var title: String
    var text = ""
    var tags: [Tag] = []
    var pages: [Page] = []
    @BackReference var parent: Page?

    init(title: String) { self.title = title }

    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Page", version: 2,
        keys: [
          .key("title", since: 2, aliases: ["heading"]), .key("tags", since: 2, default: [Tag]()),
          .retired("author", .string),
        ])
    }
  }
}
