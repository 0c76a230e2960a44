import SteleInspection
import Testing

/// The difference between a text and the right text, as `stele conform` prints it.
@Suite("The difference of two texts")
struct NotationDifferenceTests {
  static let text = """
    {"stele": "1.0",
     "objects": [
      {"name": "Ann", "age": 36},
      {"name": "Bob", "size": 1.5}]}
    """

  private func difference(of answer: String) throws -> String? {
    let difference = try NotationDifference(
      right: Array(Self.text.utf8), named: "good.json", answer: Array(answer.utf8))
    return difference.first
  }

  @Test func `texts that are laid out in another way are equal`() throws {
    #expect(try difference(of: Self.text) == nil)
    let other =
      #"{"objects":[{"age":36,"name":"\u0041nn"},{"size":15e-1,"name":"Bob"}],"stele":"1.0"}"#
    #expect(try difference(of: other) == nil)
  }

  @Test(arguments: [
    (
      "\"Ann\"", "\"Eva\"",
      "the text differs at $.objects[0].name: it is \"Eva\" in line 3, "
        + "and should be \"Ann\" as in line 3 of good.json"
    ),
    (
      "36", "36.0",
      "the text differs at $.objects[0].age: it is 36.0 in line 3, "
        + "and should be 36 as in line 3 of good.json"
    ),
    (
      "\"Bob\"", "[]",
      "the text differs at $.objects[1].name: it is [] in line 4, "
        + "and should be \"Bob\" as in line 4 of good.json"
    ),
    (", \"age\": 36", "", "the text lacks $.objects[0].age, which is 36 in line 3 of good.json"),
    (
      "36", "36, \"a b\": []",
      "the text has $.objects[0].\"a b\", which is [] in line 3, and should not"
    ),
    ("1.5}", "1.5}, 7", "the text has $.objects[2], which is 7 in line 4, and should not"),
  ])
  func `the first difference is named with both values`(
    old: String, new: String, difference: String
  ) throws {
    #expect(try self.difference(of: Self.text.replacing(old, with: new)) == difference)
  }

  @Test func `names of other bytes are others, even if strings of them are equal`() throws {
    let difference = try NotationDifference(
      right: Array("{\"\u{E9}\": 1}".utf8), named: "a", answer: Array("{\"e\u{301}\": 1}".utf8))
    #expect(difference.first?.hasPrefix("the text lacks $.") == true)
  }

  @Test func `a long value is shown in part`() throws {
    let long = String(repeating: "A", count: 1000)
    let difference = try difference(of: Self.text.replacing("Ann", with: long))
    #expect(difference?.contains("it is \"\(long.prefix(59))... in line 3") == true)
  }

  @Test func `a text that is not JSON is refused`() {
    #expect(throws: NotationError.self) { try difference(of: "{\"stele\": }") }
  }
}
