/// The route of an array.
///
/// Spec §3.5.
final class ArrayRoute<Element: Encodable>: Route<[Element]> {
  private let element: Route<Element>
  private let shape = ValueShape(LevelShape(name: "element"))

  init(_ core: EncodingCore) throws {
    element = try core.route(for: Element.self)
    super.init(core, exact: try element.exact.map { type throws in try core.list(of: type) })
  }

  override var guess: Int {
    get throws { try exact ?? core.list(of: element.guess) }
  }

  override func encode(_ value: [Element], in spot: Spot) throws -> Encoded {
    let core = spot.frame.core
    guard !value.isEmpty else {
      spot.frame.buffer.writer.write(byte: 0)
      return Encoded(type: try guess)
    }
    if let exact, core.type(exact).packed == nil {
      spot.frame.buffer.writer.write(number: value.count)
      var frame = try core.takeFrame(spot, shape)
      defer { core.giveBack(&frame) }
      frame.mode = .list
      for index in value.indices {
        frame.current = (0, index)
        _ = try element.encode(value[index], in: Spot(frame: frame, depth: spot.depth + 1))
      }
      return Encoded(type: exact)
    }
    var frame = try core.takeFrame(spot, shape)
    defer { core.giveBack(&frame) }
    frame.beginElements(.list, guesses: (core.unknownType, core.unknownType))
    for item in value {
      let start = frame.buffer.count
      frame.noteElement(try element.encode(item, in: frame.elementSpot), start: start)
    }
    return try frame.finish()
  }
}

/// The route of an array of scalars.
final class ScalarArrayRoute<Element: WireScalar>: Route<[Element]> {
  private let type: Int

  init(_ core: EncodingCore) throws {
    type = try core.list(of: Element.typeCode.planNumber)
    super.init(core, exact: type)
  }

  override func encode(_ value: [Element], in spot: Spot) -> Encoded {
    spot.frame.buffer.writer.write(number: value.count)
    if !value.isEmpty { Element.write(list: value, to: &spot.frame.buffer.writer) }
    return Encoded(type: type)
  }
}

extension Array: RouteMaking where Element: Encodable {
  static func makeRoute(_ core: EncodingCore) throws -> AnyRoute {
    if let scalar = Element.self as? any WireScalar.Type { return try scalar.arrayRoute(core) }
    if let packed = Element.self as? any PackedStruct.Type { return try packed.arrayRoute(core) }
    return try ArrayRoute<Element>(core)
  }
}

extension WireScalar {
  fileprivate static func arrayRoute(_ core: EncodingCore) throws -> AnyRoute {
    try ScalarArrayRoute<Self>(core)
  }
}
