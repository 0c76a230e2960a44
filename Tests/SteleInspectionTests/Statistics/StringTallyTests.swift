import SteleInspection
import Testing

@Suite("The tally of strings")
struct StringTallyTests {
  @Test func `counts what occurs often, even if there are more strings than it has room for`() {
    var tally = StringTally(limit: 64)
    for number in 0..<10_000 {
      tally.add(hash: UInt64(number) &* 0x9E37_79B9_7F4A_7C15, byteCount: 20, at: number)
      if number % 10 == 0 { tally.add(hash: 7, byteCount: 100, at: number) }
    }
    #expect(!tally.isExact)
    let best = tally.mostRepeated(3)
    #expect((best.map(\.byteCount), best.first?.offset) == ([100], 0))
    #expect(best.first?.count ?? 0 > 900)
    #expect(tally.repeatedByteCount == (best.first?.repeatedByteCount ?? 0))
  }

  @Test func `is exact as long as there is room`() {
    var tally = StringTally(limit: 64)
    for number in 0..<300 { tally.add(hash: UInt64(number % 60), byteCount: 9, at: number) }
    #expect(tally.isExact)
    // 0 marks free slots, so the table stores the hash 0 as 1.
    #expect(tally.mostRepeated(60).map(\.count) == [10] + Array(repeating: 5, count: 58))
    #expect(tally.mostRepeated(2).map(\.offset) == [0, 2])
  }

  @Test func `closes when all that it holds occurs several times`() {
    var tally = StringTally(limit: 16)
    for number in 0..<32 { tally.add(hash: UInt64(number / 2 + 1), byteCount: 9, at: number) }
    #expect(tally.isExact)
    for number in 100..<200 { tally.add(hash: UInt64(number), byteCount: 9, at: number) }
    tally.add(hash: 3, byteCount: 9, at: 300)
    #expect(!tally.isExact)
    #expect(tally.mostRepeated(20).count == 16)
    #expect(tally.mostRepeated(1).first?.count == 3)
  }

  @Test func `passes over short strings`() {
    var tally = StringTally()
    for offset in 0..<4 { tally.add(hash: 1, byteCount: 8, at: offset) }
    #expect(tally.mostRepeated(1).isEmpty)
    #expect(tally.repeatedByteCount == 0)
  }
}
