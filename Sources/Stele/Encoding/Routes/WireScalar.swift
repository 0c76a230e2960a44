/// A type of the standard library that is a scalar in archives.
protocol WireScalar: Encodable, RouteMaking {
  /// The type in archives.
  static var typeCode: TypeCode { get }
  /// Whether values that are different in Swift are so in archives.
  static var isDistinct: Bool { get }
  func write(to output: OutputBuffer)
  /// Writes the elements of a list, which is not empty, behind its count.
  ///
  /// - Parameters:
  ///   - list: The elements.
  ///   - output: Where to write.
  ///   - isDeferrable: Whether many elements may be copied later.
  static func write(list: [Self], to output: OutputBuffer, isDeferrable: Bool)
  /// The route of optional values.
  static func makeOptionalRoute(_ core: EncodingCore) throws -> AnyRoute
  /// The route of arrays.
  static func makeArrayRoute(_ core: EncodingCore) throws -> AnyRoute
}

extension WireScalar {
  static var isDistinct: Bool { true }

  @inline(__always)
  static var planNumber: Int { typeCode.planNumber }

  static func write(list: [Self], to output: OutputBuffer, isDeferrable: Bool) {
    // Safe: the pointer stays inside the closure, and the index is one of the elements.
    unsafe list.withUnsafeBufferPointer { list in
      for index in list.indices { unsafe list[index].write(to: output) }
    }
  }

  static func makeRoute(_ core: EncodingCore) throws -> AnyRoute {
    // Safe: this is the route of the type.
    unsafe LeafRoute(core, type: planNumber) { value, run in
      unsafe value.assumingMemoryBound(to: Self.self).pointee.write(to: run.buffer)
    }
  }

  static func makeOptionalRoute(_ core: EncodingCore) throws -> AnyRoute {
    // Safe: this is the route of optionals of the type.
    unsafe LeafRoute(core, type: try core.optional(of: planNumber)) { value, run in
      unsafe value.assumingMemoryBound(to: Self?.self).pointee.write(to: run.buffer)
    }
  }

  static func makeArrayRoute(_ core: EncodingCore) throws -> AnyRoute {
    // Safe: this is the route of arrays of the type.
    unsafe LeafRoute(core, type: try core.list(of: planNumber)) { value, run in
      unsafe value.assumingMemoryBound(to: [Self].self).pointee.write(to: run)
    }
  }
}

extension WireScalar where Self: BitwiseCopyable {
  /// Writes numbers as they are in memory, where that is as in archives.
  @inline(__always)
  fileprivate static func write(packed list: [Self], to output: OutputBuffer, isDeferrable: Bool) {
    guard UInt16(littleEndian: 1) == 1 else {
      for number in list { number.write(to: output) }
      return
    }
    output.write(packed: list, isDeferrable: isDeferrable)
  }
}

extension Optional where Wrapped: WireScalar {
  /// Writes whether there is a value, and the value.
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
  func write(to run: KeyRun) {
    let output = run.buffer
    output.write(number: count)
    if !isEmpty { Element.write(list: self, to: output, isDeferrable: run.isDeferrable) }
  }
}

/// The route of values that lead to no others.
@safe
final class LeafRoute: AnyRoute {
  private let type: Int
  // Safe: called with a value of the type for which the route was made.
  private let write: (UnsafeRawPointer, KeyRun) -> Void

  /// Makes a route.
  ///
  /// - Parameters:
  ///   - core: The core of the encoder.
  ///   - type: The number of the plan of the type.
  ///   - write: Writes a value, which is at the pointer.
  init(
    _ core: EncodingCore, type: Int, _ write: @escaping (UnsafeRawPointer, KeyRun) -> Void
  ) {
    self.type = type
    unsafe self.write = write
    super.init(core, exact: type)
  }

  @unsafe
  override func encode(at value: UnsafeRawPointer, in spot: Spot) -> Encoded {
    // Safe: the closure was made for the type of the route.
    unsafe write(value, spot.run)
    return Encoded(type: type)
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

extension Double: WireScalar {
  static var typeCode: TypeCode { .float64 }
  static var isDistinct: Bool { false }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(littleEndian: bitPattern) }
  static func write(list: [Double], to output: OutputBuffer, isDeferrable: Bool) {
    write(packed: list, to: output, isDeferrable: isDeferrable)
  }
}

extension Float: WireScalar {
  static var typeCode: TypeCode { .float32 }
  static var isDistinct: Bool { false }
  @inline(__always)
  func write(to output: OutputBuffer) { output.write(littleEndian: bitPattern) }
  static func write(list: [Float], to output: OutputBuffer, isDeferrable: Bool) {
    write(packed: list, to: output, isDeferrable: isDeferrable)
  }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: WireScalar {
    static var typeCode: TypeCode { .float16 }
    static var isDistinct: Bool { false }
    @inline(__always)
    func write(to output: OutputBuffer) { output.write(littleEndian: bitPattern) }
    static func write(list: [Float16], to output: OutputBuffer, isDeferrable: Bool) {
      write(packed: list, to: output, isDeferrable: isDeferrable)
    }
  }
#endif
