/// The route of a dictionary.
///
/// Spec §3.6.
final class DictionaryRoute<Key: Encodable & Hashable, Value: Encodable>: Route<[Key: Value]> {
  private let key: AnyRoute
  private let value: AnyRoute
  private let isDistinct: Bool
  private let shape = ValueShape(LevelShape(name: "element"))

  init(_ core: EncodingCore) throws {
    let key = try core.route(for: Key.self)
    let value = try core.route(for: Value.self)
    self.key = key
    self.value = value
    isDistinct = (Key.self as? any WireScalar.Type)?.isDistinct == true
    var exact: Int?
    if let key = key.exact, let value = value.exact {
      exact = try core.compose(.map, key, value)
    }
    super.init(core, exact: exact)
  }

  override var guess: Int {
    get throws { try exact ?? core.compose(.map, key.guess, value.guess) }
  }

  override func encode(_ map: [Key: Value], in spot: Spot) throws -> Encoded {
    let core = spot.frame.core
    guard !map.isEmpty else {
      spot.frame.buffer.write(byte: 0)
      return Encoded(type: try guess)
    }
    return try core.withFrame(spot, shape) { frame in
      frame.beginElements(.map, guesses: (core.unknownType, core.unknownType))
      frame.elements.areDistinct = isDistinct
      for (itemKey, itemValue) in map {
        frame.elements.mapKey = nil
        var start = frame.buffer.count
        frame.noteElement(try key.write(itemKey, in: frame.elementSpot), start: start)
        frame.elements.mapKey = itemKey as? String
        start = frame.buffer.count
        frame.noteElement(try value.write(itemValue, in: frame.elementSpot), start: start)
      }
      return try frame.finish()
    }
  }
}

extension Dictionary: RouteMaking where Key: Encodable, Value: Encodable {
  static func makeRoute(_ core: EncodingCore) throws -> AnyRoute {
    try DictionaryRoute<Key, Value>(core)
  }
}
