/// The route of a type that has a type of its own in archives.
final class NativeRoute<T: NativeValue>: Route<T> {
  private let type: TypePlan
  private let plain: ValueRoute<T>

  init(_ core: EncodingCore) throws {
    type = try core.assembler.values.tables.types.plan(of: T.wireType)
    plain = ValueRoute(core)
    super.init(core, exact: nil)
  }

  override var guess: Int {
    get throws { core.assembler.values.tables.types.guess(of: type).number }
  }

  override func encode(_ value: T, in spot: Spot) throws -> Encoded {
    guard let wire = value.wireValue else { return try plain.write(value, in: spot) }
    switch (type.code, wire) {
    case (.date, .date(let seconds)):
      spot.frame.buffer.write(littleEndian: seconds.bitPattern)
    case (.uuid, .uuid(let bits)):
      spot.frame.buffer.write(littleEndian: bits.byteSwapped)
    case (.string, .string(let text)):
      spot.frame.buffer.write(string: text)
    case (.bytes, .bytes(let bytes)):
      spot.frame.buffer.write(number: bytes.count)
      spot.frame.buffer.write(contentsOf: bytes)
    default:
      var writer = ValueWriter()
      let plan = try writer.tables.types.plan(of: type.descriptor)
      try writer.write(wire, plan, at: ValueWriter.Place())
      spot.frame.buffer.write(contentsOf: writer.output.bytes)
    }
    return Encoded(type: type.number)
  }
}
