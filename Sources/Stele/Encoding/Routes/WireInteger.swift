/// An integer that is a scalar in archives.
///
/// Spec §3.1, §3.5.
protocol WireInteger: WireScalar, FixedWidthInteger {}

extension WireInteger {
  /// Writes the integers with the least width that holds all of them.
  static func write(list: [Self], to output: inout ByteWriter) {
    guard bitWidth > 8 else {
      for value in list { output.write(byte: UInt8(truncatingIfNeeded: value)) }
      return
    }
    var union: Self = 0  // all bits in which an element differs from its sign
    if isSigned {
      for value in list { union |= value ^ (value >> (bitWidth - 1)) }
    } else {
      for value in list { union |= value }
    }
    let bitCount = bitWidth - union.leadingZeroBitCount + (isSigned ? 1 : 0)
    let byteCount = VarintPacking.width(bitCount: bitCount)
    output.write(byte: UInt8(byteCount))
    switch byteCount {
    case 1: for value in list { output.write(byte: UInt8(truncatingIfNeeded: value)) }
    case 2: for value in list { output.write(littleEndian: UInt16(truncatingIfNeeded: value)) }
    case 4: for value in list { output.write(littleEndian: UInt32(truncatingIfNeeded: value)) }
    case 8: for value in list { output.write(littleEndian: UInt64(truncatingIfNeeded: value)) }
    default: for value in list { output.write(littleEndian: UInt128(truncatingIfNeeded: value)) }
    }
  }
}

extension Int: WireInteger {
  static var typeCode: TypeCode { .int64 }
  func write(to output: inout ByteWriter) { output.write(zigzag: Int64(self)) }
}

extension Int8: WireInteger {
  static var typeCode: TypeCode { .int8 }
  func write(to output: inout ByteWriter) { output.write(byte: UInt8(bitPattern: self)) }
}

extension Int16: WireInteger {
  static var typeCode: TypeCode { .int16 }
  func write(to output: inout ByteWriter) { output.write(zigzag: Int64(self)) }
}

extension Int32: WireInteger {
  static var typeCode: TypeCode { .int32 }
  func write(to output: inout ByteWriter) { output.write(zigzag: Int64(self)) }
}

extension Int64: WireInteger {
  static var typeCode: TypeCode { .int64 }
  func write(to output: inout ByteWriter) { output.write(zigzag: self) }
}

extension Int128: WireInteger {
  static var typeCode: TypeCode { .int128 }
  func write(to output: inout ByteWriter) { output.write(zigzag: self) }
}

extension UInt: WireInteger {
  static var typeCode: TypeCode { .uint64 }
  func write(to output: inout ByteWriter) { output.write(varint: self) }
}

extension UInt8: WireInteger {
  static var typeCode: TypeCode { .uint8 }
  func write(to output: inout ByteWriter) { output.write(byte: self) }

  static func write(list: [UInt8], to output: inout ByteWriter) {
    output.write(contentsOf: list)
  }
}

extension UInt16: WireInteger {
  static var typeCode: TypeCode { .uint16 }
  func write(to output: inout ByteWriter) { output.write(varint: self) }
}

extension UInt32: WireInteger {
  static var typeCode: TypeCode { .uint32 }
  func write(to output: inout ByteWriter) { output.write(varint: self) }
}

extension UInt64: WireInteger {
  static var typeCode: TypeCode { .uint64 }
  func write(to output: inout ByteWriter) { output.write(varint: self) }
}

extension UInt128: WireInteger {
  static var typeCode: TypeCode { .uint128 }
  func write(to output: inout ByteWriter) { output.write(varint: self) }
}
