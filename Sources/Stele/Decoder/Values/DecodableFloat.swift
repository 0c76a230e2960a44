/// A floating-point type of the format.
protocol DecodableFloat: DecodableScalar, BinaryFloatingPoint {
  /// Makes the same number, which is not a NaN, or returns nil if the type does not have it.
  init?(number: Double)
}

extension DecodableFloat {
  /// Copies the elements of a packed list, on machines that have the least significant byte first.
  static func decodePacked(count: Int, width: Int, _ input: inout ValidCursor) -> [Self] {
    guard UInt16(littleEndian: 1) == 1 else { return decodeWhole(count: count, &input) }
    // The storage of empty arrays is shared by all threads, and is not to be written to.
    guard count > 0 else { return [] }
    // Safe: there are as many bytes as the elements take, and any bits are a float.
    return unsafe input.readBytes(count * MemoryLayout<Self>.stride) { bytes in
      unsafe [Self](unsafeUninitializedCapacity: count) { elements, initializedCount in
        unsafe UnsafeMutableRawBufferPointer(elements).copyMemory(from: bytes)
        initializedCount = count
      }
    }
  }
}

extension Double: DecodableFloat {
  static var code: TypeCode { .float64 }

  @inline(__always)
  static func decodePlain(_ input: inout ValidCursor) -> Double {
    Double(bitPattern: input.readInteger())
  }

  init?(number: Double) { self = number }
}

extension Float: DecodableFloat {
  static var code: TypeCode { .float32 }

  @inline(__always)
  static func decodePlain(_ input: inout ValidCursor) -> Float {
    Float(bitPattern: input.readInteger())
  }

  init?(number: Double) { self.init(exactly: number) }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: DecodableFloat {
    static var code: TypeCode { .float16 }

    @inline(__always)
    static func decodePlain(_ input: inout ValidCursor) -> Float16 {
      Float16(bitPattern: input.readInteger())
    }

    init?(number: Double) {
      guard let bits = Float16Bits.bits(exactly: number) else { return nil }
      self.init(bitPattern: bits)
    }
  }
#endif
