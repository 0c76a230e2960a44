import Foundation
import Stele
import SteleFoundation
import SteleInspection
import SteleModel
import Testing

@Suite final class `Documents of a notebook` {
  private let folder: URL
  private var file: URL { folder.appending(path: "diary.notebook") }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A document with a page, a page and a sketch in it, a shared tag, and links that lead in a circle.
  private func travels() throws -> NotebookDocument {
    let document = NotebookDocument()
    try document.change { notebook in
      let sea = Tag("sea", colour: "blue")
      let travels = Page(title: "Travels", text: "Where we were")
      let harbour = Page(title: "Harbour", text: "Ships")
      travels.add(harbour)
      travels.add(Sketch(title: "Map"))
      harbour.tags = [sea]
      travels.tags = [sea]
      travels.links = [Link(text: "most beautiful", target: harbour)]
      harbour.links = [Link(text: "all", target: travels), Link(text: "top", target: harbour)]
      notebook.entries = [travels]
      notebook.tags = [sea]
    }
    return document
  }

  @Test func `shared tags, parents and circles of links come back`() throws {
    try travels().save(to: file)
    let notebook = try NotebookDocument(contentsOf: file).notebook

    let travels = try #require(notebook.entries.first as? Page)
    let harbour = try #require(travels.entries.first as? Page)
    #expect(travels.entries.last is Sketch)
    #expect(harbour.parent === travels && travels.parent == nil)
    #expect(travels.tags[0] === notebook.tags[0] && harbour.tags[0] === notebook.tags[0])
    #expect(travels.links[0].target === harbour && harbour.links[0].target === travels)
    #expect(harbour.links[1].target === harbour)
  }

  @Test func `a file of version 1 is opened, and saved as version 3`() throws {
    let chapter = Version1.Page(heading: "Chapter")
    chapter.pages = [Version1.Page(heading: "Section")]
    chapter.pages[0].parent = chapter
    try SteleEncoder().encode(Version1.Notebook(title: "Old", pages: [chapter]), to: file)

    let document = try NotebookDocument(contentsOf: file)
    let page = try #require(document.notebook.entries.first as? Page)
    #expect(page.title == "Chapter" && page.tags.isEmpty && page.links.isEmpty)
    #expect(page.entries[0].title == "Section" && page.entries[0].parent === page)

    try document.autosave(to: file)
    let saved = try NotebookDocument(contentsOf: file)
    #expect(try saved.archive() == document.archive())
    #expect(try ArchiveReader(contentsOf: file).classes.entries.allSatisfy { $0.version == 3 })
  }

  @Test func `a file of version 2 is opened`() throws {
    let tag = Version2.Tag("sea")
    let page = Version2.Page(title: "Harbour")
    page.tags = [tag]
    let old = Version2.Notebook(title: "Newer", pages: [page], tags: [tag])
    try SteleEncoder().encode(old, to: file)

    let notebook = try NotebookDocument(contentsOf: file).notebook
    #expect(notebook.entries.map(\.title) == ["Harbour"])
    #expect(notebook.entries[0].tags[0] === notebook.tags[0] && notebook.tags[0].colour == "grey")
  }

  @Test func `each change is undone and redone with the whole graph`() throws {
    let document = try travels()
    let before = try document.archive()
    try document.change { $0.entries = [] }
    try document.undo()
    #expect(try document.archive() == before && document.notebook.entries.count == 1)
    try document.redo()
    #expect(document.notebook.entries.isEmpty)
    try document.undo()
    try document.undo()
    try document.undo()  // there is nothing before the first state
    #expect(document.notebook.tags.isEmpty)
    try document.change { $0.title = "Again" }
    try document.redo()  // the states after a new change are gone
    #expect(document.notebook.title == "Again")
  }

  @Test func `a change with a result that cannot be archived is taken back`() throws {
    let document = try travels()
    let before = try document.archive()
    #expect(throws: EncodingError.self) {
      try document.change { notebook in
        let page = try #require(notebook.entries.first as? Page)
        page.add(page)
      }
    }
    #expect(try document.archive() == before)
    #expect((document.notebook.entries.first as? Page)?.entries.count == 2)
  }

  @Test func `a save that fails or does not end leaves the old file`() throws {
    let document = try travels()
    try document.save(to: file)
    let old = try Data(contentsOf: file)
    try document.change { $0.title = "New" }

    let halfOfIt = try AtomicFile(replacing: file)
    try halfOfIt.write(Array(document.archive().prefix(100)))  // and the program ends here
    #expect(try Data(contentsOf: file) == old)

    let nowhere = folder.appending(path: "missing/diary.notebook")
    #expect(throws: FileError.self) { try document.autosave(to: nowhere) }
    try document.autosave(to: file)  // it still counts as not saved
    #expect(try NotebookDocument(contentsOf: file).notebook.title == "New")
  }

  @Test func `a damaged file is opened without the lost pages, and not saved by itself`() throws {
    let document = try travels()
    try document.change { notebook in
      notebook.entries += (1...40).map {
        Page(title: "Day \($0)", text: String(repeating: "It rained. ", count: 1000))
      }
    }
    var damaged = try document.archive()
    damaged.replaceSubrange(200_000..<200_100, with: repeatElement(0, count: 100))
    try Data(damaged).write(to: file)

    var options = RecoveryOptions()
    options.repairStepLimit = 1 << 20  // the search for one wrong byte is slow in debug builds
    let rest = try NotebookDocument(contentsOf: file, recovery: options)
    #expect((30..<41).contains(rest.notebook.entries.count))
    #expect((rest.notebook.entries.first as? Page)?.entries.count == 2)
    #expect(rest.losses[0] == "\(rest.losses.count - 1) objects are lost.")
    #expect(rest.losses.dropFirst().allSatisfy { $0.hasPrefix("objects[1].Notebook.entries[") })

    try rest.change { $0.title = "What is left" }
    try rest.autosave(to: file)
    #expect(try Data(contentsOf: file) == Data(damaged))
    try rest.save(to: file)
    #expect(try NotebookDocument(contentsOf: file).losses.isEmpty)
  }

  @Test func `a changed byte is repaired, and a file without anything left is an error`() throws {
    var archive = try travels().archive()
    let text = archive.indices.first { archive[$0...].starts(with: Array("Ships".utf8)) }
    archive[try #require(text)] = UInt8(ascii: "s")
    let repaired = try NotebookDocument(archive: archive)
    #expect(repaired.losses == ["The file was damaged; nothing is lost."])
    let page = try #require(repaired.notebook.entries.first as? Page)
    #expect((page.entries.first as? Page)?.text == "Ships")
    #expect(throws: DecodingError.self) { try NotebookDocument(archive: [1, 2, 3]) }
  }
}
