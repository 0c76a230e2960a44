import Stele
import TestSupport
import Testing

/// Types that write nil for themselves, and keys with a nil that the program does not admit any more.
@Suite struct `Values that are nil` {
  enum Setting: Codable, Hashable, CaseIterable {
    case inherited, on, off

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self = container.decodeNil() ? .inherited : try container.decode(Bool.self) ? .on : .off
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if self == .inherited { try container.encodeNil() } else { try container.encode(self == .on) }
    }
  }

  struct Keyed: Codable, Hashable { var value = 1 }
  struct Empty: Codable, Hashable {}

  struct Settings: Codable, Equatable {
    var setting: Setting?
    var flat: Disguised<Int?>?
    var list: [Setting?] = []
    var map: [String: Disguised<Int?>?] = [:]
    var keyed: Keyed?
    var empty: Empty?
  }

  static let settings: [Setting?] = [nil, .inherited, .on, .off]

  @Test func `a nil of the type and one of the optional come back`() throws {
    for first in Self.settings {
      for second in Self.settings {
        #expect(try roundTrip([first, second]) == [first, second])
        #expect(try roundTrip(["a": first]) == ["a": first])
        let value = Settings(
          setting: first, flat: Disguised(nil), list: [second, first],
          map: ["a": Disguised(2), "b": nil])
        #expect(try roundTrip([value, Settings()], isOrdered: false) == [value, Settings()])
      }
      #expect(try roundTrip(first) == first)
    }
    for value in [Disguised<Int?>?.none, Disguised(nil), Disguised(1)] {
      #expect(try roundTrip([value, Disguised(2), nil]) == [value, Disguised(2), nil])
    }
  }

  @Test func `both are elements of one set and keys of one dictionary`() throws {
    let set = Set(Self.settings)
    #expect(try roundTrip(set, isOrdered: false) == set)
    let map = Dictionary(uniqueKeysWithValues: Self.settings.enumerated().map { ($1, $0) })
    #expect(try roundTrip(map, isOrdered: false) == map)
  }

  @Test func `an inner nil of a type without nil is that of the optional`() throws {
    #expect(try convert([Keyed??.some(nil), Keyed()], to: [Keyed?].self) == [nil, Keyed()])
    #expect(try convert([Empty??.some(nil), Empty()], to: [Empty?].self) == [nil, Empty()])
    #expect(try convert([Int??.some(nil), 1], to: [Disguised<Int>?].self) == [nil, Disguised(1)])
  }

  struct Written: Encodable {
    enum CodingKeys: CodingKey { case keyed, empty, list, map }
    var keyed: Keyed?
    var empty: Empty?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(keyed, forKey: .keyed)
      try container.encode(empty, forKey: .empty)
      try container.encode([Setting](), forKey: .list)
      try container.encode([String: Int](), forKey: .map)
    }
  }

  @Test func `a nil that is written is no value of a type without nil`() throws {
    let copy = try convert([Written(keyed: Keyed()), Written(empty: Empty())], to: [Settings].self)
    #expect(copy == [Settings(keyed: Keyed()), Settings(empty: Empty())])
  }

  // Keys that are not optional any more

  final class Optionally: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Required") }
    var size: Int?
    init(_ size: Int?) { self.size = size }
  }

  final class Explicit: Codable, ArchiveDeclaring {
    enum CodingKeys: CodingKey { case size }
    static var archiveClass: ArchiveClass { ArchiveClass("Required") }
    var size: Int?
    init(_ size: Int?) { self.size = size }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(size, forKey: .size)
    }
  }

  final class Required: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Required", version: 2) }
    var size: Int
  }

  final class Defaulted: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Required", version: 2, keys: [.key("size", default: 8)])
    }
    var size: Int
  }

  final class Initialised: PropertyCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Required", version: 2) }
    var size = 8
  }

  final class ByHand: FieldDecodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { Defaulted.archiveClass }
    var size: Int
    init(from fields: inout FieldDecoder) throws { size = try fields.decode("size") }
  }

  @Test func `a nil of a key that is required now is as if it were absent`() throws {
    let archives: [[UInt8]] = [
      try SteleEncoder().encode([Optionally(nil), Optionally(1)]),
      try SteleEncoder().encode([Explicit(nil), Explicit(1)]),
    ]
    for bytes in archives {
      let decoder = SteleDecoder()
      #expect(try decoder.decode([Defaulted].self, from: bytes).map(\.size) == [8, 1])
      #expect(try decoder.decode([Initialised].self, from: bytes).map(\.size) == [8, 1])
      #expect(try decoder.decode([ByHand].self, from: bytes).map(\.size) == [8, 1])
      let refused = failure { try decoder.decode([Required].self, from: bytes) }
      #expect(refused?.reason == .missingKey("size") || refused?.reason == .valueDoesNotFit)
      #expect(refused?.path == "[0].size")
    }
  }
}
