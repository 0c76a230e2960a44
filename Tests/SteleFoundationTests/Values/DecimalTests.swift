import Foundation
import Stele
import SteleFoundation
import SteleModel
import TestSupport
import Testing

struct DecimalTests {
  /// The fields of a number as another coder sees them.
  private struct Fields: Codable, Hashable {
    var exponent: Int32
    var length: UInt32
    var isNegative: Bool
    var isCompact: Bool
    var mantissa: [UInt16]

    init(_ number: Decimal) throws {
      let encoder = PropertyListEncoder()
      self = try PropertyListDecoder().decode([Fields].self, from: encoder.encode([number]))[0]
    }

    /// The number with these fields.
    func number() throws -> Decimal {
      try PropertyListDecoder().decode(
        [Decimal].self, from: PropertyListEncoder().encode([self]))[0]
    }

    init(mantissa: UInt128, exponent: Int32, isNegative: Bool = false, length: UInt32? = nil) {
      self.exponent = exponent
      self.length = length ?? UInt32((128 - mantissa.leadingZeroBitCount + 15) / 16)
      self.isNegative = isNegative
      isCompact = false
      self.mantissa = (0..<8).map { UInt16(truncatingIfNeeded: mantissa >> UInt128(16 * $0)) }
    }
  }

  private func number(
    _ mantissa: UInt128, _ exponent: Int32, isNegative: Bool = false
  ) -> ArchiveValue {
    .decimal(.number(isNegative: isNegative, mantissa: mantissa, exponent: exponent))
  }

  @Test func `a number has its mantissa and exponent`() {
    #expect(Decimal.wireType == .decimal)
    #expect(Decimal(0).wireValue == number(0, 0))
    #expect(Decimal(10).wireValue == number(1, 1))
    #expect(
      Decimal(sign: .minus, exponent: -2, significand: 12345).wireValue
        == number(12345, -2, isNegative: true))
    #expect(Decimal.nan.wireValue == .decimal(.notANumber))
    #expect(Decimal.greatestFiniteMagnitude.wireValue == number(.max, 127))
    #expect(Decimal.leastNonzeroMagnitude.wireValue == number(1, -127))
  }

  @Test(arguments: [
    0, 1, -1, 10, .nan, .pi, .greatestFiniteMagnitude, .leastFiniteMagnitude,
    .leastNonzeroMagnitude, Decimal(sign: .minus, exponent: -5, significand: 1),
    Decimal(UInt64.max), Decimal(Int64.min), Decimal(0.1),
  ])
  func `all fields of what arithmetic makes are kept`(original: Decimal) throws {
    let value = try #require(original.wireValue)
    let copy = try Decimal(wireValue: value)
    #expect(copy == original || copy.isNaN && original.isNaN)
    #expect(try Fields(copy) == Fields(original))
  }

  @Test func `an exponent that Foundation does not have makes no number`() throws {
    for exponent: Int32 in [-129, 128, 6111, .min, .max] {
      #expect(throws: (any Error).self) { try Decimal(wireValue: number(1, exponent)) }
      var graph = ArchiveGraph()
      graph.roots = [ArchiveNamedValue("root", .decimal, number(1, exponent))]
      let bytes = try verified(graph.encoded())
      #expect(
        failure { try SteleDecoder().decode(Decimal.self, from: bytes) }?.reason
          == .valueDoesNotFit)
    }
  }

  @Test(arguments: Seeds.forTest(count: 2))
  func `random numbers have all fields of the number in the archive`(seed: UInt64) throws {
    var source = RandomSource(seed: seed)
    for _ in 0..<200 {
      let bitCount = Int.random(in: 0...128, using: &source)
      let mantissa =
        bitCount == 0
        ? 0 : UInt128.random(in: 0 ... .max, using: &source) >> UInt128(128 - bitCount)
      let exponent = Int32.random(in: -128...127, using: &source)
      let isNegative = mantissa != 0 && Bool.random(using: &source)
      let value = number(mantissa, exponent, isNegative: isNegative)
      let decimal = try Decimal(wireValue: value)
      #expect(decimal.wireValue == value)
      var fields = Fields(mantissa: mantissa, exponent: exponent, isNegative: isNegative)
      fields.isCompact = mantissa != 0 && (exponent == 127 || !mantissa.isMultiple(of: 10))
      #expect(try Fields(decimal) == fields)
    }
  }

  @Test func `a number that is not compact is kept, and equals the one that is`() throws {
    let decimal = try Fields(mantissa: 100, exponent: -2).number()
    #expect(decimal == 1)
    #expect(decimal.wireValue == number(100, -2))
    let copy = try Decimal(wireValue: number(100, -2))
    #expect(try Fields(copy) == Fields(decimal))
    #expect(copy + 1 == 2)
  }

  @Test func `words above the length do not count`() throws {
    let decimal = try Fields(mantissa: 0x2_0001, exponent: 0, length: 1).number()
    #expect(decimal.wireValue == number(1, 0))
  }

  @Test func `a negative zero is coded as its Codable says`() throws {
    let decimal = try Fields(mantissa: 0, exponent: 0, isNegative: true, length: 1).number()
    #expect(!decimal.isNaN)
    #expect(decimal.wireValue == nil)
  }
}
