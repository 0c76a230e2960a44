import Stele
import TestSupport
import Testing

@Suite struct `Floating-point numbers` {
  static let doubles: [UInt64] = [
    0, 1 << 63, 1, 0x000F_FFFF_FFFF_FFFF, 0x0010_0000_0000_0000, 0x3FF0_0000_0000_0000,
    0x3FF0_0000_0000_0001, 0x7FEF_FFFF_FFFF_FFFF, 0x7FF0_0000_0000_0000, 0xFFF0_0000_0000_0000,
    0x7FF8_0000_0000_0000, 0xFFF8_0000_0000_0000, 0x7FF8_0000_0000_0001, 0x7FF0_0000_0000_0001,
    0x7FF4_0000_0000_0000, 0xFFFF_FFFF_FFFF_FFFF, 0x7FFF_FFFF_E000_0000, 0x7FF0_0000_2000_0000,
    0x7FF0_0400_0000_0000, 0x3810_0000_0000_0000, 0x36A0_0000_0000_0000, 0x40EF_FC00_0000_0000,
    0x7FF8_0000_0000_1234,
  ]

  @Test func `doubles come back bit for bit`() throws {
    let values = Self.doubles.map { Double(bitPattern: $0) }
    #expect(try roundTrip(values).map(\.bitPattern) == Self.doubles)
    #expect(try roundTrip(values.map(Holder.init)).map(\.value.bitPattern) == Self.doubles)
    for value in values {
      #expect(try roundTrip(value).bitPattern == value.bitPattern)
      #expect(try roundTrip(Holder<Double?>(value)).value?.bitPattern == value.bitPattern)
    }
  }

  @Test func `floats come back bit for bit`() throws {
    let bits: [UInt32] = [
      0, 1 << 31, 1, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000, 0x7F80_0001, 0xFFFF_FFFF, 0x7F7F_FFFF,
      0x007F_FFFF, 0x3DCC_CCCD,
    ]
    let values = bits.map { Float(bitPattern: $0) }
    #expect(try roundTrip(values).map(\.bitPattern) == bits)
    for value in values {
      #expect(try roundTrip(Holder(value)).value.bitPattern == value.bitPattern)
      let double = try convert(Holder(value), to: Holder<Double>.self).value
      if !value.isNaN { #expect(double == Double(value)) }
      #expect((double.isNaN, double.sign) == (value.isNaN, value.sign))
    }
  }

  @Test func `a double becomes a float exactly or not at all`() throws {
    for bits in Self.doubles {
      let value = Double(bitPattern: bits)
      guard !value.isNaN else { continue }
      if let float = Float(exactly: value) {
        let copy = try convert(Holder(value), to: Holder<Float>.self).value
        #expect(copy.bitPattern == float.bitPattern, "\(value)")
      } else {
        #expect(
          try failure(converting: Holder(value), to: Holder<Float>.self)
            == CodingFailure(.dataCorrupted, "value", .valueDoesNotFit), "\(value)")
      }
    }
  }

  @Test func `the bits of a NaN are kept when its width changes, or it does not fit`() throws {
    func float(_ bits: UInt64) throws -> UInt32 {
      try convert(Holder(Double(bitPattern: bits)), to: Holder<Float>.self).value.bitPattern
    }
    #expect(try float(0x7FF8_0000_0000_0000) == 0x7FC0_0000)
    #expect(try float(0xFFF8_0000_0000_0000) == 0xFFC0_0000)
    #expect(try float(0x7FF0_0000_2000_0000) == 0x7F80_0001)
    #expect(try float(0x7FFF_FFFF_E000_0000) == 0x7FFF_FFFF)
    for bits: UInt64 in [0x7FF8_0000_0000_0001, 0x7FF0_0000_0000_0001, 0x7FF0_0000_1000_0000] {
      #expect(
        try failure(converting: Holder(Double(bitPattern: bits)), to: Holder<Float>.self)
          == CodingFailure(.dataCorrupted, "value", .valueDoesNotFit))
    }
    let signalling = Float(bitPattern: 0x7F80_0001)
    #expect(
      try convert(Holder(signalling), to: Holder<Double>.self).value.bitPattern
        == 0x7FF0_0000_2000_0000)
  }

  #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    @Test func `half floats come back bit for bit, and widen`() throws {
      for bits in stride(from: UInt16(0), through: .max - 256, by: 251) {
        let value = Float16(bitPattern: bits)
        #expect(try convert(value, to: Float16.self).bitPattern == bits)
        guard !value.isNaN else { continue }
        #expect(try convert(value, to: Float.self) == Float(value))
        #expect(try convert(value, to: Double.self).sign == value.sign)
      }
      let values = [Float16.nan, -0.0, .infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
      #expect(try roundTrip(values).map(\.bitPattern) == values.map(\.bitPattern))
      #expect(try convert(Holder(1.5), to: Holder<Float16>.self).value == 1.5)
      #expect(
        try failure(converting: Holder(0.1), to: Holder<Float16>.self)
          == CodingFailure(.dataCorrupted, "value", .valueDoesNotFit))
    }
  #endif
}
