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
    if type.isReference || type.isWrapped { return try decodeWrapped(type, &input, session) }
    return try decodeOnce(type, &input, session)
  }

  /// Decodes a value, even of an object that has been decoded before.
  private func decodeOnce(
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
    if makesObjects, open.isUntouched, type.code != .struct {
      throw session.wrongType(Value.self, type, at: input.offset)
    }
    input = try open.finish()
    session.path.count = depth
    return value
  }

  /// Decodes a value of a type that may lead to an object of the archive.
  @inline(never)
  private func decodeWrapped(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    var reader = input
    guard let inner = session.unwrap(type, &reader), inner.isReference else {
      return try decodeOnce(type, &input, session)
    }
    return try decodeObject(type, &input, inner, at: reader, session)
  }

  /// Decodes an object of the archive, unless that has been done for another reference.
  @inline(never)
  private func decodeObject(
    _ type: ArchivedType, _ input: inout ValidCursor, _ reference: ArchivedType,
    at start: ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    var reader = start
    if let known = try copies.value(of: reference, &reader, session) {
      input = reader
      return known
    }
    let mark = session.copies.mark
    defer { session.copies.end(mark) }
    let value = try decodeOnce(type, &input, session)
    reader = start
    let number = reader.readNumber()
    if session.copies.hasBegun(number, since: mark) {
      copies.keep(value, of: number, since: mark, session)
    }
    return value
  }
}
