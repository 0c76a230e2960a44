/// The route of an optional.
///
/// Spec §3.3.
final class OptionalRoute<Wrapped: Encodable>: Route<Wrapped?> {
  private let wrapped: Route<Wrapped>
  /// Whether the values are references, which have a nil of their own.
  private let isReference: Bool

  init(_ core: EncodingCore) throws {
    wrapped = try core.route(for: Wrapped.self)
    isReference = wrapped.exact.map { core.type($0).code == .ref } ?? false
    super.init(core, exact: try wrapped.exact.map { type throws in try core.optional(of: type) })
  }

  override var guess: Int {
    get throws { try exact ?? core.optional(of: wrapped.guess) }
  }

  override func encode(_ value: Wrapped?, in spot: Spot) throws -> Encoded {
    guard let value else {
      spot.frame.buffer.writer.write(byte: 0)
      return Encoded(type: try guess)
    }
    if isReference, let exact {
      _ = try wrapped.encode(value, in: spot)
      return Encoded(type: exact)
    }
    let start = spot.frame.buffer.count
    spot.frame.buffer.writer.write(byte: 1)
    let encoded = try wrapped.encode(value, in: spot.inner)
    if let exact { return Encoded(type: exact) }
    if spot.frame.core.type(encoded.type).code == .ref {
      spot.frame.buffer.writer.remove(at: start)
    }
    return Encoded(type: try spot.frame.core.optional(of: encoded.type))
  }
}

extension Optional: RouteMaking where Wrapped: Encodable {
  static func makeRoute(_ core: EncodingCore) throws -> AnyRoute {
    try OptionalRoute<Wrapped>(core)
  }
}
