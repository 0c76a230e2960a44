/// The route of a set.
///
/// Spec §3.6.
final class SetRoute<Element: Encodable & Hashable>: Route<Set<Element>> {
  private let element: AnyRoute
  private let isDistinct: Bool
  private let shape = ValueShape(LevelShape(name: "element"))

  init(_ core: EncodingCore) throws {
    element = try core.route(for: Element.self)
    isDistinct = (Element.self as? any WireScalar.Type)?.isDistinct == true
    super.init(
      core, exact: try element.exact.map { type throws in try core.compose(.set, type) })
  }

  override var guess: Int {
    get throws { try exact ?? core.compose(.set, element.guess) }
  }

  override func encode(_ value: Set<Element>, in spot: Spot) throws -> Encoded {
    let core = spot.frame.core
    guard !value.isEmpty else {
      spot.frame.buffer.write(byte: 0)
      return Encoded(type: try guess)
    }
    return try core.withFrame(spot, shape) { frame in
      frame.beginElements(.set, guesses: (core.unknownType, core.unknownType))
      frame.elements.areDistinct = isDistinct
      for item in value {
        let start = frame.buffer.count
        frame.noteElement(try element.write(item, in: frame.elementSpot), start: start)
      }
      return try frame.finish()
    }
  }
}

extension Set: RouteMaking where Element: Encodable {
  static func makeRoute(_ core: EncodingCore) throws -> AnyRoute { try SetRoute<Element>(core) }
}
