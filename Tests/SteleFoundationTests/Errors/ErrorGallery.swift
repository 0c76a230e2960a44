import Foundation
import Stele
import SteleFoundation
import SteleModel
import TestSupport

/// Mistakes that programs and files make, and the text of the error of each.
struct ErrorGallery {
  /// A mistake.
  struct Item {
    let title: String
    let text: String
  }

  /// A heading of the page.
  struct Section {
    let title: String
    let items: [Item]
  }

  /// The text of what is thrown.
  static func text(of body: () throws -> Void) -> String {
    do {
      try body()
      return "nothing is wrong"
    } catch let error as EncodingError {
      return error.explanation
    } catch let error as DecodingError {
      return error.explanation
    } catch {
      return "\(error)"
    }
  }

  private static func item(_ title: String, _ body: () throws -> Void) -> Item {
    Item(title: title, text: text(of: body))
  }

  /// Returns the text of the error that decoding some bytes throws.
  private static func decoding(_ title: String, _ bytes: [UInt8]) -> Item {
    item(title) { _ = try SteleDecoder().decode(Owner.self, from: bytes) }
  }

  private static func fixture(_ path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: FixtureFolder.package.appending(path: "Fixtures/" + path)))
  }
}

// The sections

extension ErrorGallery {
  static func sections(in folder: URL) throws -> [Section] {
    [
      Section(title: "Files that are no archives", items: try foreignFiles()),
      Section(title: "Files that are damaged, or too new", items: try damagedFiles()),
      Section(title: "Classes", items: try classes()),
      Section(title: "Keys and values", items: try keys()),
      Section(title: "Graphs", items: graphs()),
      Section(title: "Declarations", items: declarations()),
      Section(title: "Files and folders", items: try files(in: folder)),
    ]
  }

  private static func foreignFiles() throws -> [Item] {
    let list = ["name": "Ann"]
    return [
      decoding("An empty file", []),
      decoding("A text", Array("Dear Ann,\nthe dog is well.\n".utf8)),
      decoding("JSON", [UInt8](try JSONEncoder().encode(list))),
      decoding(
        "A property list",
        [UInt8](
          try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0))),
      decoding(
        "A file of NSKeyedArchiver",
        [UInt8](
          try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))),
      decoding("gzip", [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3]),
      decoding("A PNG image", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    ]
  }

  private static func damagedFiles() throws -> [Item] {
    let bytes = try SteleEncoder().encode(Owner(pet: Dog()))
    var damaged = bytes
    damaged[bytes.count / 2] ^= 1
    return [
      decoding("A file that is cut short", Array(bytes.dropLast(20))),
      decoding("A file with a changed byte", damaged),
      decoding("A newer major version", try fixture("invalid/major-version-2.stele")),
      decoding("An unknown critical chunk", try fixture("damaged/critical-chunk-unknown.stele")),
      decoding(
        "A reference to an object of another class",
        try fixture("invalid/reference-of-wrong-class.stele")),
    ]
  }

  private static func classes() throws -> [Item] {
    let bytes = try SteleEncoder().encode(Owner(pet: Dog()))
    let cat = try SteleEncoder().encode(Holder(pet: Cat()))
    return [
      item("A subclass that is not allowed") {
        _ = try SteleDecoder().decode(Owner.self, from: bytes)
      },
      item("A class that this program does not have") {
        let bytes = try SteleEncoder().encode(Owner(pet: Beast()))
        _ = try SteleDecoder().decode(Owner.self, from: bytes)
      },
      item("A class that is not on the list of allowed classes") {
        var decoder = SteleDecoder()
        decoder.allowsListedClassesOnly = true
        decoder.allow(Owner.self)
        _ = try decoder.decode(Owner.self, from: bytes)
      },
      item("An object of another class than the one that is asked for") {
        var decoder = SteleDecoder()
        decoder.allow(Cat.self)
        _ = try decoder.decode(DogHolder.self, from: cat)
      },
      item("An object of a class that cannot be what is asked for") {
        _ = try SteleDecoder().decode(DogHolder.self, from: cat)
      },
      item("Two classes with one name") {
        var decoder = SteleDecoder()
        decoder.allow(Dog.self)
        decoder.allow(OtherDog.self)
        _ = try decoder.decode(Owner.self, from: bytes)
      },
      item("A private class without a name") { _ = try SteleEncoder().encode(Hidden()) },
    ]
  }

  private static func keys() throws -> [Item] {
    [
      item("A key that older files do not have") {
        let bytes = try SteleEncoder().encode(Note1(title: "x"))
        _ = try SteleDecoder().decode(Note2.self, from: bytes)
      },
      item("A value of another type") {
        let bytes = try SteleEncoder().encode(["age": "ten"])
        _ = try SteleDecoder().decode([String: Int].self, from: bytes)
      },
      item("A number that does not fit") {
        let bytes = try SteleEncoder().encode(["age": 300])
        _ = try SteleDecoder().decode([String: UInt8].self, from: bytes)
      },
      item("A nil") {
        let bytes = try SteleEncoder().encode([1, nil])
        _ = try SteleDecoder().decode([Int].self, from: bytes)
      },
      item("A key that is written twice") { _ = try SteleEncoder().encode(Twice()) },
      item("A key that is retired") { _ = try SteleEncoder().encode(Retired()) },
      item("A case that the enum does not have") {
        let bytes = try SteleEncoder().encode(NewColour.violet(1))
        _ = try SteleDecoder().decode(Colour.self, from: bytes)
      },
      item("A root that the archive does not have") {
        let archiver = Archiver()
        try archiver.encode(1, root: "left")
        try archiver.encode(2, root: "right")
        let unarchiver = try Unarchiver(try archiver.finish())
        _ = try unarchiver.decode(Int.self, root: "centre")
      },
    ]
  }

  private static func graphs() -> [Item] {
    [
      item("Objects in a cycle of strong references") {
        let (one, other) = (Spouse(), Spouse())
        one.spouse = other
        other.spouse = one
        defer { one.spouse = nil }
        _ = try SteleEncoder().encode(one)
      },
      item("Properties of a subclass that would be lost") {
        _ = try SteleEncoder().encode(Poodle())
      },
      item("Properties of a superclass that is not called") {
        _ = try SteleEncoder().encode(Beagle())
      },
      item("A set of objects, in the canonical form") {
        var encoder = SteleEncoder()
        encoder.outputFormatting = .canonical
        _ = try encoder.encode(Album(stamps: [Stamp()]))
      },
    ]
  }

  private static func declarations() -> [Item] {
    [
      item("The name of the superclass") { _ = try SteleEncoder().encode(Van()) },
      item("A key that is newer than its class") { _ = try SteleEncoder().encode(TooNew()) },
    ]
  }

  private static func files(in folder: URL) throws -> [Item] {
    func opening(_ title: String, _ url: URL) -> Item {
      let item = item(title) { _ = try SteleDecoder().decode(Owner.self, from: url) }
      let text = item.text.replacingOccurrences(of: folder.path + "/", with: "")
      return Item(title: title, text: text.replacingOccurrences(of: folder.path, with: "."))
    }
    return [
      opening("A file that is missing", folder.appending(path: "people.stele")),
      opening("A folder", folder),
      item("A file that may not be read") { throw FileError(.open, "people.stele", code: EACCES) },
      item("A full disk") { throw FileError(.write, "people.stele", code: ENOSPC) },
    ]
  }
}
