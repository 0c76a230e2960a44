/// A type of the standard library that is a scalar in archives.
protocol WireScalar: Encodable, RouteMaking {
  /// The type in archives.
  static var typeCode: TypeCode { get }
  /// Whether values that are different in Swift are so in archives.
  static var isDistinct: Bool { get }
  func write(to output: inout ByteWriter)
  /// Writes the elements of a list, behind its count.
  static func write(list: [Self], to output: inout ByteWriter)
}

extension WireScalar {
  static var isDistinct: Bool { true }

  static func makeRoute(_ core: EncodingCore) throws -> AnyRoute { ScalarRoute<Self>(core) }

  static func write(list: [Self], to output: inout ByteWriter) {
    for value in list { value.write(to: &output) }
  }
}

/// The route of a scalar.
final class ScalarRoute<T: WireScalar>: Route<T> {
  init(_ core: EncodingCore) {
    super.init(core, exact: T.typeCode.planNumber)
  }

  override func encode(_ value: T, in spot: Spot) -> Encoded {
    value.write(to: &spot.frame.buffer.writer)
    return Encoded(type: T.typeCode.planNumber)
  }
}

extension Bool: WireScalar {
  static var typeCode: TypeCode { .bool }
  func write(to output: inout ByteWriter) { output.write(byte: self ? 1 : 0) }
}

extension String: WireScalar {
  static var typeCode: TypeCode { .string }
  func write(to output: inout ByteWriter) { output.write(string: self) }
}

extension Double: WireScalar {
  static var typeCode: TypeCode { .float64 }
  static var isDistinct: Bool { false }
  func write(to output: inout ByteWriter) { output.write(littleEndian: bitPattern) }
}

extension Float: WireScalar {
  static var typeCode: TypeCode { .float32 }
  static var isDistinct: Bool { false }
  func write(to output: inout ByteWriter) { output.write(littleEndian: bitPattern) }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: WireScalar {
    static var typeCode: TypeCode { .float16 }
    static var isDistinct: Bool { false }
    func write(to output: inout ByteWriter) { output.write(littleEndian: bitPattern) }
  }
#endif
