import Stele
import TestSupport
import Testing

@Suite struct `Integers` {
  typealias AnyInteger = any (FixedWidthInteger & Codable & Sendable).Type

  static let types: [AnyInteger] = [
    Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, Int.self,
    UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self, UInt.self,
  ]

  /// The ends of all widths and their neighbours, where the type has them.
  static func edges<T: FixedWidthInteger>(_ type: T.Type) -> [T] {
    var edges: [T] = []
    for bits in [7, 8, 15, 16, 31, 32, 63, 64, 127] {
      let power = UInt128(1) << UInt128(bits)
      for value in [power - 2, power - 1, power, power + 1] {
        if let edge = T(exactly: value) { edges.append(edge) }
        if let signed = Int128(exactly: value), let edge = T(exactly: -signed) {
          edges.append(edge)
        }
      }
    }
    return edges + [.min, .max, T.min + 1, T.max - 1, 0, 1]
  }

  @Test(arguments: types) func `every edge comes back`(_ type: AnyInteger) throws {
    func check<T: FixedWidthInteger & Codable>(_ type: T.Type) throws {
      let edges = Self.edges(type)
      #expect(try roundTrip(edges) == edges)
      #expect(try roundTrip(edges.map { Optional($0) }) == edges)
      #expect(try roundTrip(edges.map { Holder($0) }) == edges.map { Holder($0) })
      #expect(try roundTrip(Set(edges), isOrdered: false) == Set(edges))
      for edge in [T.min, .max, 0, 1] { try expectRoundTrip(edge) }
    }
    try check(type)
  }

  @Test(arguments: types) func `every edge fits every other width exactly or not`(
    _ type: AnyInteger
  ) throws {
    func check<Source: FixedWidthInteger & Codable>(_ source: Source.Type) throws {
      let edges = Self.edges(source)
      for target in Self.types { try check(edges, target) }
    }
    func check<Source: FixedWidthInteger & Codable, Target: FixedWidthInteger & Codable>(
      _ edges: [Source], _ target: Target.Type
    ) throws {
      let holders = try edges.map { try encoded(Holder($0)) }
      for (edge, bytes) in zip(edges, holders) {
        let place = "\(Source.self) \(edge) as \(Target.self)"
        if let value = Target(exactly: edge) {
          let copy = try SteleDecoder().decode(Holder<Target>.self, from: bytes)
          #expect(copy.value == value, "\(place)")
        } else {
          let failure = failure(decoding: Holder<Target>.self, from: bytes)
          #expect(failure == CodingFailure(.dataCorrupted, "value", .valueDoesNotFit), "\(place)")
        }
      }
    }
    try check(type)
  }

  @Test(arguments: types) func `lists convert element by element`(_ type: AnyInteger) throws {
    func check<Source: FixedWidthInteger & Codable>(_ source: Source.Type) throws {
      for target in Self.types { try check([0, 1, 100, source.max], target) }
      for target in Self.types { try check([0, 1, 100], target) }
      for target in Self.types { try check([Source.min], target) }
    }
    func check<Source: FixedWidthInteger & Codable, Target: FixedWidthInteger & Codable>(
      _ values: [Source], _ target: Target.Type
    ) throws {
      let bytes = try encoded(values)
      let index = values.firstIndex { Target(exactly: $0) == nil }
      let place = "\(values) as \(Target.self)"
      if let index {
        let failure = failure(decoding: [Target].self, from: bytes)
        #expect(
          failure == CodingFailure(.dataCorrupted, "[\(index)]", .valueDoesNotFit), "\(place)")
      } else {
        let copy = try SteleDecoder().decode([Target].self, from: bytes)
        #expect(copy == values.compactMap { Target(exactly: $0) }, "\(place)")
      }
    }
    try check(type)
  }

  @Test func `keys and elements of other widths are checked too`() throws {
    #expect(try convert([300: "a"], to: [Int16: String].self) == [300: "a"])
    #expect(
      try failure(converting: [300: "a"], to: [UInt8: String].self)?.reason == .valueDoesNotFit)
    #expect(try convert(Set([1, 2]), to: Set<UInt8>.self) == [1, 2])
    #expect(try failure(converting: Set([-1]), to: Set<UInt8>.self)?.reason == .valueDoesNotFit)
  }

  @Test func `an optional of another width is checked`() throws {
    #expect(try convert(Holder<Int?>(200), to: Holder<UInt8?>.self).value == 200)
    #expect(try convert(Holder<Int?>(nil), to: Holder<UInt8?>.self).value == nil)
    #expect(
      try failure(converting: Holder<Int?>(256), to: Holder<UInt8?>.self)
        == CodingFailure(.dataCorrupted, "value", .valueDoesNotFit))
  }
}
