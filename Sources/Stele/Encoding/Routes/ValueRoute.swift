/// The route of a type whose own `encode(to:)` says how it is written.
final class ValueRoute<T: Encodable>: AnyRoute {
  // Safe: an encoder is for one thread, and nothing is called while it changes.
  @exclusivity(unchecked) private var known: ValueShape?

  init(_ core: EncodingCore) {
    super.init(core, exact: nil)
  }

  /// What is known of the values.
  private func shape() throws -> ValueShape {
    if let known = unsafe known { return known }
    let declaration = try core.declaration(of: T.self)
    let shape = ValueShape(core.level(of: declaration))
    unsafe known = shape
    return shape
  }

  override func forget() { unsafe known = nil }

  override var guess: Int {
    get throws {
      if let raw = T.self as? any RawRepresentable.Type, let type = try core.rawType(of: raw) {
        return type
      }
      return try core.guess(.structure(try shape().level.name))
    }
  }

  @unsafe
  override func encode(at value: UnsafeRawPointer, in spot: Spot) throws -> Encoded {
    let shape = try shape()
    if shape.isEnum == nil {
      // Safe, here and below: the caller has a value of the type there.
      let value = unsafe value.assumingMemoryBound(to: T.self).pointee
      shape.isEnum = Mirror(reflecting: value).displayStyle == .enum
    }
    let frame = try spot.takeFrame(shape)
    do {
      try unsafe withValue(at: value, as: T.self) { try $0.encode(to: frame) }
    } catch {
      spot.frame.giveBackInner(frame)
      throw error
    }
    return try spot.frame.finishInner(frame)
  }
}

extension EncodingCore {
  /// The guess for a type that has a raw value, when that is a scalar.
  fileprivate func rawType<Raw: RawRepresentable>(of type: Raw.Type) throws -> Int? {
    guard let scalar = Raw.RawValue.self as? any WireScalar.Type,
      let descriptor = TypeDescriptor.simpleTypes[scalar.typeCode]
    else { return nil }
    return try guess(descriptor)
  }
}
