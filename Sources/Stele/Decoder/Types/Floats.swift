extension DecodableScalar {
  /// Reads elements that stand in the archive as in memory, on machines that have the least significant byte first.
  @unsafe
  fileprivate static func copyPacked(
    count: Int, _ input: inout ValidCursor
  ) -> [Self]? {
    guard UInt16(littleEndian: 1) == 1 else { return nil }
    // The storage of empty arrays is shared by all threads, and is not to be written to.
    guard count > 0 else { return [] }
    // Safe: there are as many bytes as the elements take.
    return unsafe input.readBytes(count * MemoryLayout<Self>.stride) { bytes in
      unsafe [Self](unsafeUninitializedCapacity: count) { elements, initializedCount in
        unsafe UnsafeMutableRawBufferPointer(elements).copyPieces(from: bytes)
        initializedCount = count
      }
    }
  }

  /// Reads a float of any width.
  fileprivate static func readFloat(
    _ type: ArchivedType, _ input: inout ValidCursor
  ) throws(ScalarMismatch) -> FloatBits {
    switch type.code {
    case .float16: FloatBits(input.readInteger(UInt16.self))
    case .float32: FloatBits(input.readInteger(UInt32.self))
    case .float64: FloatBits(input.readInteger(UInt64.self))
    default: throw ScalarMismatch()
    }
  }
}

extension Double: DecodableScalar {
  static var code: TypeCode { .float64 }

  @inline(__always)
  static func decodePlain(_ input: inout ValidCursor) -> Double {
    Double(bitPattern: input.readInteger())
  }

  static func convert(
    _ type: ArchivedType, _ input: inout ValidCursor
  ) throws(ScalarMismatch) -> Double? {
    try readFloat(type, &input).float64
  }

  static func decodePacked(
    count: Int, width: Int, _ input: inout ValidCursor
  ) -> [Double]? {
    // Safe: any bits are a Double.
    unsafe copyPacked(count: count, &input)
  }
}

extension Float: DecodableScalar {
  static var code: TypeCode { .float32 }

  @inline(__always)
  static func decodePlain(_ input: inout ValidCursor) -> Float {
    Float(bitPattern: input.readInteger())
  }

  static func convert(
    _ type: ArchivedType, _ input: inout ValidCursor
  ) throws(ScalarMismatch) -> Float? {
    if type.code == .float32 { return Float(bitPattern: input.readInteger()) }
    return try readFloat(type, &input).float32
  }

  static func decodePacked(
    count: Int, width: Int, _ input: inout ValidCursor
  ) -> [Float]? {
    // Safe: any bits are a Float.
    unsafe copyPacked(count: count, &input)
  }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: DecodableScalar {
    static var code: TypeCode { .float16 }

    @inline(__always)
    static func decodePlain(_ input: inout ValidCursor) -> Float16 {
      Float16(bitPattern: input.readInteger())
    }

    static func convert(
      _ type: ArchivedType, _ input: inout ValidCursor
    ) throws(ScalarMismatch) -> Float16? {
      try readFloat(type, &input).float16.map(Float16.init(bitPattern:))
    }
  }
#endif
