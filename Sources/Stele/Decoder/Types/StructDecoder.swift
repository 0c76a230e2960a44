/// Decodes values of types that read their keys by hand.
class StructDecoder<Value: FieldDecodable>: TypeDecoder<Value> {
  private let keys: ValueKeys
  /// The values that objects of the archive have been read as.
  private var copies = ObjectCopies<Value>()

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
    if type.isReference { return try decodeObject(type, &input, session) }
    let body = try session.openBody(type, &input, from: start)
    var fields = FieldDecoder(
      KeyCursor(
        keys.levels(of: body, session.types), input, from: start, node: type.node, session),
      isObject: false)
    try fields.keys.migrate()
    let value = try Value(from: &fields)
    input = try fields.keys.finish()
    session.path.count = depth
    return value
  }

  override func close() { copies = ObjectCopies() }

  /// Decodes an object of the archive.
  @inline(never)
  private func decodeObject(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    if let known = try copies.value(of: type, &input, session) { return known }
    let depth = session.path.count
    let mark = session.copies.mark
    defer { session.copies.end(mark) }
    let copy = try session.beginCopy(type, &input, as: Value.self)
    var fields = FieldDecoder(
      KeyCursor(keys.levels(ofRecord: copy.entry, session), copy.content, session),
      isObject: false)
    try fields.keys.migrate()
    let value = try Value(from: &fields)
    try fields.keys.completeRecord()
    copies.keep(value, of: copy.number, since: mark, session)
    session.path.count = depth
    return value
  }

  /// Decodes the elements of a list; all of a uniform one have the same keys, which are looked up once.
  override func decodeElements(
    _ list: OpenList, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> [Value] {
    guard list.element.form == .uniform, list.element.operation == .structure else {
      return try super.decodeElements(list, &input, session)
    }
    let path = session.path
    let depth = path.count
    path.put(.index(0), at: depth)
    try session.enter()
    defer { session.leave() }
    var reader = input
    let body = session.types.openBody(list.element, &reader)
    // An element without keys takes a byte, in front of its keys.
    let headByteCount = reader.offset - input.offset
    let (levels, node) = (keys.levels(of: body, session.types), list.element.node)
    reader = input
    // Safe: the buffer has room for as many elements as the loop makes, and their number is noted one by one, so that those
    // before one that fails are let go of.
    let elements = try unsafe [Value](unsafeUninitializedCapacity: list.count) {
      elements, initializedCount in
      for index in 0..<list.count {
        path.put(.index(index), at: depth)
        let start = reader.offset
        reader.skip(headByteCount)
        var fields = FieldDecoder(
          KeyCursor(levels, reader, from: start, node: node, session), isObject: false)
        try fields.keys.migrate()
        unsafe elements.initializeElement(at: index, to: try Value(from: &fields))
        initializedCount = index + 1
        reader = try fields.keys.finish()
      }
    }
    input = reader
    path.count = depth
    return elements
  }
}

extension DecodingSession {
  /// Goes to the keys of a value that has been unwrapped.
  func openBody(
    _ type: ArchivedType, _ input: inout ValidCursor, from start: Int
  ) throws -> ArchivedBody {
    switch type.operation {
    case .structure, .enumeration: return types.openBody(type, &input)
    case .map where types.hasNames(type):
      return ArchivedBody(.map, entry: 0, index: Int(type.index))
    default: throw wrongType([String: Any].self, type, at: start)
    }
  }

  /// Whether a value has keys, as a struct, an enum and a map with string keys have.
  func hasKeys(_ value: KeyCursor.Whole) -> Bool {
    var input = value.input
    guard let type = unwrap(value.type, &input) else { return false }
    switch type.operation {
    case .structure, .enumeration: return true
    case .map: return types.hasNames(type)
    default: return false
    }
  }
}
