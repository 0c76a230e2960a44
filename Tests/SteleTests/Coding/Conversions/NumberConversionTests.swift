import Stele
import TestSupport
import Testing

/// Numbers of one kind that a later program reads as another kind.
@Suite struct `Conversions between kinds of numbers` {
  struct Rows<Number: Codable & Hashable>: Codable, Equatable {
    var single: Number
    var optional: Number?
    var list: [Number]
    var map: [String: Number]
    var set: Set<Number>
  }

  @Test func `integers become floats in every place of a value`() throws {
    let old = Rows(single: 5, optional: -6, list: [1, 2, 70_000], map: ["a": 3], set: [4])
    let new = Rows(single: 5.0, optional: -6, list: [1, 2, 70_000], map: ["a": 3], set: [4])
    #expect(try convert(old, to: Rows<Double>.self) == new)
    #expect(try convert(new, to: Rows<Int>.self) == old)
    #expect(try convert([old], to: [Rows<Double>].self) == [new])
    #expect(try convert([new], to: [Rows<Int>].self) == [old])
  }

  @Test func `integers become floats as roots`() throws {
    #expect(try convert(5, to: Double.self) == 5)
    #expect(try convert(5.0, to: Int.self) == 5)
    #expect(try convert([5, 6], to: [Float].self) == [5, 6])
    #expect(try convert([5.0, 6.0], to: [UInt8].self) == [5, 6])
    #expect(try convert(Int?.none, to: Double?.self) == nil)
  }

  final class Track: Codable, SimplyNamed {
    var length: Int
    init(_ length: Int) { self.length = length }
  }
  final class FloatTrack: Codable, ArchiveDeclaring {
    var length: Double
    static var archiveClass: ArchiveClass { ArchiveClass("Track", version: 2) }
  }
  final class FieldTrack: FieldDecodable, ArchiveDeclaring {
    let length: Double
    static var archiveClass: ArchiveClass { ArchiveClass("Track", version: 2) }
    init(from fields: inout FieldDecoder) throws { length = try fields.decode("length") }
  }
  final class TwoPhaseTrack: TwoPhaseDecodable, ArchiveDeclaring {
    var length = 0.0
    static var archiveClass: ArchiveClass { ArchiveClass("Track", version: 2) }
    func decode(from fields: inout FieldDecoder) throws { length = try fields.decode("length") }
  }

  @Test func `objects of every kind read integers as floats`() throws {
    #expect(try convert(Track(7), to: FloatTrack.self).length == 7)
    #expect(try convert(Track(7), to: FieldTrack.self).length == 7)
    #expect(try convert(Track(7), to: TwoPhaseTrack.self).length == 7)
  }

  enum Old: Codable, ArchiveDeclaring {
    case speed(Int)
    static var archiveClass: ArchiveClass { ArchiveClass("Event") }
  }
  enum New: Codable, ArchiveDeclaring, Equatable {
    case speed(Double)
    static var archiveClass: ArchiveClass { ArchiveClass("Event", version: 2) }
  }

  @Test func `payloads of cases are converted`() throws {
    #expect(try convert(Old.speed(3), to: New.self) == .speed(3))
  }

  struct IntLength: Codable, RawRepresentable { var rawValue: Int }
  struct FloatLength: Codable, RawRepresentable, Equatable { var rawValue: Double }
  enum IntLevel: Int, Codable { case low = 1 }
  enum FloatLevel: Double, Codable { case low = 1 }

