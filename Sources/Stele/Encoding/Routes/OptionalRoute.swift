/// The route of an optional.
///
/// Spec §3.3.
final class OptionalRoute<Wrapped: Encodable>: Route<Wrapped?> {
  private let wrapped: AnyRoute
  /// Whether the values are references, which have a nil of their own.
  private let isReference: Bool

  init(_ core: EncodingCore, _ wrapped: AnyRoute) throws {
    self.wrapped = wrapped
    isReference = wrapped.exact.map { core.type($0).code == .ref } ?? false
    super.init(core, exact: try wrapped.exact.map { type throws in try core.optional(of: type) })
  }

  override var guess: Int {
    get throws { try exact ?? core.optional(of: wrapped.guess) }
  }

  override func encode(_ value: Wrapped?, in spot: Spot) throws -> Encoded {
    guard let value else {
      spot.frame.buffer.write(byte: 0)
      return Encoded(type: try guess)
    }
    if isReference, let exact {
      _ = try wrapped.write(value, in: spot)
      return Encoded(type: exact)
    }
    let start = spot.frame.buffer.count
    spot.frame.buffer.write(byte: 1)
    let encoded = try wrapped.write(value, in: spot.inner)
    if let exact { return Encoded(type: exact) }
    if spot.frame.core.type(encoded.type).code == .ref {
      spot.frame.buffer.remove(1, at: start)
    }
    return Encoded(type: try spot.frame.core.optional(of: encoded.type))
  }
}

extension Optional: RouteMaking where Wrapped: Encodable {
  static func makeRoute(_ core: EncodingCore) throws -> AnyRoute {
    if let scalar = Wrapped.self as? any WireScalar.Type {
      return try scalar.makeOptionalRoute(core)
    }
    let wrapped = try core.route(for: Wrapped.self)
    if wrapped is ClassRoute, let type = wrapped.exact {
      return OptionalClassRoute(core, type: try core.optional(of: type))
    }
    return try OptionalRoute<Wrapped>(core, wrapped)
  }
}
