/// What is known of a value type of the program, or of an anonymous container when there is no declaration.
final class ValueType {
  /// The declaration, if there is one.
  let declaration: TypeDeclaration?
  private var keys: [Int: [ObjectIdentifier: LevelKeys]] = [:]
  private var last: (body: ReadingBody, keys: LevelKeys)?

  init(_ declaration: TypeDeclaration?) {
    self.declaration = declaration
  }

  /// How the names of the program lead to those of a body.
  func keys(of body: ReadingBody, entry number: Int, in graph: GraphDecoder) -> LevelKeys {
    if let last, last.body === body { return last.keys }
    // Names and places are the same whether lists say the entries of the values or not.
    let body = body.original ?? body
    if let last, last.body === body { return last.keys }
    let identity = ObjectIdentifier(body)
    let keys =
      self.keys[number]?[identity]
      ?? LevelKeys(
        body, range: 0..<body.slots.count, entry: graph.store.context.classes[number],
        declaration: declaration)
    self.keys[number, default: [:]][identity] = keys
    last = (body, keys)
    return keys
  }

  /// Lets go of the body of last time.
  func forget() { last = nil }
}

/// Reads values of types that say themselves, in `init(from:)`, how they are decoded.
class CodableReader<Value: Decodable>: TypeReader<Value> {
  private let type: ValueType

  init(in graph: GraphDecoder) throws {
    type = ValueType(try graph.directory.declaration(of: Value.self))
  }

  /// Runs the initialiser.
  func make(_ decoder: ValueDecoder) throws -> Value { try Value(from: decoder) }

  override func forget() { type.forget() }

  override func read(
    _ plan: ReadingPlan, _ input: inout ByteReader, at site: Site
  ) throws -> Value {
    let graph = site.decoder.graph
    var decoder = try graph.takeDecoder(plan, input, type, at: site)
    defer {
      graph.give(&decoder)
      graph.leave()
    }
    let value: Value
    do {
      value = try make(decoder)
    } catch  where decoder.hasAskedForCases {
      throw decoder.failureOfUnknownCase() ?? error
    }
    try input.move(to: try decoder.finish())
    return value
  }
}

/// Reads values of types that read their keys by hand.
final class FieldReader<Value: FieldCodable>: CodableReader<Value> {
  override func make(_ decoder: ValueDecoder) throws -> Value {
    var fields = try FieldDecoder(decoder)
    return try Value(from: &fields)
  }
}
