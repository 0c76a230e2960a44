/// The route of a type whose own `encode(to:)` says how it is written.
final class ValueRoute<T: Encodable>: AnyRoute {
  // Safe: an encoder is for one thread, and nothing is called while it changes.
  @exclusivity(unchecked) private var known: ValueShape?
  /// The identity of the shape that is known.
  @exclusivity(unchecked) private var owner: ObjectIdentifier?

  init(_ core: EncodingCore) {
    super.init(core, exact: nil)
  }

  /// What is known of the values.
  private func shape() throws -> ValueShape {
    if let known = unsafe known { return known }
    let declaration = try core.declaration(of: T.self)
    let shape = ValueShape(core.level(of: declaration))
    unsafe known = shape
    unsafe owner = ObjectIdentifier(shape)
    return shape
  }

  override func forget() {
    unsafe known = nil
    unsafe owner = nil
  }

  override var guess: Int {
    get throws {
      if let raw = T.self as? any RawRepresentable.Type, let type = try core.rawType(of: raw) {
        return type
      }
      return try core.guess(.structure(try shape().level.name))
    }
  }

  // In several functions, of which those that call themselves by way of the program have little on the stack.

  @unsafe
  override func encode(at value: UnsafeRawPointer, in spot: Spot) throws -> Encoded {
    guard let inner = beginAgain(spot) else { return try unsafe encodeFirst(at: value, in: spot) }
    do {
      // Safe: the caller has a value of the type there.
      try unsafe withValue(at: value, as: T.self) { try $0.encode(to: inner.frame) }
    } catch {
      spot.frame.giveBackAgain()
      throw error
    }
    return try spot.run.finishShared(inner)
  }

  private func beginAgain(_ spot: Spot) -> KeyRun? {
    unsafe spot.run.beginShared(owner, depth: spot.depth, omitsEntry: spot.omitsEntry)
  }

  /// Writes a value that is not like the last one.
  @unsafe
  @inline(never)
  private func encodeFirst(at value: UnsafeRawPointer, in spot: Spot) throws -> Encoded {
    let frame = try unsafe takeFrame(at: value, in: spot)
    do {
      // Safe: as above.
      try unsafe withValue(at: value, as: T.self) { try $0.encode(to: frame) }
    } catch {
      spot.frame.giveBackInner(frame)
      throw error
    }
    return try spot.frame.finishInner(frame)
  }

  @unsafe
  private func takeFrame(at value: UnsafeRawPointer, in spot: Spot) throws -> EncodingFrame {
    let shape = try shape()
    if shape.isEnum == nil {
      // Safe: as above.
      let value = unsafe value.assumingMemoryBound(to: T.self).pointee
      shape.isEnum = Mirror(reflecting: value).displayStyle == .enum
    }
    return try spot.takeFrame(shape)
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
