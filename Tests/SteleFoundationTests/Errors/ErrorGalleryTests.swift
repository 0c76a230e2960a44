import Foundation
import Stele
import SteleFoundation
import TestSupport
import Testing

@Suite("The texts of errors")
struct ErrorGalleryTests {
  private static let page = FixtureFolder.package.appending(
    path: "Sources/Stele/Stele.docc/Errors.md")

  /// The end of what is written by hand.
  private static let marker =
    "A test generates the rest of this page from the errors that the library throws.\n"

  @Test func `stand in the guide as they are`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let end = try #require(page.range(of: Self.marker)).upperBound
    var text = String(page[..<end])
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
