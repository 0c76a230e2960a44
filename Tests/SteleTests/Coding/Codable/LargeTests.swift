import Stele
import TestSupport
import Testing

@Suite struct `Large values` {
  struct Point: Codable, Equatable { var x: Double, y: Double, label: String }

  struct Nothing: Codable, Equatable {}

  @Test func `long lists of numbers come back`() throws {
    let integers = (0..<100_000).map { $0 &* 0x9E37_79B9 }
    #expect(try roundTrip(integers, hasCanonicalForm: false) == integers)
    let doubles = integers.map { Double($0) / 3 }
    #expect(try roundTrip(doubles) == doubles)
    let bytes = integers.map { UInt8(truncatingIfNeeded: $0) }
    #expect(try roundTrip(bytes) == bytes)
    let flags = integers.map { $0.isMultiple(of: 3) }
    #expect(try roundTrip(flags) == flags)
  }

  @Test func `lists of small numbers take one byte each`() throws {
    let bytes = try encoded([Int](repeating: 7, count: 100_000))
    #expect(bytes.count < 101_000)
  }

  @Test func `long lists of structs and texts come back`() throws {
    let points = (0..<5_000).map { Point(x: Double($0), y: -Double($0), label: "p\($0)") }
    #expect(try roundTrip(points) == points)
    let texts = points.map(\.label)
    #expect(try roundTrip(texts) == texts)
    let optionals = points.map { $0.x.truncatingRemainder(dividingBy: 3) == 0 ? nil : $0 }
    #expect(try roundTrip(optionals) == optionals)
    try expectRoundTrip([Nothing](repeating: Nothing(), count: 1000))
  }

  @Test func `a long list of lists comes back`() throws {
    let lists = (0..<5_000).map { count in (0..<(count % 7)).map { "\($0)" } }
    #expect(try roundTrip(lists) == lists)
  }

  @Test func `a set and a dictionary of many elements come back`() throws {
    let set = Set((0..<5_000).map { "e\($0)" })
    #expect(try roundTrip(set, isOrdered: false) == set)
    let map = Dictionary(uniqueKeysWithValues: (0..<5_000).map { ("key \($0)", [$0]) })
    #expect(try roundTrip(map, isOrdered: false) == map)
  }
}
