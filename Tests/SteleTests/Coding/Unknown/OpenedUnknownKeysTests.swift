import Stele
import SteleModel
import TestSupport
import Testing

/// Unknown keys of archives of which only parts are read: they are found where they stand, whatever is read after them.
struct OpenedUnknownKeysTests {
  enum Writer {
    final class Page: Codable, SimplyNamed {
      let title: String
      let text: String

      init(_ number: Int) {
        title = "page \(number)"
        text = String(repeating: "text \(number) ", count: 300)
      }
    }

    struct Cover: Codable, SimplyNamed {
      var title: String
      var colour: Int
    }
  }

  enum Reader {
    final class Page: Codable, SimplyNamed {
      let title: String
      let rest: UnknownKeys
    }

    struct Cover: Codable, SimplyNamed {
      var title: String
      var rest: UnknownKeys
    }
  }

  @Test func `unknown keys of an archive that is open are read from their blocks`() throws {
    let archiver = Archiver()
    for number in 0..<200 {
      try archiver.encode(Writer.Page(number), root: "page \(number)")
      try archiver.encode(
        Writer.Cover(title: "cover \(number)", colour: number), root: "cover \(number)")
    }
    let unarchiver = try Unarchiver(ArchiveReader(opening: archiver.finish()))
    var pages: [Reader.Page] = []
    var covers: [Reader.Cover] = []
    for number in 0..<200 {
      pages.append(try unarchiver.decode(root: "page \(number)"))
      covers.append(try unarchiver.decode(root: "cover \(number)"))
    }
    for number in 0..<200 {
      #expect(pages[number].rest["text"] == .string(Writer.Page(number).text))
      #expect(covers[number].rest["colour"] == .integer(Int128(number)))
    }
  }
}