  @Test func `types that wrap one number are converted`() throws {
    #expect(
      try convert(Holder(IntLength(rawValue: 3)), to: Holder<FloatLength>.self).value.rawValue
        == 3)
    #expect(try convert(Holder(IntLevel.low), to: Holder<FloatLevel>.self).value == .low)
    #expect(try convert(Holder(FloatLevel.low), to: Holder<IntLevel>.self).value == .low)
  }

  @Test(arguments: [
    0.5, 1.5, -1.5, 1e300, -1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude,
  ])
  func `a float that no integer equals does not fit, and the error names the line to write`(
    _ number: Double
  ) throws {
    let failure = try #require(try failure(converting: Holder(number), to: Holder<Int>.self))
    #expect(failure == CodingFailure(.dataCorrupted, "value", .valueDoesNotFit))
    expectText(
      #"declare how to round: .key("value").converting(from: Double.self) { ... }."#, of: failure)
  }

  @Test(arguments: [Int.max, .min + 1, 1 << 53 + 1, -(1 << 53) - 1])
  func `an integer that no float equals does not fit`(_ number: Int) throws {
    let failure = try failure(converting: Holder(number), to: Holder<Double>.self)
    #expect(failure == CodingFailure(.dataCorrupted, "value", .valueDoesNotFit))
  }

  @Test func `integers at the ends of what floats have are exact`() throws {
    #expect(try convert(1 << 53, to: Double.self) == 0x1p53)
    #expect(try convert(Int.min, to: Double.self) == -0x1p63)
    #expect(try convert(UInt64(1) << 63, to: Float.self) == 0x1p63)
    #expect(try convert(Int128.min, to: Double.self) == -0x1p127)
    #expect(try convert(-0x1p63, to: Int.self) == .min)
    #expect(try convert(-0x1p127, to: Int128.self) == .min)
    #expect(try failure(converting: 0x1p63, to: Int.self)?.reason == .valueDoesNotFit)
    #expect(try convert(-0.0, to: Int.self) == 0)
  }

  @Test func `a double that is no float is an error that names the line that rounds`() throws {
    #expect(try convert(Holder(0.5), to: Holder<Float>.self).value == 0.5)
    let failure = try #require(try failure(converting: Holder(0.1), to: Holder<Float>.self))
    #expect(failure == CodingFailure(.dataCorrupted, "value", .valueDoesNotFit))
    expectText(#".key("value").converting(from: Double.self) { ... }."#, of: failure)
  }

  @Test func `decimal numbers become integers if they are integral`() throws {
    func read(_ decimal: ArchiveDecimal) throws -> Int128 {
      try SteleDecoder().decode(Int128.self, from: archive([], root: .decimal, .decimal(decimal)))
    }
    #expect(try read(.number(isNegative: false, mantissa: 1200, exponent: -2)) == 12)
    #expect(try read(.number(isNegative: true, mantissa: 12, exponent: 3)) == -12_000)
    #expect(try read(.number(isNegative: false, mantissa: 0, exponent: -128)) == 0)
    #expect(try read(.number(isNegative: true, mantissa: 1 << 127, exponent: 0)) == .min)
    for decimal: ArchiveDecimal in [
      .number(isNegative: false, mantissa: 12, exponent: -1),
      .number(isNegative: false, mantissa: 1, exponent: 127),
      .number(isNegative: true, mantissa: 1 << 127 + 1, exponent: 0), .notANumber,
    ] {
      #expect(failure { try read(decimal) }?.reason == .valueDoesNotFit)
    }
  }

  struct Priced: Codable, ArchiveDeclaring {
    var price: Double
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Priced", version: 2,
        keys: [
          .key("price")
            .converting(from: String.self) { text in Double(text) ?? -1 }
            .converting(from: Int8.self) { number in Double(number) + 0.5 }
        ])
    }
  }
  struct Wrote<Price: Codable>: Codable, ArchiveDeclaring {
    var price: Price
    static var archiveClass: ArchiveClass { ArchiveClass("Priced") }
  }

  @Test func `a declared conversion goes before that of the library`() throws {
    func price<P: Codable>(_ old: P) throws -> Double {
      try convert(Wrote(price: old), to: Priced.self).price
    }
    #expect(try price("7") == 7)
    #expect(try price(Int8(7)) == 7.5)
    #expect(try price(7000) == 7000)
    #expect(try price(UInt64(7000)) == 7000)
    #expect(failure { try price(Int.max) }?.reason == .valueDoesNotFit)
    #expect(failure { try price(true) }?.reason == .wrongType(.bool))
  }

  // Types that find out by the kind of a number what it is.

  enum Cell: Codable, Equatable {
    case int(Int), double(Double), ints([Int]), doubles([Double])
    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let int = try? value.decode(Int.self) {
        self = .int(int)
      } else if let double = try? value.decode(Double.self) {
        self = .double(double)
      } else if let ints = try? value.decode([Int].self) {
        self = .ints(ints)
      } else {
        self = .doubles(try value.decode([Double].self))
      }
    }
    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      switch self {
      case .int(let int): try value.encode(int)
      case .double(let double): try value.encode(double)
      case .ints(let ints): try value.encode(ints)
      case .doubles(let doubles): try value.encode(doubles)
      }
    }
  }

  /// As ``Cell``, but it asks for the float first.
  enum FloatFirst: Codable, Equatable {
    case int(Int), double(Double)
    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let double = try? value.decode(Double.self) {
        self = .double(double)
      } else {
        self = .int(try value.decode(Int.self))
      }
    }
    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      switch self {
      case .int(let int): try value.encode(int)
      case .double(let double): try value.encode(double)
      }
    }
  }

  enum Keyed: Codable, Equatable {
    case int(Int), double(Double)
    enum CodingKeys: CodingKey { case value }
    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      if let int = try? values.decode(Int.self, forKey: .value) {
        self = .int(int)
      } else {
        self = .double(try values.decode(Double.self, forKey: .value))
      }
    }
    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .int(let int): try values.encode(int, forKey: .value)
      case .double(let double): try values.encode(double, forKey: .value)
      }
    }
  }

  struct Row: Codable, Equatable {
    var cells: [Cell]
    init(_ cells: [Cell]) { self.cells = cells }
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      cells = []
      while !list.isAtEnd {
        if let int = try? list.decode(Int.self) {
          cells.append(.int(int))
        } else {
          cells.append(.double(try list.decode(Double.self)))
        }
      }
    }
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for cell in cells {
        if case .int(let int) = cell { try list.encode(int) }
        if case .double(let double) = cell { try list.encode(double) }
      }
    }
  }

  @Test func `sequences and vectors of one type of numbers are converted`() throws {
    #expect(try convert(Holder([3, 4]), to: Holder<ContiguousArray<Double>>.self).value == [3, 4])
    #expect(
      try convert(Holder([3, 4]), to: Holder<ContiguousArray<Double?>>.self).value == [3, 4])
    #expect(
      try convert(Holder(SIMD2<Int32>(3, 4)), to: Holder<SIMD2<Double>>.self).value == [3, 4])
    #expect(try convert(Holder(SIMD2<Double>(3, 4)), to: Holder<SIMD2<Int>>.self).value == [3, 4])
  }

  /// Reads numbers from containers that are made by hand, in one of several ways.
  struct Nested: Decodable {
    enum Way: Int, Codable, CaseIterable { case keys, list, single }
    enum CodingKeys: CodingKey { case value }
    static let way = CodingUserInfoKey.named("way")
    var value: Double

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch decoder.userInfo[Self.way] as? Way {
      case .keys:
        value = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .value)
          .decode(Double.self, forKey: .value)
      case .list:
        var list = try container.nestedUnkeyedContainer(forKey: .value)
        value = try list.decode(Double.self)
      case .single, nil:
        value = try container.superDecoder(forKey: .value).singleValueContainer()
          .decode(Double.self)
      }
    }
  }

  private func nested(_ value: some Codable, _ way: Nested.Way) throws -> Double {
    var decoder = SteleDecoder()
    decoder.userInfo[Nested.way] = way
    return try convert(Holder(value), to: Nested.self, with: decoder).value
  }

  @Test func `nested keys are converted, and values without keys are not, with advice`() throws {
    #expect(try nested(Holder(3), .keys) == 3)
    #expect(try nested([3.0], .list) == 3)
    #expect(try nested(3.0, .single) == 3)
    for failure in [failure { try nested([3], .list) }, failure { try nested(3, .single) }] {
      #expect(failure?.reason == .wrongType(.int64))
      let text = try #require(failure?.description)
      #expect(text.contains("Decode the type of the archive and convert it"), "\(text)")
    }
  }

  @Test func `a type that tries several kinds finds the one that was encoded`() throws {
    for cells: [Cell] in [
      [.double(5)], [.int(5)], [.double(5), .int(5)], [.doubles([1, 2])], [.ints([1, 2])],
      [.double(5), .double(0.5)],
    ] {
      #expect(try convert(cells, to: [Cell].self) == cells)
      for cell in cells {
        #expect(try convert(Holder(cell), to: Holder<Cell>.self).value == cell)
        #expect(try convert(cell, to: Cell.self) == cell)
      }
    }
    let floats: [FloatFirst] = [.double(5), .int(5)]
    for cell in floats {
      #expect(try convert(Holder(cell), to: Holder<FloatFirst>.self).value == cell)
      #expect(try convert([cell], to: [FloatFirst].self) == [cell])
    }
    #expect(try convert(floats, to: [FloatFirst].self) == floats)
    for cell: Keyed in [.double(5), .int(5)] {
      #expect(try convert(Holder(cell), to: Holder<Keyed>.self).value == cell)
      #expect(try convert([cell, cell], to: [Keyed].self) == [cell, cell])
    }
    for row in [Row([.double(5), .double(6)]), Row([.int(5)]), Row([.int(5), .double(5)])] {
      #expect(try convert(row, to: Row.self) == row)
    }
  }
}
