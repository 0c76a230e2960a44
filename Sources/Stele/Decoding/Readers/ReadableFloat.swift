extension ReadableScalar {
  /// Reads elements that stand in the archive as in memory, on machines that have the least significant byte first.
  @unsafe
  fileprivate static func copyPacked(
    count: Int, _ input: inout CheckedBytes
  ) throws(ArchiveError) -> [Self]? {
    guard UInt16(littleEndian: 1) == 1 else { return nil }
    // Safe: there are as many bytes as the elements take.
    return try unsafe input.readBytes(count * MemoryLayout<Self>.stride) { bytes in
      unsafe [Self](unsafeUninitializedCapacity: count) { elements, initializedCount in
        unsafe UnsafeMutableRawBufferPointer(elements).copyPieces(from: bytes)
        initializedCount = count
      }
    }
  }

  /// Reads a float of any width.
  fileprivate static func readFloat(
    _ plan: ReadingPlan, _ input: inout CheckedBytes
  ) throws -> FloatBits {
    switch plan.code {
    case .float16: FloatBits(try input.readInteger(UInt16.self))
    case .float32: FloatBits(try input.readInteger(UInt32.self))
    case .float64: FloatBits(try input.readInteger(UInt64.self))
    default: throw ScalarMismatch()
    }
  }
}

extension Double: ReadableScalar {
  static var code: TypeCode { .float64 }

  static func readPlain(_ input: inout CheckedBytes) throws(ArchiveError) -> Double {
    Double(bitPattern: try input.readInteger())
  }

  static func convert(_ plan: ReadingPlan, _ input: inout CheckedBytes) throws -> Double? {
    try readFloat(plan, &input).float64
  }

  static func readPacked(
    count: Int, width: Int, _ input: inout CheckedBytes
  ) throws(ArchiveError) -> [Double]? {
    // Safe: any bits are a Double.
    try unsafe copyPacked(count: count, &input)
  }
}

extension Float: ReadableScalar {
  static var code: TypeCode { .float32 }

  static func readPlain(_ input: inout CheckedBytes) throws(ArchiveError) -> Float {
    Float(bitPattern: try input.readInteger())
  }

  static func convert(_ plan: ReadingPlan, _ input: inout CheckedBytes) throws -> Float? {
    if plan.code == .float32 { return Float(bitPattern: try input.readInteger()) }
    return try readFloat(plan, &input).float32
  }

  static func readPacked(
    count: Int, width: Int, _ input: inout CheckedBytes
  ) throws(ArchiveError) -> [Float]? {
    // Safe: any bits are a Float.
    try unsafe copyPacked(count: count, &input)
  }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: ReadableScalar {
    static var code: TypeCode { .float16 }

    static func readPlain(_ input: inout CheckedBytes) throws(ArchiveError) -> Float16 {
      Float16(bitPattern: try input.readInteger())
    }

    static func convert(_ plan: ReadingPlan, _ input: inout CheckedBytes) throws -> Float16? {
      try readFloat(plan, &input).float16.map(Float16.init(bitPattern:))
    }
  }
#endif
