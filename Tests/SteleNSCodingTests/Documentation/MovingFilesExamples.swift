import Foundation
import Stele
import SteleFoundation
import SteleNSCoding
import TestSupport
import Testing

/// A class as it was before; `NSKeyedArchiver` takes no nested ones.
final class MovedNote: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let title: String
  let text: String

  init(title: String, text: String) {
    self.title = title
    self.text = text
  }

  init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    coder.encode(NSString(string: title), forKey: "title")
    coder.encode(NSString(string: text), forKey: "text")
  }
}

/// The examples of the page that moves files of users, with old files as Foundation writes them.
@Suite("Examples of files of users that move")
struct MovingFilesExamples {
  final class Note: Codable {
    var title: String
    var text: String

    init(title: String, text: String) {
      self.title = title
      self.text = text
    }
  }

  let oldName = NSStringFromClass(MovedNote.self)

  /// The key that property lists of `NSKeyedArchiver` have.
  struct KeyedArchive: Decodable {
    let archiver: String
    private enum CodingKeys: String, CodingKey { case archiver = "$archiver" }
  }

  func notes(at url: URL) throws -> [Note] {
    let data = try Data(contentsOf: url)
    if data.starts(with: [0xD3, 0x53, 0x54, 0x4C]) {
      return try SteleDecoder().decode([Note].self, from: data)
    }
    guard ["bplist", "<?xml"].contains(where: { data.starts(with: Data($0.utf8)) }) else {
      return try JSONDecoder().decode([Note].self, from: data)
    }
    if (try? PropertyListDecoder().decode(KeyedArchive.self, from: data)) == nil {
      return try PropertyListDecoder().decode([Note].self, from: data)
    }
    return try SteleKeyedUnarchiver.unarchivedValue(
      of: [Note].self, classes: [oldName: Note.self], fromKeyedArchive: data) ?? []
  }

  func save(_ notes: [Note], to url: URL) throws {
    try SteleEncoder().encode(notes, to: url)
  }

  private func keyed(_ format: PropertyListSerialization.PropertyListFormat) -> Data {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.outputFormat = format
    archiver.encode(
      NSArray(array: [MovedNote(title: "Rex", text: "barks"), MovedNote(title: "Ann", text: "")]),
      forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    return archiver.encodedData
  }

  @Test func `files of each old form are read, and are archives once they have been saved`() throws
  {
    let notes = [Note(title: "Rex", text: "barks"), Note(title: "Ann", text: "")]
    let lists = try [PropertyListSerialization.PropertyListFormat.binary, .xml].map {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = $0
      return try encoder.encode(notes)
    }
    let directory = try TemporaryDirectory()
    let url = directory.file("notes")
    for old in [try JSONEncoder().encode(notes)] + lists + [keyed(.binary), keyed(.xml)] {
      try old.write(to: url)
      let read = try self.notes(at: url)
      #expect(read.map(\.title) == ["Rex", "Ann"])
      #expect(read.map(\.text) == ["barks", ""])

      try save(read, to: url)
      #expect(try Data(contentsOf: url) == SteleEncoder().encodedData(notes))
      #expect(try self.notes(at: url).map(\.title) == ["Rex", "Ann"])
    }
  }

  @Test func `a file that is damaged is no file of another form`() throws {
    let directory = try TemporaryDirectory()
    let url = directory.file("notes")
    var data = try SteleEncoder().encodedData([Note(title: "Rex", text: "barks")])
    data.removeLast()
    try data.write(to: url)
    #expect(throws: DecodingError.self) { try notes(at: url) }
    #expect(try Data(contentsOf: url) == data)
  }
}
