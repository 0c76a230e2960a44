/// What is known of a value type of the program, or of an anonymous container when there is no declaration.
// Safe: exclusivity need not be checked, as one thread uses it, and no other code runs while a property is changed.
final class ValueType {
  /// The declaration, if there is one.
  let declaration: TypeDeclaration?
  private var keys: [Int: [ObjectIdentifier: LevelKeys]] = [:]
  @safe @exclusivity(unchecked) private var last: (number: Int, body: ReadingBody, keys: LevelKeys)?

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
    // Keys that are in use stay.
    if let last { self.keys[last.number, default: [:]][ObjectIdentifier(last.body)] = last.keys }
    last = (number, body, keys)
    return keys
  }

  /// Lets go of the body of last time.
  func forget() { last = nil }
}

/// Reads values of types that say themselves, in `init(from:)`, how they are decoded.
class CodableReader<Value: Decodable>: TypeReader<Value> {
  /// What is known of the type.
  final let type: ValueType
  /// A decoder that is not in use.
  @safe @exclusivity(unchecked) final var idle: ValueDecoder?

  init(in graph: GraphDecoder) throws {
    type = ValueType(try graph.directory.declaration(of: Value.self))
  }

  /// Runs the initialiser.
  func make(_ decoder: ValueDecoder) throws -> Value { try Value(from: decoder) }

  override func forget() {
    type.forget()
    idle = nil
  }

  override func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> Value {
    let graph = site.decoder.graph
    try graph.enter(site)
    var decoder = idle.take() ?? graph.takeDecoder(for: .value)
    defer { putBack(&decoder, graph) }
    return try read(plan, &input, at: site, with: decoder)
  }

  /// Ends the use of a decoder, and that of the initialiser.
  final func putBack(_ decoder: inout ValueDecoder, _ graph: GraphDecoder) {
    if graph.retire(&decoder), !graph.isFinished { idle = decoder }
    graph.leave()
  }

  /// Reads a value with a decoder.
  final func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site, with decoder: ValueDecoder
  ) throws -> Value {
    decoder.begin(plan, input, type, at: site)
    let value: Value
    do {
      value = try make(decoder)
    } catch  where decoder.hasAskedForCases {
      throw decoder.failureOfUnknownCase() ?? error
    }
    try input.move(to: try decoder.finish())
    return value
  }

  override func readElements(
    _ list: OpenList, _ input: inout CheckedBytes, at site: Site
  ) throws -> [Value] {
    let graph = site.decoder.graph
    guard list.count > 0 else { return [] }
    guard list.count <= input.remaining else {
      throw ArchiveError(.countTooLarge, at: input.offset)
    }
    try graph.enter(site)
    var parent = graph.takeDecoder(at: site)
    var decoder = graph.takeDecoder(for: .value)
    defer {
      graph.give(&decoder)
      graph.give(&parent)
      graph.leave()
    }
    // Safe: there is room for as many elements as there are, and each that is made is counted.
    return try unsafe [Value](unsafeUninitializedCapacity: list.count) { elements, count in
      guard let base = elements.baseAddress else { return }
      for index in 0..<list.count {
        let site = Site(decoder: parent, step: .index(index))
        unsafe (base + index).initialize(
          to: try read(list.element, &input, at: site, with: decoder))
        count = index + 1
        if !graph.retire(&decoder) { decoder = graph.takeDecoder(for: .value) }
      }
    }
  }
}
