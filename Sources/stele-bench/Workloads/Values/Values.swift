internal import Foundation

/// The types of the workload of many kinds.
enum Values {
  struct Point: Codable, Hashable {
    var x: Int
    var y: Int
  }

  final class Object: Codable, Equatable {
    var number: Int

    init(_ number: Int) { self.number = number }

    static func == (one: Object, other: Object) -> Bool { one.number == other.number }
  }

  struct Both<Value: Codable & Equatable>: Codable, Equatable {
    var first: Value
    var second: Value
  }

  enum Choice: Codable, Equatable {
    case number(Int)
    case named(name: String)
    case nothing

    init(_ number: Int) {
      switch number % 3 {
      case 0: self = .number(number)
      case 1: self = .named(name: "name \(number)")
      default: self = .nothing
      }
    }
  }

  enum Colour: String, Codable, CaseIterable {
    case red, orange, yellow, green, blue, violet, black, white
  }

  enum Level: Int, Codable, CaseIterable {
    case low, middle, high
  }

  struct Identifier: Codable, Equatable {
    var id: UUID
    var date: Date
  }

  struct Options: Codable, Equatable {
    var number: Int?
    var text: String?
    var measure: Double?
  }

  /// A key that dictionaries write as a coding key.
  struct Key: Codable, Hashable, CodingKeyRepresentable, RawRepresentable {
    var rawValue: String

    var codingKey: any CodingKey { rawValue.codingKey }

    init(rawValue: String) { self.rawValue = rawValue }

    init?(codingKey: some CodingKey) { rawValue = codingKey.stringValue }
  }

  /// A name and a number, which become an archive of their own.
  struct Pair: Codable {
    var name: String
    var number: Int
  }

  /// Returns numbers in no order, all different up to a hundred thousand.
  static func numbers(_ count: Int) -> [Int] {
    (0..<count).map { $0 &* 7919 % 100_003 }
  }

  static func uuids(_ count: Int) -> [UUID] {
    var random = SplitMix64(seed: 11)
    return (0..<count).map { _ in
      let words = (random.next(), random.next())
      // Safe: both types are sixteen bytes, of which any bits are a value.
      return UUID(uuid: unsafe unsafeBitCast(words, to: uuid_t.self))
    }
  }

  static func dates(_ count: Int) -> [Date] {
    numbers(count).map { Date(timeIntervalSinceReferenceDate: Double($0) * 1000.25) }
  }
}
