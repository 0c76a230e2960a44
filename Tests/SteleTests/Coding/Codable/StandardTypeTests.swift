import Stele
import TestSupport
import Testing

@Suite struct `Types of the standard library` {
  @Test func `ranges come back`() throws {
    try expectRoundTrip(1..<5)
    try expectRoundTrip(1...5)
    try expectRoundTrip("a"..<"b")
    #expect(try roundTrip(PartialRangeThrough(5)).upperBound == 5)
    #expect(try roundTrip(PartialRangeFrom(5)).lowerBound == 5)
    #expect(try roundTrip(PartialRangeUpTo(5)).upperBound == 5)
    #expect(try failure(converting: [5, 1], to: Range<Int>.self)?.kind == .dataCorrupted)
  }

  @Test func `other collections come back, and read as lists`() throws {
    try expectRoundTrip(ContiguousArray([1, 2]))
    try expectRoundTrip(ContiguousArray(["a"]))
    #expect(try convert(ContiguousArray([1, 2]), to: [Int].self) == [1, 2])
    #expect(try convert([1, 2], to: ContiguousArray<Int>.self) == [1, 2])
    #expect(try convert(ContiguousArray([Holder(1)]), to: [Holder<Int>].self) == [Holder(1)])
  }

  @Test func `vectors come back`() throws {
    try expectRoundTrip(SIMD4<Float>(1, 2, 3, 4))
    try expectRoundTrip([SIMD2<Int>(1, -1), SIMD2<Int>(2, 3)])
  }

  @Test func `results of optionals, ranges and lists nest`() throws {
    try expectRoundTrip([[1..<2, nil], nil, []] as [[Range<Int>?]?])
    try expectRoundTrip(["a": [1: [0.5...1.5]]])
  }

  @Test func `an array whose elements are equal is read as a set, as from other formats`() throws {
    #expect(try convert([1, 2, 1, 3, 3], to: Set<Int>.self) == [1, 2, 3])
    #expect(try convert(["a": ["x", "x"]], to: [String: Set<String>].self) == ["a": ["x"]])
  }
}
