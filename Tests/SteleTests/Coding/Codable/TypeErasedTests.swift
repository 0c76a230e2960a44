import Stele
import TestSupport
import Testing

@Suite struct `Type-erased values` {
  /// Any value of JSON.
  enum JSON: Codable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case integer(Int)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Int.self) {
        self = .integer(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else if let value = try? container.decode(String.self) {
        self = .string(value)
      } else if let value = try? container.decode([JSON].self) {
        self = .array(value)
      } else {
        self = .object(try container.decode([String: JSON].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .bool(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .integer(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      case .array(let value): try container.encode(value)
      case .object(let value): try container.encode(value)
      }
    }
  }

  static let samples: [JSON] = [
    .null, .bool(true), .number(1.5), .integer(-7), .string("s"), .array([]), .object([:]),
    .array([.integer(1), .integer(2)]),
    .array([.null, .integer(1), .string("x"), .array([.bool(false)]), .object(["k": .null])]),
    .object(["a": .integer(1), "b": .integer(2)]),
    .object([
      "list": .array([.number(0.5), .object(["deep": .array([.null, .null])])]), "null": .null,
      "text": .string(""), "yes": .bool(true),
    ]),
  ]

  @Test(arguments: samples) func `dynamic values come back`(_ json: JSON) throws {
    #expect(try roundTrip(json, isOrdered: false) == json)
    #expect(try roundTrip(Holder(json), isOrdered: false).value == json)
  }

  @Test func `random dynamic values come back`() throws {
    for seed in Seeds.forTest(count: 60) {
      var random = RandomSource(seed: seed)
      let json = Self.random(&random, depth: 5)
      #expect(try convert(json, to: JSON.self) == json, "seed \(seed)")
    }
  }

  private static func random(_ random: inout RandomSource, depth: Int) -> JSON {
    switch Int.random(in: 0..<(depth == 0 ? 5 : 8), using: &random) {
    case 0: .null
    case 1: .bool(.random(using: &random))
    case 2: .number(Double(Int.random(in: -9...9, using: &random)) + 0.5)
    case 3: .integer(Int.random(in: -300...300, using: &random))
    case 4: .string(String(repeating: "s", count: random.count(upTo: 3)))
    case 5, 6:
      .array((0..<random.count(upTo: 5)).map { _ in Self.random(&random, depth: depth - 1) })
    default:
      .object(
        Dictionary(
          (0..<random.count(upTo: 5)).map { ("k\($0)", Self.random(&random, depth: depth - 1)) },
          uniquingKeysWith: { $1 }))
    }
  }

  /// The type that most programs call `AnyEncodable`.
  struct AnyEncodable: Encodable {
    let value: any Encodable
    init(_ value: any Encodable) { self.value = value }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  /// One that goes through a container, and so keeps identity.
  struct Contained: Encodable {
    let value: any Encodable
    init(_ value: any Encodable) { self.value = value }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  @Test func `wrappers of any encodable value are what they wrap`() throws {
    #expect(try convert(AnyEncodable(5), to: Int.self) == 5)
    #expect(try convert(AnyEncodable([1, 2]), to: [Int].self) == [1, 2])
    #expect(try convert(AnyEncodable(Holder("x")), to: Holder<String>.self).value == "x")
    #expect(try convert(["a": AnyEncodable(1)], to: [String: Int].self) == ["a": 1])
    #expect(try convert([Contained(1), Contained(2)], to: [Int].self) == [1, 2])
    let bytes = try encoded([Contained(1), Contained("a"), Contained([true])])
    try decoding(archive: bytes) { decoder throws in
      var container = try decoder.unkeyedContainer()
      #expect(try container.decode(Int.self) == 1)
      #expect(try container.decode(String.self) == "a")
      #expect(try container.decode([Bool].self) == [true])
    }
  }
}
