import Stele
import SteleModel
import TestSupport
import Testing

@Suite struct `Generics and raw values` {
  struct Pair<First: Codable & Hashable, Second: Codable & Hashable>: Codable, Hashable {
    var first: First
    var second: Second
  }
  struct Meters: RawRepresentable, Codable, Hashable { var rawValue: Double }
  struct Options: OptionSet, Codable, Hashable {
    var rawValue: UInt16
    static let read = Options(rawValue: 1)
    static let write = Options(rawValue: 2)
  }
  final class Node<Value: Codable>: Codable {
    var value: Value
    var next: Node?
    init(_ value: Value, next: Node? = nil) { (self.value, self.next) = (value, next) }
  }

  @Test func `generic structs come back`() throws {
    try expectRoundTrip(Pair(first: 1, second: "a"))
    try expectRoundTrip(Pair(first: [1], second: ["a": Pair(first: 1.5, second: true)]))
    try expectRoundTrip(Pair(first: Pair(first: 1, second: 2), second: Pair(first: 3, second: 4)))
  }

  @Test func `one generic type with several arguments comes back in one archive`() throws {
    struct Both: Codable, Equatable {
      var numbers = Pair(first: 1, second: 2)
      var texts = Pair(first: "a", second: ["b"])
      var nested = Pair(first: Pair(first: 1, second: "x"), second: Pair(first: "y", second: 2))
    }
    try expectRoundTrip(Both())
  }

  @Test func `generic classes come back`() throws {
    let copy = try roundTrip(Node("a", next: Node("b")))
    #expect((copy.value, copy.next?.value) == ("a", "b"))
    let nested = try roundTrip(Node([Node(1)], next: nil))
    #expect(nested.value.first?.value == 1)
  }

  @Test func `types with raw values are their raw values`() throws {
    try expectRoundTrip(Meters(rawValue: 2.5))
    try expectRoundTrip(Options([.read, .write]))
    #expect(try convert([Meters(rawValue: 1)], to: [Double].self) == [1])
    #expect(try convert(Options.write, to: Int.self) == 2)
    #expect(
      try failure(converting: 70_000, to: Options.self)
        == CodingFailure(.dataCorrupted, "", .valueDoesNotFit))
  }

  @Test func `sequences of newtypes are packed as their values`() throws {
    let archive = try ArchiveReader(opening: encoded([Meters(rawValue: 1)]))
    #expect(try archive.roots().first?.type == .list(.float64))
  }
}
