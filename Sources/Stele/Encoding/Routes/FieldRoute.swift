/// The route of a value type that writes its keys by hand.
final class FieldRoute<T: FieldEncodable>: AnyRoute {
  // Safe: an encoder is for one thread, and nothing is called while they change.
  @exclusivity(unchecked) private var known: ValueShape?
  /// The identity of the shape that is known.
  @exclusivity(unchecked) private var owner: ObjectIdentifier?

  init(_ core: EncodingCore) {
    super.init(core, exact: nil)
  }

  private func shape() throws -> ValueShape {
    if let known = unsafe known { return known }
    let shape = ValueShape(core.level(of: try core.declaration(of: T.self)))
    shape.isEnum = false
    unsafe known = shape
    unsafe owner = ObjectIdentifier(shape)
    return shape
  }

  override func forget() {
    unsafe known = nil
    unsafe owner = nil
  }

  override var guess: Int {
    get throws { try core.guess(.structure(try shape().level.name)) }
  }

  @unsafe
  override func encode(at value: UnsafeRawPointer, in spot: Spot) throws -> Encoded {
    guard
      let inner = unsafe spot.run.beginAgain(
        owner, depth: spot.depth, omitsEntry: spot.omitsEntry)
    else { return try unsafe encodeFirst(at: value, in: spot) }
    do {
      var fields = FieldEncoder(inner)
      // Safe: the caller has a value of the type there.
      try unsafe withValue(at: value, as: T.self) { try $0.encode(to: &fields) }
    } catch {
      spot.frame.giveBackAgain()
      throw error
    }
    return try spot.run.finishAgain(inner)
  }

  /// Writes a value that is not like the last one.
  @unsafe
  @inline(never)
  private func encodeFirst(at value: UnsafeRawPointer, in spot: Spot) throws -> Encoded {
    let frame = try spot.takeFrame(try shape())
    do {
      var fields = try FieldEncoder(frame)
      // Safe: the caller has a value of the type there.
      try unsafe withValue(at: value, as: T.self) { try $0.encode(to: &fields) }
    } catch {
      spot.frame.giveBackInner(frame)
      throw error
    }
    return try spot.frame.finishInner(frame)
  }
}
