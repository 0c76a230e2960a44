/// Decodes values of types that say themselves, in `init(from:)`, how they are decoded.
final class CodableDecoder<Value: Decodable>: TypeDecoder<Value> {
  private let keys: ValueKeys
  /// Whether the values are objects of a class, which are values in the archive.
  private let makesObjects: Bool
  /// The state of the last value, for the next one.
  private var idle: DecodingValue?
  /// The values that objects of the archive have been read as.
  private var copies = ObjectCopies<Value>()

  init(_ session: DecodingSession, makesObjects: Bool = false) throws {
    keys = ValueKeys(try session.directory.declaration(of: Value.self))
    self.makesObjects = makesObjects
  }

  override func close() {
    idle?.close()
    idle = nil
    copies = ObjectCopies()
  }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    if type.isReference, let known = try copies.value(of: type, &input, session) { return known }
    let depth = session.path.count
    // Other values are no objects.
    let mark = type.isReference || type.isWrapped ? session.copies.mark : nil
    try session.enter()
    let open = idle.take() ?? DecodingValue(session, isReused: true)
    open.begin(type, input, keys)
    defer {
      session.leave()
      if let mark { session.copies.end(mark) }
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
    if makesObjects, open.isUntouched, type.code != .struct {
      throw session.wrongType(Value.self, type, at: input.offset)
    }
    if let mark, open.isCopy { keep(value, type, input, since: mark, session) }
    input = try open.finish()
    session.path.count = depth
    return value
  }

  @inline(never)
  private func keep(
    _ value: Value, _ type: ArchivedType, _ input: ValidCursor, since mark: CopyCounter.Mark,
    _ session: DecodingSession
  ) {
    var reader = input
    guard type.isReference else { return }
    copies.keep(value, of: reader.readNumber(), since: mark, session)
  }
}
