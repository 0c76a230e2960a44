/// An integer that is a scalar in archives.
///
/// Spec §3.1, §3.5.
protocol WireInteger: WireScalar, FixedWidthInteger {}

extension WireInteger {
  /// Writes the integers with the least width that holds all of them.
  static func write(list: [Self], to output: OutputBuffer, isDeferrable: Bool) {
    guard bitWidth > 8 else {
      return output.write(list, as: UInt8.self, isDeferrable: isDeferrable)
    }
    var union: Self = 0  // all bits in which an element differs from its sign
    if isSigned {
      for value in list { union |= value ^ (value &>> Self(bitWidth - 1)) }
    } else {
      for value in list { union |= value }
    }
    let bitCount = bitWidth - union.leadingZeroBitCount + (isSigned ? 1 : 0)
    let byteCount = ScalarLayout.packedWidth(bitCount: bitCount)
    output.write(byte: UInt8(byteCount))
    switch byteCount {
    case 1: output.write(list, as: UInt8.self, isDeferrable: isDeferrable)
    case 2: output.write(list, as: UInt16.self, isDeferrable: isDeferrable)
    case 4: output.write(list, as: UInt32.self, isDeferrable: isDeferrable)
    case 8: output.write(list, as: UInt64.self, isDeferrable: isDeferrable)
    default: output.write(list, as: UInt128.self, isDeferrable: isDeferrable)
    }
  }
}

extension Int: WireInteger {
  static var typeCode: TypeCode { .int64 }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(zigzag: Int64(self)) }
}

extension Int8: WireInteger {
  static var typeCode: TypeCode { .int8 }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(byte: UInt8(bitPattern: self)) }
}

extension Int16: WireInteger {
  static var typeCode: TypeCode { .int16 }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(zigzag: Int64(self)) }
}

extension Int32: WireInteger {
  static var typeCode: TypeCode { .int32 }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(zigzag: Int64(self)) }
}

extension Int64: WireInteger {
  static var typeCode: TypeCode { .int64 }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(zigzag: self) }
}

extension Int128: WireInteger {
  static var typeCode: TypeCode { .int128 }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(zigzag: self) }
}

extension UInt: WireInteger {
  static var typeCode: TypeCode { .uint64 }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(varint: self) }
}

extension UInt8: WireInteger {
  static var typeCode: TypeCode { .uint8 }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(byte: self) }
}

extension UInt16: WireInteger {
  static var typeCode: TypeCode { .uint16 }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(varint: self) }
}

extension UInt32: WireInteger {
  static var typeCode: TypeCode { .uint32 }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(varint: self) }
}

extension UInt64: WireInteger {
  static var typeCode: TypeCode { .uint64 }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(varint: self) }
}

extension UInt128: WireInteger {
  static var typeCode: TypeCode { .uint128 }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(varint: self) }
}
