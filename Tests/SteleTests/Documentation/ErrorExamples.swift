import Stele
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
    } catch DecodingError.dataCorrupted(let context) {
      print(context.debugDescription)
      if let error = context.underlyingError as? SteleCodingError { print(error.reason) }
    }
    #expect(people.isEmpty)
    #expect(text.contains("it looks like JSON"))
  }
}
