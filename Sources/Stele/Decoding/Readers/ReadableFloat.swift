extension ReadableScalar {
  /// Reads a float of any width.
  fileprivate static func readFloat(
    _ plan: ReadingPlan, _ input: inout ByteReader
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

  static func readPlain(_ input: inout ByteReader) throws(ArchiveError) -> Double {
    Double(bitPattern: try input.readInteger())
  }

  static func convert(_ plan: ReadingPlan, _ input: inout ByteReader) throws -> Double? {
    try readFloat(plan, &input).float64
  }

  static func readPacked(
    count: Int, width: Int, _ input: inout ByteReader
  ) throws(ArchiveError) -> [Double]? {
    try UInt64.readPacked(count: count, width: width, &input)?.map(Double.init(bitPattern:))
  }
}

extension Float: ReadableScalar {
  static var code: TypeCode { .float32 }

  static func readPlain(_ input: inout ByteReader) throws(ArchiveError) -> Float {
    Float(bitPattern: try input.readInteger())
  }

  static func convert(_ plan: ReadingPlan, _ input: inout ByteReader) throws -> Float? {
    if plan.code == .float32 { return Float(bitPattern: try input.readInteger()) }
    return try readFloat(plan, &input).float32
  }

  static func readPacked(
    count: Int, width: Int, _ input: inout ByteReader
  ) throws(ArchiveError) -> [Float]? {
    try UInt32.readPacked(count: count, width: width, &input)?.map(Float.init(bitPattern:))
  }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: ReadableScalar {
    static var code: TypeCode { .float16 }

    static func readPlain(_ input: inout ByteReader) throws(ArchiveError) -> Float16 {
      Float16(bitPattern: try input.readInteger())
    }

    static func convert(_ plan: ReadingPlan, _ input: inout ByteReader) throws -> Float16? {
      try readFloat(plan, &input).float16.map(Float16.init(bitPattern:))
    }
  }
#endif
