/// The route of a value type that writes its keys by hand.
final class FieldRoute<T: FieldEncodable>: AnyRoute {
  // Safe: an encoder is for one thread, and nothing is called while it changes.
  @exclusivity(unchecked) private var known: ValueShape?

  init(_ core: EncodingCore) {
    super.init(core, exact: nil)
  }

  private func shape() throws -> ValueShape {
    if let known = unsafe known { return known }
    let shape = ValueShape(core.level(of: try core.declaration(of: T.self)))
    shape.isEnum = false
    unsafe known = shape
    return shape
  }

  override func forget() { unsafe known = nil }

  override var guess: Int {
    get throws { try core.guess(.structure(try shape().level.name)) }
  }

  @unsafe
  override func encode(at value: UnsafeRawPointer, in spot: Spot) throws -> Encoded {
    let frame = try spot.takeFrame(try shape())
    do {
      var fields = try FieldEncoder(frame, level: 0)
      // Safe: the caller has a value of the type there.
      try unsafe withValue(at: value, as: T.self) { try $0.encode(to: &fields) }
    } catch {
      spot.frame.giveBackInner(frame)
      throw error
    }
    return try spot.frame.finishInner(frame)
  }
}
