/// The route of a value type that writes its keys by hand.
final class FieldRoute<T: FieldEncodable>: Route<T> {
  private var known: ValueShape?

  init(_ core: EncodingCore) {
    super.init(core, exact: nil)
  }

  private func shape() throws -> ValueShape {
    if let known { return known }
    let shape = ValueShape(core.level(of: try core.declaration(of: T.self)))
    shape.isEnum = false
    known = shape
    return shape
  }

  override func forget() { known = nil }

  override var guess: Int {
    get throws { try core.guess(.structure(try shape().level.name)) }
  }

  override func encode(_ value: T, in spot: Spot) throws -> Encoded {
    let core = spot.frame.core
    var frame = try core.takeFrame(spot, try shape())
    defer { core.giveBack(&frame) }
    var fields = try FieldEncoder(frame, level: 0)
    try value.encode(to: &fields)
    return try frame.finish()
  }
}
