import Foundation
import Stele
import SteleFoundation
import TestSupport
import Testing

/// The example of the page about errors.
@Suite struct `Examples of errors` {
  final class Person: Codable {}

  @Test func `the text and the facts of an error`() throws {
    let decoder = SteleDecoder()
    let bytes = Array("{}".utf8)
    var people: [Person] = []
    var text = ""
    func print(_ value: Any) { text += "\(value)" }
    do {
      people = try decoder.decode([Person].self, from: bytes)
    } catch let error as DecodingError {
      print(error.explanation)
    }
    #expect(people.isEmpty)
    #expect(text.contains("it looks like JSON"))
  }

  @Test func `the text of any error can be shown`() throws {
    func message(for error: any Error) -> String {
      switch error {
      case let error as DecodingError: error.explanation
      case let error as EncodingError: error.explanation
      default: error.localizedDescription
      }
    }

    let texts = [Array("{}".utf8), []].map { bytes in
      #expect(throws: (any Error).self) {
        try SteleDecoder().decode([Person].self, from: bytes)
      }.map(message) ?? ""
    }
    #expect(texts[0].contains("it looks like JSON"))
    #expect(texts[1].contains("the file is empty"))
    let missing = #expect(throws: FileError.self) {
      try SteleDecoder().decode([Person].self, from: URL(fileURLWithPath: "/missing.stele"))
    }
    #expect(missing.map(message)?.contains("missing.stele") == true)
  }
}
