import Stele
import TestSupport
import Testing

@Suite struct `Paths of errors` {
  struct Person<Age: Codable>: Codable {
    var name = "n"
    var ages: [Age]
    var byYear: [String: Age] = [:]
    var nested: Holder<Age>?
  }
  enum Choice<Value: Codable>: Codable { case value(Value, label: Value) }

  @Test func `they lead to a value in a list`() throws {
    #expect(
      try failure(
        converting: [Person(ages: [1]), Person(ages: [1, 300])], to: [Person<UInt8>].self)
        == CodingFailure(.dataCorrupted, "[1].ages[1]", .valueDoesNotFit))
    #expect(
      try failure(converting: Person(ages: ["x"]), to: Person<Int>.self)
        == CodingFailure(.typeMismatch, "ages[0]", .wrongType(.string)))
    #expect(
      try failure(converting: [[1], [2, -1]], to: [[UInt]].self)
        == CodingFailure(.dataCorrupted, "[1][1]", .valueDoesNotFit))
  }

  @Test func `they lead to a value in a dictionary`() throws {
    #expect(
      try failure(converting: Person(ages: [], byYear: ["then": 256]), to: Person<UInt8>.self)
        == CodingFailure(.dataCorrupted, "byYear.then", .valueDoesNotFit))
    #expect(
      try failure(converting: [7: "x"], to: [Int: Int].self)
        == CodingFailure(.typeMismatch, "7", .wrongType(.string)))
  }

  @Test func `they lead to a value in a nested value`() throws {
    #expect(
      try failure(converting: Person(ages: [], nested: Holder(1000)), to: Person<Int8>.self)
        == CodingFailure(.dataCorrupted, "nested.value", .valueDoesNotFit))
    #expect(
      try failure(converting: Holder(Choice.value(1, label: -1)), to: Holder<Choice<UInt>>.self)
        == CodingFailure(.dataCorrupted, "value.value.label", .valueDoesNotFit))
  }

  @Test func `they lead to a key that is missing and to a nil`() throws {
    struct One: Codable { var a: Int }
    struct Two: Codable { var a: Int, b: String }
    #expect(
      try failure(converting: Holder([One(a: 1)]), to: Holder<[Two]>.self)
        == CodingFailure(.keyNotFound, "value[0].b", .missingKey("b")))
    #expect(
      try failure(converting: Holder([1, nil]), to: Holder<[Int]>.self)?.kind == .valueNotFound)
    #expect(try failure(converting: Holder([1, nil]), to: Holder<[Int]>.self)?.path == "value[1]")
  }
  @Test func `errors name the type that was wanted`() throws {
    #expect(try failure(converting: "x", to: Int.self)?.type == "Int")
    #expect(try failure(converting: 1, to: String.self)?.type == "String")
    #expect(try failure(converting: 1, to: Bool.self)?.type == "Bool")
    #expect(try failure(converting: Holder(Int?.none), to: Holder<Double>.self)?.type == "Double")
  }
}
