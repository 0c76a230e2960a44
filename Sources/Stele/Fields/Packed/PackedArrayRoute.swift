/// The route of an array of plain structs.
///
/// Spec §3.5.
final class PackedArrayRoute<Element: PackedStruct>: Route<[Element]> {
  private let layout: PackedLayout?
  private let element: Route<Element>
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
      return try plain.encode(value, in: spot)
    }
    let core = spot.frame.core
    let buffer = spot.frame.buffer
    let start = buffer.count
    var frame = try core.takeFrame(spot, shape)
    frame.beginElements(.list, guesses: (core.unknownType, core.unknownType))
    // The first element says which entry all of them have.
    let encoded = try element.encode(first, in: frame.elementSpot)
    core.giveBack(&frame)
    let header = try layout.header(
      of: buffer.takeTail(from: start), entry: encoded.entry, &core.assembler.values.tables)
    guard let header else { return try plain.encode(value, in: spot) }
    buffer.writer.write(number: value.count)
    buffer.writer.write(contentsOf: header)
    // Safe: the layout says that all bytes of the elements belong to their properties.
    unsafe value.withUnsafeBytes { unsafe buffer.writer.write(contentsOf: $0) }
    return Encoded(type: try core.list(of: encoded.type))
  }
}

extension PackedStruct {
  /// The route of arrays of the type.
  static func arrayRoute(_ core: EncodingCore) throws -> AnyRoute {
    try PackedArrayRoute<Self>(core)
  }
}
