import Stele
import Testing

@Suite("Numbers on machines of 32 bits")
struct NativeIntegerTests {
  /// Numbers around the bounds of native integers of 32 and 64 bits.
  private static let numbers: [UInt64] = [0, 1, 31, 32, 63].flatMap { bits -> [UInt64] in
    let power: UInt64 = 1 << bits
    return [power - 1, power, power + 1].filter { $0 < 1 << 63 }
  }

  @Test(arguments: numbers)
  func `a comparison with a bound has the result that it has in 64 bits`(number: UInt64) {
    let native = Int32(number: number)
    for bound in [0, 1, 2, 100, Int32.max - 2, Int32.max - 1] {
      #expect((native <= bound) == (number <= UInt64(bound)))
      #expect((native < bound) == (number < UInt64(bound)))
      #expect((native == bound) == (number == UInt64(bound)))
    }
    #expect(native >= 0)
    #expect(UInt64(Int64(number: number)) == number)
  }

  @Test func `versions and lengths of records are held`() {
    for number: UInt64 in [0, 1, 1 << 16, 1 << 31 - 1] {
      #expect(UInt64(Int32(number: number)) == number)
    }
  }
}
