import Stele
import TestSupport
import Testing

@Suite struct `Optionals` {
  @Test func `each level of nil comes back`() throws {
    for value in [Int??.none, .some(nil), .some(.some(1))] {
      #expect(try roundTrip(value) == value)
      #expect(try roundTrip([value, value]) == [value, value])
      #expect(try roundTrip(["k": value]) == ["k": value])
      for triple in [Int???.none, .some(value)] {
        #expect(try roundTrip([triple]) == [triple])
      }
    }
  }

  @Test func `optionals of everything come back`() throws {
    try expectRoundTrip([1, nil, 3])
    try expectRoundTrip([nil, nil] as [String?])
    try expectRoundTrip([[1], nil, []] as [[Int]?])
    try expectRoundTrip([Holder("a"), nil] as [Holder<String>?])
    try expectRoundTrip(["a": nil, "b": 1] as [String: Int?], isOrdered: false)
    try expectRoundTrip([nil, true, false] as [Bool?])
    try expectRoundTrip([nil, 0.5] as [Double?])
  }

  @Test func `optional classes come back`() throws {
    final class Leaf: Codable, SimplyNamed {}
    let leaf = Leaf()
    let copy = try roundTrip([leaf, nil, Leaf(), leaf] as [Leaf?])
    #expect(copy.map { $0 == nil } == [false, true, false, false])
    #expect(copy[0] === copy[3])
    #expect(copy[0] !== copy[2])
    let twice = try roundTrip([leaf, .some(nil), nil] as [Leaf??])
    #expect(twice[0] != nil)
    #expect(twice[1].map { $0 == nil } == true)
    #expect(twice[2] == nil)
  }

  @Test func `a value becomes an optional, and an optional that is not nil a value`() throws {
    #expect(try convert(Holder(1), to: Holder<Int?>.self).value == 1)
    #expect(try convert(Holder(Int?.some(1)), to: Holder<Int>.self).value == 1)
    #expect(try convert([1, 2], to: [Int?].self) == [1, 2])
    #expect(try convert([1, 2] as [Int?], to: [Int].self) == [1, 2])
    #expect(try convert([Holder(1)], to: [Holder<Int>?].self).first??.value == 1)
    #expect(try convert(["a"] as [String?], to: [String???].self) == ["a"])
    #expect(try failure(converting: [1, nil], to: [Int].self)?.kind == .valueNotFound)
    #expect(try failure(converting: [nil] as [Int?], to: [Int].self)?.path == "[0]")
  }

  @Test func `nil of one type is nil of another`() throws {
    #expect(try convert(Int?.none, to: String?.self) == nil)
    #expect(try convert(Holder<Int?>(nil), to: Holder<[String]?>.self).value == nil)
    #expect(try convert([nil, nil] as [Int?], to: [Holder<Int>?].self).count == 2)
  }

  /// An optional of one depth or another; the reader knows which by the place in the list.
  enum Layered: Codable, Equatable {
    case plain(Int)
    case once(Int?)
    case twice(Int??)
    case thrice(Int???)

    static let all: [Layered] = [
      .once(nil), .once(1), .twice(nil), .thrice(nil), .twice(.some(nil)), .plain(2),
      .thrice(.some(nil)), .twice(3), .thrice(.some(.some(nil))), .thrice(4), .once(nil),
    ]

    var isNil: Bool {
      switch self {
      case .once(nil), .twice(nil), .thrice(nil): true
      default: false
      }
    }

    init(from decoder: any Decoder) throws {
      let expected = Self.all[decoder.codingPath.lazy.compactMap(\.intValue).last ?? 0]
      let container = try decoder.singleValueContainer()
      guard container.decodeNil() == expected.isNil else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "decodeNil() is wrong for \(expected)")
      }
      self =
        switch expected {
        case .plain: .plain(try container.decode(Int.self))
        case .once: .once(try container.decode(Int?.self))
        case .twice: .twice(try container.decode(Int??.self))
        case .thrice: .thrice(try container.decode(Int???.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .plain(let value): try container.encode(value)
      case .once(let value): try container.encode(value)
      case .twice(let value): try container.encode(value)
      case .thrice(let value): try container.encode(value)
      }
    }
  }

  @Test func `optionals of different depths may stand in one list and under one key`() throws {
    try expectEveryForm(of: Layered.all)
    try expectEveryForm(of: Layered.all.map { Holder($0) })
  }

  /// A value that writes the absence of an optional as a missing key, or as a nil of its own.
  struct Absence: Codable, Equatable {
    var number: Int
    var early: Int??
    var late: Int??

    init(_ number: Int) {
      self.number = number
      early = [Int??.none, .some(nil), 1][number % 3]
      late = number > 12 ? early : nil
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      number = try container.decode(Int.self, forKey: "number")
      early = try container.decodeIfPresent(Int?.self, forKey: "early")
      late = try container.decodeIfPresent(Int?.self, forKey: "late")
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(number, forKey: "number")
      // More sets of keys than a type has entries.
      try container.encode(0, forKey: AnyKey("k\(number)"))
      if number.isMultiple(of: 2) {
        try container.encode(early, forKey: "early")
        if number > 12 { try container.encode(late, forKey: "late") }
      } else {
        try container.encodeIfPresent(early, forKey: "early")
        try container.encodeIfPresent(late, forKey: "late")
      }
    }
  }

  @Test func `the absence of an optional is no nil of its own`() throws {
    try expectEveryForm(of: (0..<30).map { Absence($0) })
  }
}
