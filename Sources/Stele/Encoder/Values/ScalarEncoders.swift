/// A scalar or an optional one.
protocol ScalarValue {
  /// The index of the type.
  static var typeIndex: Int { get }
  func write(to output: OutputBuffer)
}

/// A type of the standard library that is a scalar in archives.
protocol WireScalar: ScalarValue, TypeEncoderMaking {
  static var typeCode: TypeCode { get }
  /// Whether values that are not equal in Swift are different in archives.
  static var isDistinct: Bool { get }
  /// Writes the elements of a list, which is not empty, after its count. If deferrable, many elements may be copied later.
  static func write(list: [Self], to output: OutputBuffer, isDeferrable: Bool)
  /// Makes the encoder of optionals of the type, a `TypeEncoder<Self?>`.
  static func makeOptionalEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder
  /// Makes the encoder of lists of the type, a `TypeEncoder<[Self]>`.
  static func makeListEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder
}

extension WireScalar {
  static var isDistinct: Bool { true }

  @inline(__always)
  static var typeIndex: Int { typeCode.typeIndex }

  @inline(__always)
  static var listIndex: Int { ClassTableWriter.index(ofList: typeCode) }

  static func write(list: [Self], to output: OutputBuffer, isDeferrable: Bool) {
    // Safe: the pointers stay inside the closure, and point to the elements, which are lent: copies would be retained.
    unsafe list.withUnsafeBufferPointer { list in
      guard var element = list.baseAddress else { return }
      for _ in 0..<list.count {
        unsafe withValue(at: element) { $0.write(to: output) }
        unsafe element += 1
      }
    }
  }

  // The closures are formed in witnesses, which the compiler specialises for each conforming type.

  static func makeTypeEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    LeafEncoder<Self>(type: typeIndex) { $0.write(to: $1.buffer) }
  }

  static func makeOptionalEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    LeafEncoder<Self?>(type: Self?.typeIndex) { $0.write(to: $1.buffer) }
  }

  static func makeListEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    LeafEncoder<[Self]>(type: listIndex) { $0.write(to: $1) }
  }
}

extension Optional: ScalarValue where Wrapped: WireScalar {
  @inline(__always)
  static var typeIndex: Int { ClassTableWriter.index(ofOptional: Wrapped.typeCode) }

  /// Writes a byte that tells whether there is a value, and the value.
  ///
  /// Spec §3.3.
  @inline(__always)
  func write(to output: OutputBuffer) {
    guard let value = self else { return output.write(byte: 0) }
    output.write(byte: 1)
    value.write(to: output)
  }
}

extension Array where Element: WireScalar {
  /// Writes the count and the elements.
  ///
  /// Spec §3.5.
  @inline(__always)
  func write(to cell: ValueCell) {
    let output = cell.buffer
    output.write(number: count)
    if !isEmpty { Element.write(list: self, to: output, isDeferrable: cell.isDeferrable) }
  }
}

extension Bool: WireScalar {
  static var typeCode: TypeCode { .bool }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(byte: self ? 1 : 0) }
}

extension String: WireScalar {
  static var typeCode: TypeCode { .string }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(string: self) }
}

// Floating-point numbers are the same in memory as in archives, but for the order of their bytes on some machines.

extension WireScalar where Self: BinaryFloatingPoint & BitwiseCopyable {
  static var isDistinct: Bool { false }

  static func write(list: [Self], to output: OutputBuffer, isDeferrable: Bool) {
    guard UInt16(littleEndian: 1) == 1 else {
      for number in list { number.write(to: output) }
      return
    }
    output.write(packed: list, isDeferrable: isDeferrable)
  }
}

extension Double: WireScalar {
  static var typeCode: TypeCode { .float64 }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(littleEndian: bitPattern) }
}

extension Float: WireScalar {
  static var typeCode: TypeCode { .float32 }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(littleEndian: bitPattern) }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: WireScalar {
    static var typeCode: TypeCode { .float16 }
    @inline(__always)
    func write(to output: OutputBuffer) { output.write(littleEndian: bitPattern) }
  }
#endif

extension WireScalar where Self: FixedWidthInteger {
  /// Writes the integers with the least width that holds all of them.
  ///
  /// Spec §3.5.
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

extension WireScalar where Self: FixedWidthInteger & SignedInteger {
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(zigzag: Int64(self)) }
}

extension WireScalar where Self: FixedWidthInteger & UnsignedInteger {
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(varint: self) }
}

extension Int: WireScalar {
  static var typeCode: TypeCode { .int64 }
}

extension Int8: WireScalar {
  static var typeCode: TypeCode { .int8 }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(byte: UInt8(bitPattern: self)) }
}

extension Int16: WireScalar {
  static var typeCode: TypeCode { .int16 }
}

extension Int32: WireScalar {
  static var typeCode: TypeCode { .int32 }
}

extension Int64: WireScalar {
  static var typeCode: TypeCode { .int64 }
}

extension Int128: WireScalar {
  static var typeCode: TypeCode { .int128 }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(zigzag: self) }
}

extension UInt: WireScalar {
  static var typeCode: TypeCode { .uint64 }
}

extension UInt8: WireScalar {
  static var typeCode: TypeCode { .uint8 }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(byte: self) }
}

extension UInt16: WireScalar {
  static var typeCode: TypeCode { .uint16 }
}

extension UInt32: WireScalar {
  static var typeCode: TypeCode { .uint32 }
}

extension UInt64: WireScalar {
  static var typeCode: TypeCode { .uint64 }
}

extension UInt128: WireScalar {
  static var typeCode: TypeCode { .uint128 }
}
