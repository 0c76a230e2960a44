import Stele
import TestSupport
import Testing

@Suite struct `Single value containers` {
  @Test func `a wrapper of one value adds nothing to the archive`() throws {
    #expect(try SteleEncoder().encode(Disguised(5)) == SteleEncoder().encode(5))
    #expect(try SteleEncoder().encode(Disguised("a")) == SteleEncoder().encode("a"))
    #expect(try SteleEncoder().encode(Disguised(Disguised([1]))) == SteleEncoder().encode([1]))
    #expect(try roundTrip(Holder(Disguised(2.5))).value.value == 2.5)
    #expect(try roundTrip([Disguised(1), Disguised(2)]).map(\.value) == [1, 2])
    #expect(try convert([Disguised(1), Disguised(2)], to: [Int].self) == [1, 2])
    #expect(try convert([1, 2], to: [Disguised<Int>].self).map(\.value) == [1, 2])
  }

  @Test func `a single value may be any scalar`() throws {
    func expect<T: Codable & Equatable>(_ value: T) throws {
      #expect(try convert(Disguised(value), to: Disguised<T>.self).value == value)
    }
    try expect(true)
    try expect("s")
    try expect(1.5)
    try expect(Float(1.5))
    try expect(1)
    try expect(Int8(1))
    try expect(Int16(1))
    try expect(Int32(1))
    try expect(Int64(1))
    try expect(Int128(1))
    try expect(UInt(1))
    try expect(UInt8(1))
    try expect(UInt16(1))
    try expect(UInt32(1))
    try expect(UInt64(1))
    try expect(UInt128(1))
  }

  @Test func `a value that hands its encoder to another is that other`() throws {
    try expectRoundTrip(InPlace.Through(Holder([1, 2])))
    #expect(try convert(InPlace.Through(Holder([3])), to: Holder<[Int]>.self).value == [3])
  }
}
