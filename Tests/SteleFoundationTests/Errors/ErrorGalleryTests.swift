import Foundation
import Stele
import SteleFoundation
import TestSupport
import Testing

@Suite("The texts of errors")
struct ErrorGalleryTests {
  private static let page = FixtureFolder.package.appending(
    path: "Sources/Stele/Stele.docc/Errors.md")

  private static let introduction = """
    # Errors

    The errors of the library, their facts, and their texts.

    ## Overview

    An error states what could not be done, where, why, and a remedy. The same facts are properties: ``ArchiveError`` is
    for bytes that are not a valid archive, ``ArchiveWritingError`` for content that cannot be written, ``SteleCodingError`` for types and
    graphs that do not fit an archive, `FileError` of `SteleFoundation` for files.

    `SteleEncoder` and `SteleDecoder` throw `EncodingError` and `DecodingError`, as all coders do; their `explanation` is the whole text,
    whichever case they are, and their `underlyingError` is the error with the facts, whose own description is then only the place. An error of their type that an initialiser of the program
    or of the standard library has thrown is given the same place: path, object and byte.

    ```swift
    do {
      people = try decoder.decode([Person].self, from: bytes)
    } catch let error as DecodingError {
      print(error.explanation)
    }
    ```

    With `SteleFoundation` the errors of Stele itself are `LocalizedError`: `errorDescription` is the text, and `failureReason` and
    `recoverySuggestion` are its halves. `localizedDescription` of a `DecodingError` is Foundation's, and states only that the data does not have the
    right format. To show a user what is wrong with a file:

    ```swift
    func message(for error: any Error) -> String {
      switch error {
      case let error as DecodingError: error.explanation
      case let error as EncodingError: error.explanation
      default: error.localizedDescription
      }
    }
    ```

    ## Recovering a damaged file

    `stele recover damaged.stele -o rescued.stele` writes the intact part of a damaged file as a new archive, and reports what was lost. A
    damaged block costs only its own objects; but the objects of a file below 64 KiB are all in one block. If the roots are lost, the objects are
    still available by number (`stele dump rescued.stele` shows them), and ``Unarchiver`` decodes them: `try unarchiver.decode(Person.self, object: 1)`.
    The library for this is `ArchiveRecovery` of `SteleInspection`.

    A test generates the rest of this page from the errors that the library throws.

    """

  @Test func `stand in the guide as they are`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var text = Self.introduction
    for section in try ErrorGallery.sections(in: folder) {
      text += "\n## \(section.title)\n"
      for item in section.items { text += "\n\(item.title):\n\n    \(item.text)\n" }
    }
    if ProcessInfo.processInfo.environment["STELE_RECORD"] != nil {
      try Data(text.utf8).write(to: Self.page)
    }
    #expect(try String(contentsOf: Self.page, encoding: .utf8) == text)
  }

  @Test func `have no names of cases, and tell nothing twice`() throws {
    let bytes = try SteleEncoder().encode(Owner(pet: Dog()))
    let error = try #require(throws: DecodingError.self) {
      _ = try SteleDecoder().decode(Owner.self, from: bytes)
    }
    let text = "\(error)"
    #expect(text.components(separatedBy: "is not allowed here").count == 2)
    #expect(!text.contains("unknownClass("))
    let invalid = try #require(throws: DecodingError.self) {
      _ = try SteleDecoder().decode(Owner.self, from: [1, 2])
    }
    #expect("\(invalid)".components(separatedBy: "it is not a Stele archive").count == 2)
  }

  @Test func `are told in parts to those who show them in a window`() throws {
    let error = SteleCodingError(
      .classNotAllowed("Dog"), object: 2, offset: 181, className: "Person", keyPath: "pet")
    #expect(
      error.localizedDescription
        == "Cannot decode Person.pet (object 2) at byte 181: class \"Dog\" is not allowed here. Call decoder.allow(Dog.self)."
    )
    #expect(error.failureReason == "Class \"Dog\" is not allowed here.")
    #expect(error.recoverySuggestion == "Call decoder.allow(Dog.self).")
    // Also as the cause of an error that has the sentence.
    let empty = #expect(throws: DecodingError.self) {
      try SteleDecoder().decode(Owner.self, from: [])
    }
    guard case .dataCorrupted(let context) = empty else { return }
    #expect(context.underlyingError?.localizedDescription == context.debugDescription)
    #expect(empty?.explanation == context.debugDescription)
    let full = FileError(.write, "a", code: ENOSPC)
    #expect(full.failureReason == "No space left on device.")
  }

  @Test func `have the same key path in both directions`() throws {
    let paths = try [true, false].map { isEncoding -> String? in
      if isEncoding {
        let error = try #require(throws: EncodingError.self) {
          _ = try SteleEncoder().encode(["people": [["age": Unencodable()]]])
        }
        guard case .invalidValue(_, let context) = error else { return nil }
        return (context.underlyingError as? SteleCodingError)?.keyPath
      }
      let bytes = try SteleEncoder().encode(["people": [["age": "ten"]]])
      let error = try #require(throws: DecodingError.self) {
        _ = try SteleDecoder().decode([String: [[String: Int]]].self, from: bytes)
      }
      return (error.underlyingError as? SteleCodingError)?.keyPath
    }
    #expect(paths[0] == "{people}[0]{age}")
    #expect(paths[0] == paths[1])
  }

  /// A value that encodes a key twice.
  private struct Unencodable: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(1)
      try container.encode(2)
    }
  }
}
