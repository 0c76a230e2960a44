/// The route of references to the objects of a class.
///
/// Spec §5.3.
final class ClassRoute<T: Encodable>: Route<T> {
  private let type: Int

  init(_ core: EncodingCore) throws {
    let name = try core.declaration(of: T.self).archiveClass.name
    type = try core.assembler.values.tables.types.plan(of: .reference(to: name)).number
    super.init(core, exact: type)
  }

  override func encode(_ value: T, in spot: Spot) throws -> Encoded {
    // Safe: this is the route of a class.
    let object = unsafe unsafeBitCast(value, to: AnyObject.self)
    let core = spot.frame.core
    let number = try core.number(of: object, in: spot.frame)
    core.objects.noteEdge(to: number)
    spot.frame.buffer.writer.write(varint: UInt(number))
    return Encoded(type: type)
  }
}
