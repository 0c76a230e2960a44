internal import Foundation
internal import Stele
internal import SteleFoundation
internal import SteleModel

/// A large archive: people who are all linked with each other, and after them notes, each of which is a root.
struct LargeFile {
  let people: LinkedPeople
  let recordCount = 1000

  init(objectCount: Int) {
    people = LinkedPeople(objectCount: objectCount)
  }

  /// Writes the archive object by object.
  func write(to url: URL) throws {
    let target = try AtomicFile(replacing: url)
    var writer = try ArchiveWriter(sink: target)
    for entry in LinkedPeople.entries { _ = try writer.define(entry) }
    let note = try writer.define(Explicit.Note.entry)
    for number in 1...people.objectCount { try writer.append(people.object(number)) }
    try writer.addRoot(people.root)
    for number in 0..<recordCount {
      let content = Explicit.Note(number)
      let object = try writer.append(
        ArchiveObject(entry: note, values: [.string(content.title), .string(content.text)]))
      try writer.addRoot(
        ArchiveNamedValue(content.title, .reference(to: "Note"), .reference(object)))
    }
    try writer.finish()
    try target.commit()
  }
}
