/// Encodes optionals.
///
/// Spec §3.3.
final class OptionalEncoder<Wrapped: Encodable>: TypeEncoder<Wrapped?> {
  private let wrapped: TypeEncoder<Wrapped>
  /// Whether the values are references, which have a nil of their own.
  private let isReference: Bool

  init(_ graph: GraphEncoder, _ wrapped: TypeEncoder<Wrapped>) throws {
    self.wrapped = wrapped
    isReference = wrapped.exact.map { graph.type($0).code == .ref } ?? false
    super.init(exact: try wrapped.exact.map { type throws in try graph.optional(of: type) })
  }

  override func knownType(_ graph: GraphEncoder) throws -> Int {
    try exact ?? graph.optional(of: wrapped.knownType(graph))
  }

  override func encode(_ value: Wrapped?, in context: ValueContext) throws -> Encoded {
    guard let value else {
      context.buffer.write(byte: 0)
      return Encoded(type: try exact ?? knownType(context.graph))
    }
    if isReference, let exact {
      _ = try wrapped.encode(value, in: context)
      return Encoded(type: exact)
    }
    let start = context.buffer.count
    context.buffer.write(byte: 1)
    let encoded = try wrapped.encode(value, in: context.inner)
    if let exact { return Encoded(type: exact) }
    if context.graph.type(encoded.type).code == .ref { context.buffer.remove(1, at: start) }
    return Encoded(type: try context.graph.optional(of: encoded.type))
  }
}

extension Optional: TypeEncoderMaking where Wrapped: Encodable {
  static func makeTypeEncoder(_ graph: GraphEncoder) throws -> TypeEncoder<Self> {
    if let scalar = Wrapped.self as? any WireScalar.Type {
      // Safe: it is made for optionals of the type.
      return unsafe unsafeDowncast(try scalar.makeOptionalEncoder(graph), to: TypeEncoder.self)
    }
    let wrapped = try graph.encoder(of: Wrapped.self)
    if wrapped is ReferenceEncoder<Wrapped>, let type = wrapped.exact {
      return OptionalReferenceEncoder(type: try graph.optional(of: type))
    }
    return try OptionalEncoder(graph, wrapped)
  }
}

/// Encodes arrays.
///
/// Spec §3.5.
final class ArrayEncoder<Element: Encodable>: TypeEncoder<[Element]> {
  private let encoder: TypeEncoder<Element>
  private let observed = ObservedType(ObservedLevel(name: "element"))
  /// Whether the elements follow the count as they are.
  private let isPlain: Bool

  init(_ graph: GraphEncoder) throws {
    encoder = try graph.encoder(of: Element.self)
    let exact = try encoder.exact.map { type throws in try graph.list(of: type) }
    isPlain = exact.map { graph.type($0).operation != .packedList } ?? false
    super.init(exact: exact)
  }

  override func knownType(_ graph: GraphEncoder) throws -> Int {
    try exact ?? graph.list(of: encoder.knownType(graph))
  }

  override func encode(_ list: [Element], in context: ValueContext) throws -> Encoded {
    guard !list.isEmpty else {
      context.buffer.write(byte: 0)
      return Encoded(type: try knownType(context.graph))
    }
    let inner = try context.cell.open(observed, at: context)
    if isPlain { inner.buffer.write(number: list.count) }
    inner.beginElements(.list)
    do {
      // Safe: the elements stand there until the closure returns. They are lent: an array would copy each of them.
      try unsafe list.withUnsafeBufferPointer { list in
        guard var element = list.baseAddress else { return }
        for index in 0..<list.count {
          if isPlain {
            inner.state.current = index
            let context = ValueContext(cell: inner, depth: inner.state.depth &+ 1)
            _ = try unsafe withValue(at: element) { try encoder.encode($0, in: context) }
          } else {
            try unsafe withValue(at: element) { try inner.putElement($0, encoder) }
          }
          unsafe element += 1
        }
      }
    } catch {
      inner.cancel()
      throw error
    }
    guard isPlain, let exact else { return try inner.finish() }
    inner.end()
    return Encoded(type: exact)
  }
}

extension Array: TypeEncoderMaking where Element: Encodable {
  static func makeTypeEncoder(_ graph: GraphEncoder) throws -> TypeEncoder<Self> {
    let made: AnyTypeEncoder =
      if let scalar = Element.self as? any WireScalar.Type {
        try scalar.makeListEncoder(graph)
      } else if let packed = try graph.options.makePackedListEncoder(Element.self, graph) {
        packed
      } else {
        try ArrayEncoder<Element>(graph)
      }
    // Safe: each of them is made for lists of the element.
    return unsafe unsafeDowncast(made, to: TypeEncoder.self)
  }
}

/// Encodes sets.
///
/// Spec §3.6.
final class SetEncoder<Element: Encodable & Hashable>: TypeEncoder<Set<Element>> {
  private let element: TypeEncoder<Element>
  private let isDistinct: Bool
  private let observed = ObservedType(ObservedLevel(name: "element"))

  init(_ graph: GraphEncoder) throws {
    element = try graph.encoder(of: Element.self)
    isDistinct = (Element.self as? any WireScalar.Type)?.isDistinct == true
    super.init(exact: try element.exact.map { type throws in try graph.compose(.set, type) })
  }

  override func knownType(_ graph: GraphEncoder) throws -> Int {
    try exact ?? graph.compose(.set, element.knownType(graph))
  }

