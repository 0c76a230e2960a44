/// The route of an array of plain structs.
///
/// Spec §3.5.
final class PackedArrayRoute<Element: PackedStruct>: Route<[Element]> {
  private let layout: PackedLayout?
  private let element: AnyRoute
  private let plain: ArrayRoute<Element>
  private let shape = ValueShape(LevelShape(name: "element"))

  init(_ core: EncodingCore) throws {
    layout = PackedLayout(of: Element.self)
    element = try core.route(for: Element.self)
    plain = try ArrayRoute(core)
    super.init(core, exact: nil)
  }

  override var guess: Int {
    get throws { try plain.guess }
  }

  override func encode(_ value: [Element], in spot: Spot) throws -> Encoded {
    guard let layout, let first = value.first, element is FieldRoute<Element> else {
      return try plain.write(value, in: spot)
    }
    let core = spot.frame.core
    let buffer = spot.run.buffer
    let start = buffer.count
    let encoded = try core.withFrame(spot, shape) { frame in
      frame.beginElements(.list, guesses: (core.unknownType, core.unknownType))
      // The first element says which entry all of them have.
      return try element.write(first, in: frame.elementSpot)
    }
    let header = try layout.header(
      of: buffer.takeTail(from: start), entry: encoded.entry, &core.assembler.values.tables)
    guard let header else { return try plain.write(value, in: spot) }
    buffer.write(number: value.count)
    buffer.write(contentsOf: header)
    // The layout says that all bytes of the elements belong to their properties.
    buffer.write(packed: value, isDeferrable: spot.run.isDeferrable)
    return Encoded(type: try core.list(of: encoded.type))
  }
}

extension PackedStruct {
  /// The route of arrays of the type.
  static func arrayRoute(_ core: EncodingCore) throws -> AnyRoute {
    try PackedArrayRoute<Self>(core)
  }
}
