internal import Foundation
internal import Stele
internal import SteleFoundation
internal import SteleModel
internal import SteleVerifier

/// A task with a large archive, for a process that has not done anything before.
enum FileTask: String, CaseIterable, Codable {
  /// Opens it and reads one object.
  case object
  /// Opens it and reads one root of a thousand, and the object that is its value.
  case root
  /// Opens it and decodes the object of one root of a thousand as one of a class of this program.
  case explicit
  /// Verifies it, as the tool does.
  case verify

  /// Performs the task.
  ///
  /// - Parameters:
  ///   - url: The archive, a ``LargeFile``.
  ///   - number: The number of the object, or of the root.
  ///   - file: The content of the archive, to compare with.
  /// - Throws: The error of reading, or one for content that differs from what was written.
  func perform(_ url: URL, _ number: Int, _ file: LargeFile) throws {
    switch self {
    case .object:
      guard try ArchiveReader(contentsOf: url).object(number) == file.people.object(number) else {
        throw Child.Failure(description: "object \(number) is not as it was written")
      }
    case .root:
      let archive = try ArchiveReader(contentsOf: url)
      let root = try archive.root(Explicit.Note.title(number)).wanted
      let object = try archive.object(root.value.referenceNumber.wanted).wanted
      try Self.compare(object.values[0].wanted.text, object.values[1].wanted.text, number)
    case .explicit:
      let unarchiver = try Unarchiver(ArchiveReader(contentsOf: url))
      let note = try unarchiver.decode(Explicit.Note.self, root: Explicit.Note.title(number))
      try Self.compare(note.title, note.text, number)
    case .verify:
      let verification = Verifier().verify(try FileSource(url))
      guard verification.isValid else {
        throw Child.Failure(
          description: "\(verification.findings.first?.description ?? "not valid")")
      }
    }
  }

  private static func compare(_ title: String, _ text: String, _ number: Int) throws {
    let note = Explicit.Note(number)
    guard note.title == title, note.text == text else {
      throw Child.Failure(description: "note \(number) is not as it was written")
    }
  }
}
