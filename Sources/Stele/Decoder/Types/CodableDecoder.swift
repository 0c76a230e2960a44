/// Decodes values of types that say themselves, in `init(from:)`, how they are decoded.
final class CodableDecoder<Value: Decodable>: TypeDecoder<Value> {
  private let keys: ValueKeys
  /// The state of the last value, for the next one.
  private var idle: DecodingValue?

  init(_ session: DecodingSession) throws {
    keys = ValueKeys(try session.directory.declaration(of: Value.self))
  }

  override func close() {
    idle?.close()
    idle = nil
  }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    let depth = session.path.count
    try session.enter()
    let open = idle.take() ?? DecodingValue(session, isReused: true)
    open.begin(type, input, keys)
    defer {
      session.leave()
      if open.end() {
        // Values of the type that stand in each other have one each.
        if idle == nil, !session.isClosed { idle = open } else { open.close() }
      }
    }
    let value: Value
    do {
      value = try Value(from: open.handle)
    } catch {
      throw open.failureOfUnknownCase(instead: error)
    }
    input = open.finish()
    session.path.count = depth
    return value
  }
}