  override func encode(_ set: Set<Element>, in context: ValueContext) throws -> Encoded {
    guard !set.isEmpty else {
      context.buffer.write(byte: 0)
      return Encoded(type: try knownType(context.graph))
    }
    return try context.cell.write(observed, at: context) { inner in
      inner.beginElements(.set)
      inner.state.elements.areDistinct = isDistinct
      if let ordered = context.graph.ordered(set, by: \.self) {
        for item in ordered { try inner.putElement(item, element) }
      } else {
        for item in set { try inner.putElement(item, element) }
      }
    }
  }
}

extension Set: TypeEncoderMaking where Element: Encodable {
  static func makeTypeEncoder(_ graph: GraphEncoder) throws -> TypeEncoder<Self> {
    try SetEncoder(graph)
  }
}

/// Encodes dictionaries.
///
/// Spec §3.6.
final class DictionaryEncoder<Key: Encodable & Hashable, Item: Encodable>: TypeEncoder<[Key: Item]>
{
  private let key: TypeEncoder<Key>
  private let value: TypeEncoder<Item>
  private let isDistinct: Bool
  private let observed = ObservedType(ObservedLevel(name: "element"))

  init(_ graph: GraphEncoder) throws {
    key = try graph.encoder(of: Key.self)
    value = try graph.encoder(of: Item.self)
    isDistinct = (Key.self as? any WireScalar.Type)?.isDistinct == true
    var exact: Int?
    if let key = key.exact, let value = value.exact { exact = try graph.compose(.map, key, value) }
    super.init(exact: exact)
  }

  override func knownType(_ graph: GraphEncoder) throws -> Int {
    try exact ?? graph.compose(.map, key.knownType(graph), value.knownType(graph))
  }

  override func encode(_ map: [Key: Item], in context: ValueContext) throws -> Encoded {
    guard !map.isEmpty else {
      context.buffer.write(byte: 0)
      return Encoded(type: try knownType(context.graph))
    }
    return try context.cell.write(observed, at: context) { inner in
      inner.beginElements(.map)
      inner.state.elements.areDistinct = isDistinct
      if let ordered = context.graph.ordered(map, by: \.key) {
        for (itemKey, itemValue) in ordered { try put(itemKey, itemValue, in: inner) }
      } else {
        for (itemKey, itemValue) in map { try put(itemKey, itemValue, in: inner) }
      }
    }
  }

  @inline(__always)
  private func put(_ itemKey: Key, _ itemValue: Item, in cell: ValueCell) throws {
    cell.state.elements.mapKey = nil
    try cell.putElement(itemKey, key)
    cell.state.elements.mapKey = itemKey as? String
    try cell.putElement(itemValue, value)
  }
}

extension Dictionary: TypeEncoderMaking where Key: Encodable, Value: Encodable {
  static func makeTypeEncoder(_ graph: GraphEncoder) throws -> TypeEncoder<Self> {
    try DictionaryEncoder(graph)
  }
}

// An encoder learns from values in their order, and that of sets and dictionaries is another one in each process.

extension GraphEncoder {
  /// How many sets, each in an element of the one around it, are ordered.
  private static var orderingLimit: Int { 8 }

  /// The elements of a set, or the pairs of a dictionary, in an order that does not depend on hashing.
  ///
  /// They are sorted by the bytes that their keys have in archives of their own.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - key: What is hashed of an element.
  /// - Returns: The elements in order, or nil if the archive may have them in any order, or if their keys refer to objects,
  ///   which have no canonical form.
  func ordered<Elements: Collection, Key: Encodable>(
    _ elements: Elements, by key: (Elements.Element) -> Key
  ) -> [Elements.Element]? {
    guard options.ordersElements, elements.count > 1, !(Key.self is AnyClass) else { return nil }
    return orderedByBytes(elements, by: key)
  }

  @inline(never)
  private func orderedByBytes<Elements: Collection, Key: Encodable>(
    _ elements: Elements, by key: (Elements.Element) -> Key
  ) -> [Elements.Element]? {
    var keyed: [(bytes: [UInt8], element: Elements.Element)] = []
    keyed.reserveCapacity(elements.count)
    for element in elements {
      guard let bytes = orderingBytes(of: key(element)) else { return nil }
      keyed.append((bytes, element))
    }
    keyed.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    return keyed.map(\.element)
  }

  /// Bytes by which a value is put in its place, or nil if the value cannot be encoded by itself.
  private func orderingBytes<Key: Encodable>(of key: Key) -> [UInt8]? {
    if let scalar = key as? any WireScalar { return scalarBytes(of: scalar) }
    if let scalar = (key as? any RawRepresentable)?.rawValue as? any WireScalar {
      return scalarBytes(of: scalar)
    }
    guard options.orderingDepth < Self.orderingLimit else { return nil }
    var options = options
    options.orderingDepth += 1
    options.metadata = nil
    guard let graph = try? GraphEncoder(options) else { return nil }
    // An error of the program will be thrown once more, where the value is written.
    guard (try? graph.writeRoot(key, "", isReplacing: false)) != nil else { return nil }
    return try? graph.finish()
  }

  private func scalarBytes(of scalar: some WireScalar) -> [UInt8] {
    let output = OutputOwner()
    scalar.write(to: output.buffer)
    return Array(output.buffer.bytes())
  }
}
