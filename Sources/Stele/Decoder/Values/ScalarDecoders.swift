/// A Swift type that is a scalar type of the format.
///
/// Spec §3.1, §10.4.
protocol DecodableScalar: Decodable, DirectlyDecodable {
  static var code: TypeCode { get }
  /// Decodes a plain value of the type itself.
  static func decodePlain(_ input: inout ValidCursor) -> Self
  /// Decodes an element of a packed list of the type itself, of a width that is at most its own.
  static func decodePacked(width: Int, _ input: inout ValidCursor) -> Self
  /// Converts a number of any type.
  ///
  /// - Returns: The same number, or nil if the type does not have it; no answer if the value is not a number, or the type not one
  ///   of numbers.
  static func convert(_ number: ArchiveValue) -> Self??
  /// Decodes the elements of a packed list of the type itself.
  static func decodePacked(count: Int, width: Int, _ input: inout ValidCursor) -> [Self]
  /// Decodes elements of the type itself that are not packed; a requirement, so that the compiler specialises it for each type.
  static func decodeWhole(count: Int, _ input: inout ValidCursor) -> [Self]
  /// Decodes the elements of a list of the type itself; a requirement for the same reason.
  static func decodeElements(_ list: OpenList, _ input: inout ValidCursor) -> [Self]
}

extension DecodableScalar {
  static func makeTypeDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    ScalarDecoder<Self>()
  }

  static func decodePacked(width: Int, _ input: inout ValidCursor) -> Self { decodePlain(&input) }

  static func decodePacked(count: Int, width: Int, _ input: inout ValidCursor) -> [Self] {
    // Elements of a fixed size have the bytes that they have elsewhere.
    decodeWhole(count: count, &input)
  }

  static func decodeElements(_ list: OpenList, _ input: inout ValidCursor) -> [Self] {
    guard list.count > 0 else { return [] }
    return list.element.form == .packed
      ? decodePacked(count: list.count, width: list.element.width, &input)
      : decodeWhole(count: list.count, &input)
  }

  static func decodeWhole(count: Int, _ input: inout ValidCursor) -> [Self] {
    guard count > 0 else { return [] }
    // A local cursor can be kept in registers.
    var reader = input
    var elements: [Self] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(decodePlain(&reader)) }
    input = reader
    return elements
  }
}

final class ScalarDecoder<Value: DecodableScalar>: TypeDecoder<Value> {
  override func reset(for session: DecodingSession) -> Bool { true }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    if type.code == Value.code, type.isWhole { return Value.decodePlain(&input) }
    let start = input.offset
    guard let type = session.types.unwrap(type, &input) else {
      throw session.noValue(Value.self, at: start)
    }
    if type.code == Value.code {
      if !type.isPackedVarint { return Value.decodePlain(&input) }
      // On a system of 32 bits, an `Int` may be narrower than the element.
      if type.width <= MemoryLayout<Value>.size {
        return Value.decodePacked(width: type.width, &input)
      }
    }
    return try decodeNumber(type, &input, session, at: start)
  }

  override func decodeElements(
    _ list: OpenList, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> [Value] {
    list.element.code == Value.code
      ? Value.decodeElements(list, &input) : try super.decodeElements(list, &input, session)
  }

  @inline(never)
  private func decodeNumber(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession, at start: Int
  ) throws -> Value {
    if type.isReference { return try session.decodeSingle(self, type, &input) }
    guard let number = session.readScalar(type, &input), let value = Value.convert(number) else {
      throw session.wrongType(Value.self, type, at: start)
    }
    if !type.code.isOfKind(of: Value.code) {
      try session.rememberConversion(to: Value.self, from: type, at: start)
    }
    guard let value else { throw session.doesNotFit(Value.self, type, at: start) }
    return value
  }
}

extension Bool: DecodableScalar {
  static var code: TypeCode { .bool }

  @inline(__always)
  static func decodePlain(_ input: inout ValidCursor) -> Bool { input.readByte() != 0 }
}

extension String: DecodableScalar {
  static var code: TypeCode { .string }

  @inline(__always)
  static func decodePlain(_ input: inout ValidCursor) -> String { input.readString() }
}

extension DecodableScalar where Self: FixedWidthInteger & BitwiseCopyable {
  @inline(__always)
  static func decodePlain(_ input: inout ValidCursor) -> Self {
    if bitWidth == 8 { return Self(truncatingIfNeeded: input.readByte()) }
    if bitWidth == 128 {
      let value = input.readLongVarint()
      return isSigned
        ? Self(truncatingIfNeeded: Int128(zigzag: value)) : Self(truncatingIfNeeded: value)
    }
    return isSigned
      ? Self(truncatingIfNeeded: input.readZigzag()) : Self(truncatingIfNeeded: input.readVarint())
  }

  static func decodePacked(width: Int, _ input: inout ValidCursor) -> Self {
    input.readInteger(Self.self, byteCount: width)
  }

  static func decodePacked(count: Int, width: Int, _ input: inout ValidCursor) -> [Self] {
    switch (width, isSigned) {
    case (1, true): widen(Int8.self, count, &input)
    case (2, true): widen(Int16.self, count, &input)
    case (4, true): widen(Int32.self, count, &input)
    case (8, true): widen(Int64.self, count, &input)
    case (1, false): widen(UInt8.self, count, &input)
    case (2, false): widen(UInt16.self, count, &input)
    case (4, false): widen(UInt32.self, count, &input)
    case (8, false): widen(UInt64.self, count, &input)
    // Only integers of 128 bits are as wide.
    case (16, _): widen(Self.self, count, &input)
    default: []
    }
  }

  @inline(__always)
  private static func widen<Source: FixedWidthInteger & BitwiseCopyable>(
    _ source: Source.Type, _ count: Int, _ input: inout ValidCursor
  ) -> [Self] {
    // The storage of empty arrays is shared by all threads, and is not to be written to.
    guard count > 0 else { return [] }
    // Safe: there are `count` integers of the source type in the bytes, and as many places.
    return unsafe input.readBytes(count * (Source.bitWidth / 8)) { bytes in
      unsafe [Self](unsafeUninitializedCapacity: count) { elements, initializedCount in
        guard let base = elements.baseAddress else { return }
        for index in 0..<count {
          let value = unsafe bytes.loadUnaligned(
            fromByteOffset: index &* (Source.bitWidth / 8), as: Source.self)
          unsafe (base + index).initialize(
            to: Self(truncatingIfNeeded: Source(littleEndian: value)))
        }
        initializedCount = count
      }
    }
  }
}

extension Int: DecodableScalar { static var code: TypeCode { .int64 } }
extension Int8: DecodableScalar { static var code: TypeCode { .int8 } }
extension Int16: DecodableScalar { static var code: TypeCode { .int16 } }
extension Int32: DecodableScalar { static var code: TypeCode { .int32 } }
extension Int64: DecodableScalar { static var code: TypeCode { .int64 } }
extension Int128: DecodableScalar { static var code: TypeCode { .int128 } }
extension UInt: DecodableScalar { static var code: TypeCode { .uint64 } }
extension UInt8: DecodableScalar { static var code: TypeCode { .uint8 } }
extension UInt16: DecodableScalar { static var code: TypeCode { .uint16 } }
extension UInt32: DecodableScalar { static var code: TypeCode { .uint32 } }
extension UInt64: DecodableScalar { static var code: TypeCode { .uint64 } }
extension UInt128: DecodableScalar { static var code: TypeCode { .uint128 } }

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
