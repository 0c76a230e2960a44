/// Decodes values of types that read their keys by hand.
class StructDecoder<Value: FieldDecodable>: TypeDecoder<Value> {
  private let keys: ValueKeys

  init(_ session: DecodingSession) throws {
    keys = ValueKeys(try session.directory.declaration(of: Value.self))
  }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    let depth = session.path.count
    try session.enter()
    defer { session.leave() }
    let start = input.offset
    guard let type = session.unwrap(type, &input) else {
      throw session.noValue([String: Any].self, at: start)
    }
    let body = try session.openBody(type, &input, from: start)
    var fields = FieldDecoder(
      KeyCursor(
        keys.levels(of: body, session.types), input, from: start, node: type.node, session))
    try fields.keys.migrate()
    let value = try Value(from: &fields)
    input = fields.keys.finish()
    session.path.count = depth
    return value
  }
}

extension DecodingSession {
  /// Goes to the keys of a value that has been unwrapped.
  func openBody(
    _ type: ArchivedType, _ input: inout ValidCursor, from start: Int
  ) throws -> ArchivedBody {
    switch type.operation {
    case .structure, .enumeration: return types.openBody(type, &input)
    case .map where types.first(of: type).code == .string:
      return ArchivedBody(.map, entry: 0, index: Int(type.index))
    default: throw wrongType([String: Any].self, type, at: start)
    }
  }
}
