import Stele
import SteleModel
import TestSupport
import Testing

@Suite struct `Enums` {
  enum Plain: SimplyNamed, Codable, Hashable { case first, second }
  enum Payload: Codable, Hashable {
    case none
    case one(Int)
    case labelled(name: String, age: Int)
    case mixed(Int, text: String, Bool)
    case optional(Int?)
    case nested(Plain)
    case list([Payload])
    case map([String: Payload])
    case defaulted(x: Int = 5)
    case tuple(Holder<Int>, Holder<String>)
  }
  indirect enum Tree: Codable, Hashable {
    case leaf
    case node(Tree, Int, Tree)
  }
  enum Shape: Codable, Equatable {
    case circle(radius: Double)
    case box(width: Double, height: Double)
    enum CodingKeys: String, CodingKey { case circle = "c", box = "b" }
    enum BoxCodingKeys: String, CodingKey { case width = "w", height = "h" }
  }
  enum Generic<Value: Codable & Equatable>: Codable, Equatable { case some(Value), nothing }
  enum Number: Int, Codable { case one = 1, ten = 10 }
  enum Word: String, Codable { case yes, no = "NO" }

  static let payloads: [Payload] = [
    .none, .one(1), .one(.min), .labelled(name: "n", age: 3), .mixed(1, text: "t", true),
    .optional(nil), .optional(5), .nested(.second), .list([]), .list([.none, .one(2), .list([])]),
    .map(["a": .none, "b": .labelled(name: "", age: 0)]), .defaulted(), .defaulted(x: 6),
    .tuple(Holder(1), Holder("s")),
  ]

  @Test func `cases without values come back`() throws {
    try expectRoundTrip(Plain.first)
    try expectRoundTrip(Plain.second)
    #expect(try roundTrip([Plain.second, .first, .second]) == [.second, .first, .second])
    #expect(try roundTrip(Holder<Plain?>(nil)).value == nil)
  }

  @Test(arguments: payloads) func `cases with values come back`(_ payload: Payload) throws {
    try expectRoundTrip(payload, isOrdered: false)
  }

  @Test func `all cases come back in one list`() throws {
    #expect(try roundTrip(Self.payloads, isOrdered: false) == Self.payloads)
    let reversed = Array(Self.payloads.reversed())
    #expect(try roundTrip(reversed, isOrdered: false) == reversed)
    #expect(try convert(Set(Self.payloads), to: Set<Payload>.self) == Set(Self.payloads))
  }

  @Test func `indirect enums come back`() throws {
    var tree = Tree.leaf
    for value in 0..<6 { tree = .node(tree, value, .node(.leaf, -value, tree)) }
    try expectRoundTrip(tree)
  }

  @Test func `cases and labels with other keys come back`() throws {
    try expectRoundTrip(Shape.circle(radius: 2))
    try expectRoundTrip(Shape.box(width: 1, height: 3))
    #expect(
      try roundTrip([Shape.box(width: 1, height: 3), .circle(radius: 2)])
        == [.box(width: 1, height: 3), .circle(radius: 2)])
  }

  @Test func `generic enums come back`() throws {
    try expectRoundTrip(Generic.some(5))
    try expectRoundTrip(Generic.some([Generic.some("x"), .nothing]))
    try expectRoundTrip(Generic<Int>.nothing)
  }

  @Test func `raw values stand for cases`() throws {
    try expectRoundTrip(Number.ten)
    try expectRoundTrip(Word.no)
    #expect(try convert(Number.ten, to: Int.self) == 10)
    #expect(try convert([Word.yes, .no], to: [String].self) == ["yes", "NO"])
    #expect(try convert("NO", to: Word.self) == .no)
    #expect(
      try failure(converting: Holder("maybe"), to: Holder<Word>.self)
        == CodingFailure(.dataCorrupted, "value", .valueDoesNotFit))
    #expect(try failure(converting: Holder(2), to: Holder<Number>.self)?.kind == .dataCorrupted)
  }

  @Test func `a case that the program does not have is an error`() throws {
    enum Fewer: Codable { case first }
    let failure = try failure(converting: Holder(Plain.second), to: Holder<Fewer>.self)
    #expect(failure?.kind == .typeMismatch || failure?.kind == .dataCorrupted)
    #expect(failure?.path == "value")
  }

  @Test func `a case with other values is an error`() throws {
    enum Narrow: Codable { case one(UInt8), labelled(name: String, age: Int, more: Bool) }
    #expect(
      try failure(converting: Payload.one(300), to: Narrow.self)
        == CodingFailure(.dataCorrupted, "one._0", .valueDoesNotFit))
    #expect(
      try failure(converting: Payload.labelled(name: "", age: 1), to: Narrow.self)
        == CodingFailure(.keyNotFound, "labelled.more", .missingKey("more")))
    #expect(try failure(converting: 5, to: Narrow.self)?.kind == .typeMismatch)
    #expect(try failure(converting: "one", to: Narrow.self)?.kind == .typeMismatch)
  }

  @Test func `an enum that is coded by hand comes back`() throws {
    enum Manual: Codable, Equatable {
      case number(Int)
      case text(String)
      enum CodingKeys: CodingKey { case kind, value }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .kind) {
        case "number": self = .number(try container.decode(Int.self, forKey: .value))
        default: self = .text(try container.decode(String.self, forKey: .value))
        }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .number(let number):
          try container.encode("number", forKey: .kind)
          try container.encode(number, forKey: .value)
        case .text(let text):
          try container.encode("text", forKey: .kind)
          try container.encode(text, forKey: .value)
        }
      }
    }
    let values = [Manual.number(1), .text("a"), .number(2)]
    for value in values { #expect(try roundTrip(value) == value) }
    #expect(try convert(values, to: [Manual].self) == values)
  }

  @Test func `an enum that writes one value by hand comes back`() throws {
    enum Tagged: Codable, Equatable {
      case number(Int)
      case text(String)
      enum CodingKeys: CodingKey { case number, text }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch container.allKeys.first {
        case .number?: self = .number(try container.decode(Int.self, forKey: .number))
        default: self = .text(try container.decode(String.self, forKey: .text))
        }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .number(let number): try container.encode(number, forKey: .number)
        case .text(let text): try container.encode(text, forKey: .text)
        }
      }
    }
    let values = [Tagged.number(1), .text("a"), .number(2)]
    #expect(try convert(values, to: [Tagged].self) == values)
    for value in values { try expectRoundTrip(value) }
  }
}
