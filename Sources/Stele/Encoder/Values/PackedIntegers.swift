/// Packs integers that have been written one by one as varints.
///
/// Spec §3.5.
enum PackedIntegers {
  /// Writes the width and the integers of a list.
  ///
  /// - Parameters:
  ///   - bytes: The varints.
  ///   - layout: The layout of the type, which has a width of more than 8 bits.
  ///   - output: Where to write.
  static func pack(_ bytes: [UInt8], _ layout: ScalarLayout, to output: OutputBuffer) {
    var values: [UInt128] = []
    var value: UInt128 = 0
    var shift: UInt128 = 0
    for byte in bytes {
      value |= UInt128(byte & 0x7F) << shift
      shift += 7
      guard byte < 0x80 else { continue }
      values.append(value)
      value = 0
      shift = 0
    }
    var union: UInt128 = 0
    var bitCount = 0
    if case .signed = layout {
      for value in values { union |= value >> 1 }
      bitCount = 129 - union.leadingZeroBitCount
      values = values.map { ($0 >> 1) ^ (0 &- ($0 & 1)) }
    } else {
      for value in values { union |= value }
      bitCount = 128 - union.leadingZeroBitCount
    }
    let byteCount = ScalarLayout.packedWidth(bitCount: bitCount)
    output.write(byte: UInt8(byteCount))
    for value in values {
      switch byteCount {
      case 1: output.write(byte: UInt8(truncatingIfNeeded: value))
      case 2: output.write(littleEndian: UInt16(truncatingIfNeeded: value))
      case 4: output.write(littleEndian: UInt32(truncatingIfNeeded: value))
      case 8: output.write(littleEndian: UInt64(truncatingIfNeeded: value))
      default: output.write(littleEndian: value)
      }
    }
  }
}
