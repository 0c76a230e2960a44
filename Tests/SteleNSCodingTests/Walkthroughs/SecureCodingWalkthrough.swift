import Foundation
import Stele
import SteleNSCoding
import Testing

@Suite("Walk-through: secure coding")
struct SecureCodingWalkthrough {
  final class Chapter: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }

    let title: String
    let index: Int
    let keywords: [String]
    let next: Chapter?

    init(title: String, index: Int, keywords: [String], next: Chapter? = nil) {
      self.title = title
      self.index = index
      self.keywords = keywords
      self.next = next
    }

    init?(coder: NSCoder) {
      guard let title = coder.decodeObject(of: NSString.self, forKey: "title"),
        let keywords = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "keywords")
          as? [String]
      else { return nil }
      self.title = title as String
      index = coder.decodeInteger(forKey: "index")
      self.keywords = keywords
      next = coder.decodeObject(of: Chapter.self, forKey: "next")
    }

    func encode(with coder: NSCoder) {
      coder.encode(title, forKey: "title")
      coder.encode(index, forKey: "index")
      coder.encode(keywords, forKey: "keywords")
      coder.encode(next, forKey: "next")
    }
  }

  /// Writes what a chapter would not.
  final class Forgery: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }

    let next: Any

    init(next: Any) { self.next = next }

    init?(coder: NSCoder) { return nil }

    func encode(with coder: NSCoder) {
      coder.encode("Birds", forKey: "title")
      coder.encode(1, forKey: "index")
      coder.encode([Any](), forKey: "keywords")
      coder.encode(next, forKey: "next")
    }
  }

  private static var classes: KeyValuePairs<String, AnyClass> { ["Chapter": Chapter.self] }

  private func expectBirds(_ chapter: Chapter?) throws {
    let chapter = try #require(chapter)
    #expect(chapter.title == "Birds")
    #expect(chapter.index == 1)
    #expect(chapter.keywords == ["feather", "nest"])
    let next = try #require(chapter.next)
    #expect(next.title == "Owls")
    #expect(next.index == 2)
    #expect(next.keywords == [])
    #expect(next.next == nil)
  }

  @Test func `a title, an index, a list and an object of the same class`() throws {
    let owls = Chapter(title: "Owls", index: 2, keywords: [])
    let birds = Chapter(title: "Birds", index: 1, keywords: ["feather", "nest"], next: owls)
    let data = try SteleKeyedArchiver.archivedData(
      withRootObject: birds, requiringSecureCoding: true)
    let copy = try SteleKeyedUnarchiver.unarchivedObject(ofClass: Chapter.self, from: data)
    try expectBirds(copy)
    let stored = StoredArchive("chapter", Self.classes)
    try stored.expectSame(as: ["root": birds])
    try expectBirds(stored.root(Chapter.self))
  }

  @Test func `an object of another class is refused with the key path`() throws {
    let forgery = Forgery(next: NSURL(fileURLWithPath: "/"))
    let stored = StoredArchive("chapter-forged", ["Chapter": Forgery.self])
    try stored.expectSame(as: ["root": forgery])
    let unarchiver = try StoredArchive("chapter-forged", Self.classes).unarchiver()
    var report = ""
    do {
      _ = try unarchiver.object(of: [Chapter.self], forKey: "root")
    } catch let error as KeyedCodingError {
      report = "\(error.path), \(error.className)"  // Chapter.next, NSURL
    }
    #expect(report == "Chapter.next, NSURL")
  }
}
