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

  override func encode(_ value: Wrapped?, in spot: Spot) throws -> Encoded {
    guard let value else {
      spot.buffer.write(byte: 0)
      return Encoded(type: try exact ?? knownType(spot.graph))
    }
    if isReference, let exact {
      _ = try wrapped.encode(value, in: spot)
      return Encoded(type: exact)
    }
    let start = spot.buffer.count
    spot.buffer.write(byte: 1)
    let encoded = try wrapped.encode(value, in: spot.inner)
    if let exact { return Encoded(type: exact) }
    if spot.graph.type(encoded.type).code == .ref { spot.buffer.remove(1, at: start) }
    return Encoded(type: try spot.graph.optional(of: encoded.type))
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
  private let observed = ObservedType(ObservedKeys(name: "element"))
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

  override func encode(_ list: [Element], in spot: Spot) throws -> Encoded {
    guard !list.isEmpty else {
      spot.buffer.write(byte: 0)
      return Encoded(type: try knownType(spot.graph))
    }
    let inner = try spot.cell.open(observed, at: spot)
    if isPlain { inner.buffer.write(number: list.count) }
    inner.beginElements(.list)
    do {
      // Safe: the elements stand there until the closure returns. They are lent: an array would copy each of them.
      try unsafe list.withUnsafeBufferPointer { list in
        guard var element = list.baseAddress else { return }
        for index in 0..<list.count {
          if isPlain {
            inner.state.current = index
            let spot = Spot(cell: inner, depth: inner.state.depth &+ 1)
            _ = try unsafe withValue(at: element) { try encoder.encode($0, in: spot) }
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
  private let observed = ObservedType(ObservedKeys(name: "element"))

  init(_ graph: GraphEncoder) throws {
    element = try graph.encoder(of: Element.self)
    isDistinct = (Element.self as? any WireScalar.Type)?.isDistinct == true
    super.init(exact: try element.exact.map { type throws in try graph.compose(.set, type) })
  }

  override func knownType(_ graph: GraphEncoder) throws -> Int {
    try exact ?? graph.compose(.set, element.knownType(graph))
  }

  override func encode(_ set: Set<Element>, in spot: Spot) throws -> Encoded {
    guard !set.isEmpty else {
      spot.buffer.write(byte: 0)
      return Encoded(type: try knownType(spot.graph))
    }
    return try spot.cell.write(observed, at: spot) { inner in
      inner.beginElements(.set)
      inner.state.elements.areDistinct = isDistinct
      if let ordered = spot.graph.ordered(set, by: \.self) {
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
  private let observed = ObservedType(ObservedKeys(name: "element"))

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

  override func encode(_ map: [Key: Item], in spot: Spot) throws -> Encoded {
    guard !map.isEmpty else {
      spot.buffer.write(byte: 0)
      return Encoded(type: try knownType(spot.graph))
    }
    return try spot.cell.write(observed, at: spot) { inner in
      inner.beginElements(.map)
      inner.state.elements.areDistinct = isDistinct
      if let ordered = spot.graph.ordered(map, by: \.key) {
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
