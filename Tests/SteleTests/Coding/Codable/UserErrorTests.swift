import Stele
import TestSupport
import Testing

@Suite struct `Errors of user code` {
  struct Refusal: Error, Equatable { var number: Int }
  struct Refusing: Codable, Hashable {
    var number: Int
    init(_ number: Int) { self.number = number }
    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
      if number < 0 { throw Refusal(number: number) }
    }
    func encode(to encoder: any Encoder) throws {
      if number > 100 { throw Refusal(number: number) }
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }
  final class Object: Codable {
    var value: Refusing
    var others: [Object]
    init(_ number: Int, others: [Object] = []) {
      value = Refusing(number)
      self.others = others
    }
  }

  private func places(_ number: Int) -> [any Codable] {
    let value = Refusing(number)
    return [
      value, Holder(value), [value], [Holder([value])], ["k": value], [value: 1], Set([value]),
      Optional(value), [1: [Optional(value)]], Object(number), [Object(1), Object(number)],
      Object(1, others: [Object(2, others: [Object(number)])]), ["k": Object(number)],
    ]
  }

  @Test func `errors of encode pass through unchanged`() throws {
    for value in places(101) {
      #expect(throws: Refusal(number: 101), "\(type(of: value))") {
        try SteleEncoder().encode(value)
      }
    }
  }

  @Test func `errors of init pass through unchanged`() throws {
    for value in places(-1) {
      func decode<T: Codable>(_ value: T) throws {
        let bytes = try encoded(value)
        #expect(throws: Refusal(number: -1), "\(T.self)") {
          try SteleDecoder().decode(T.self, from: bytes)
        }
      }
      try decode(value)
    }
  }

  @Test func `errors that user code throws with dataCorruptedError have the right path`() throws {
    struct Even: Codable {
      var number: Int
      init(_ number: Int) { self.number = number }
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        number = try container.decode(Int.self)
        guard number.isMultiple(of: 2) else {
          throw DecodingError.dataCorruptedError(in: container, debugDescription: "odd")
        }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
      }
    }
    #expect(
      try failure(converting: Holder([Even(2), Even(3)]), to: Holder<[Even]>.self)
        == CodingFailure(.dataCorrupted, "value[1]", .valueDoesNotFit))
  }

  @Test func `an error that is caught leaves the rest as it was`() throws {
    struct Patient: Codable, Equatable {
      var numbers: [Int]
      var failures = 0
      enum CodingKeys: CodingKey { case numbers }
      init(_ numbers: [Int]) { self.numbers = numbers }
      init(from decoder: any Decoder) throws {
        let keyed = try decoder.container(keyedBy: CodingKeys.self)
        var container = try keyed.nestedUnkeyedContainer(forKey: .numbers)
        numbers = []
        while !container.isAtEnd {
          do {
            numbers.append(try container.decode(Refusing.self).number)
          } catch is Refusal {
            failures += 1
            numbers.append(try container.decode(Int.self))
          }
        }
      }
    }
    let copy = try convert(Patient([1, -2, 3, -4]), to: Patient.self)
    #expect((copy.numbers, copy.failures) == ([1, -2, 3, -4], 2))
  }

  @Test func `an encoding that fails and is caught leaves nothing behind`() throws {
    struct Trying: Codable, Equatable {
      var numbers: [Int]
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        #expect(throws: Refusal.self) {
          try container.encode([Refusing(1), Refusing(500)], forKey: "refused")
        }
        try container.encode(numbers, forKey: "numbers")
        #expect(throws: Refusal.self) {
          try container.encode(Holder(Holder(Refusing(500))), forKey: "refused")
        }
      }
    }
    let copy = try convert([Trying(numbers: [1]), Trying(numbers: [2, 3])], to: [Trying].self)
    #expect(copy == [Trying(numbers: [1]), Trying(numbers: [2, 3])])
  }
}
