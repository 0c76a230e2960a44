/// The encoder of optionals.
///
/// Spec §3.3.
final class OptionalEncoder<Wrapped: Encodable>: TypeEncoder<Wrapped?> {
  private let wrapped: TypeEncoder<Wrapped>
  /// Whether the values are references, which have their own nil.
  private let isReference: Bool

  init(_ session: EncodingSession, _ wrapped: TypeEncoder<Wrapped>) throws {
    self.wrapped = wrapped
    isReference = wrapped.exact.map { session.type($0).code == .ref } ?? false
    super.init(exact: try wrapped.exact.map { type throws in try session.optional(of: type) })
  }

  override func knownType(_ types: inout ClassTableWriter) throws -> Int {
    try exact ?? types.index(of: .optional, wrapped.knownType(&types))
  }

  override func encode(_ value: Wrapped?, in context: ValueContext) throws -> Encoded {
    guard let value else {
      context.buffer.write(byte: 0)
      return Encoded(type: try exact ?? context.session.knownType(of: self))
    }
    if isReference, let exact {
      _ = try wrapped.encode(value, in: context)
      return Encoded(type: exact)
    }
    let start = context.buffer.count
    context.buffer.write(byte: 1)
    let encoded = try wrapped.encode(value, in: context.inner)
    if let exact { return Encoded(type: exact) }
    if context.session.type(encoded.type).code == .ref { context.buffer.remove(1, at: start) }
    return Encoded(type: try context.session.optional(of: encoded.type))
  }
}

extension Optional: TypeEncoderMaking where Wrapped: Encodable {
  static func makeTypeEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    if let scalar = Wrapped.self as? any WireScalar.Type {
      return try scalar.makeOptionalEncoder(session)
    }
    let wrapped = try session.encoder(of: Wrapped.self)
    if wrapped.role == .reference, let type = wrapped.exact {
      return OptionalReferenceEncoder<Wrapped>(
        exact: try session.optional(of: type), role: .optionalReference)
    }
    return try OptionalEncoder<Wrapped>(session, wrapped)
  }
}

/// The encoder of arrays.
///
/// Spec §3.5.
class ArrayEncoder<Element: Encodable>: TypeEncoder<[Element]> {
  final let encoder: TypeEncoder<Element>
  final let observed = ObservedType(named: "element")
  /// Whether the bytes of the elements follow the count.
  private final let isPlain: Bool

  init(_ session: EncodingSession) throws {
    encoder = try session.encoder(of: Element.self)
    let exact = try encoder.exact.map { type throws in try session.list(of: type) }
    isPlain = exact.map { session.type($0).operation != .packedList } ?? false
    super.init(exact: exact)
  }

  override func knownType(_ types: inout ClassTableWriter) throws -> Int {
    try exact ?? types.index(of: .list, encoder.knownType(&types))
  }

  override func reset() { observed.reset() }

  override func encode(_ list: [Element], in context: ValueContext) throws -> Encoded {
    guard !list.isEmpty else {
      context.buffer.write(byte: 0)
      return Encoded(type: try context.session.knownType(of: self))
    }
    let inner = try context.cell.open(observed, in: context)
    if isPlain { inner.buffer.write(number: list.count) }
    inner.beginElements(.list)
    do {
      // Safe: the elements stay there until the closure returns. They are lent: an array would copy each of them.
      try unsafe list.withUnsafeBufferPointer { list in
        guard var element = list.baseAddress else { return }
        for index in 0..<list.count {
          if isPlain {
            inner.state.current = index
            let place = ValueContext(cell: inner, depth: inner.state.depth &+ 1)
            _ = try unsafe withValue(at: element) { try encoder.encode($0, in: place) }
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
  static func makeTypeEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    try session.options.factory.makeListEncoder(of: Element.self, session)
  }
}

/// The encoder of sets.
///
/// Spec §3.6.
final class SetEncoder<Element: Encodable & Hashable>: TypeEncoder<Set<Element>> {
  private let element: TypeEncoder<Element>
  private let isDistinct: Bool
  private let observed = ObservedType(named: "element")

  init(_ session: EncodingSession) throws {
    element = try session.encoder(of: Element.self)
    isDistinct = (Element.self as? any WireScalar.Type)?.isDistinct == true
    super.init(
      exact: try element.exact.map { type throws in try session.tables.index(of: .set, type) })
  }

  override func knownType(_ types: inout ClassTableWriter) throws -> Int {
    try exact ?? types.index(of: .set, element.knownType(&types))
  }

  override func reset() { observed.reset() }

  override func encode(_ set: Set<Element>, in context: ValueContext) throws -> Encoded {
    guard !set.isEmpty else {
      context.buffer.write(byte: 0)
      return Encoded(type: try context.session.knownType(of: self))
    }
    return try context.cell.write(observed, in: context) { inner in
      inner.beginElements(.set)
      inner.state.elements.areDistinct = isDistinct
      if let ordered = context.cell.ordered(set, by: \.self) {
        for item in ordered { try inner.putElement(item, element) }
      } else {
        for item in set { try inner.putElement(item, element) }
      }
    }
  }
}

extension Set: TypeEncoderMaking where Element: Encodable {
  static func makeTypeEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    try SetEncoder<Element>(session)
  }
}

/// The encoder of dictionaries.
///
/// Spec §3.6.
final class DictionaryEncoder<Key: Encodable & Hashable, Item: Encodable>: TypeEncoder<[Key: Item]>
{
  private let key: TypeEncoder<Key>
  private let value: TypeEncoder<Item>
  private let isDistinct: Bool
  private let observed = ObservedType(named: "element")

  init(_ session: EncodingSession) throws {
    key = try session.encoder(of: Key.self)
    value = try session.encoder(of: Item.self)
    isDistinct = (Key.self as? any WireScalar.Type)?.isDistinct == true
    var exact: Int?
    if let key = key.exact, let value = value.exact {
      exact = try session.tables.index(of: .map, key, value)
    }
    super.init(exact: exact)
  }

  override func knownType(_ types: inout ClassTableWriter) throws -> Int {
    try exact ?? types.index(of: .map, key.knownType(&types), value.knownType(&types))
  }

  override func reset() { observed.reset() }

  override func encode(_ map: [Key: Item], in context: ValueContext) throws -> Encoded {
    guard !map.isEmpty else {
      context.buffer.write(byte: 0)
      return Encoded(type: try context.session.knownType(of: self))
    }
    return try context.cell.write(observed, in: context) { inner in
      inner.beginElements(.map)
      inner.state.elements.areDistinct = isDistinct
      if let ordered = context.cell.ordered(map, by: \.key) {
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
  static func makeTypeEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    try DictionaryEncoder<Key, Value>(session)
  }
}

// MARK: Order of elements

// The observed schema depends on the order of values, and the order in sets and dictionaries differs from process to process.

extension ValueCell {
  /// Returns the elements of a set, or the pairs of a dictionary, in an order that does not depend on hashing.
  ///
  /// They are sorted by their keys, the hashed parts of elements: by the bytes of these in separate archives. The order of the
  /// canonical form is made later, from the bytes of the whole archive; see `Transcoder`.
  ///
  /// - Returns: The elements in order, or nil if the archive may have them in any order, or if their keys refer to objects,
  ///   which have no canonical form.
  fileprivate func ordered<Elements: Collection, Key: Encodable>(
    _ elements: Elements, by key: (Elements.Element) -> Key
  ) -> [Elements.Element]? {
    guard session.options.ordersElements, elements.count > 1, !(Key.self is AnyClass) else {
      return nil
    }
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

  /// Returns the bytes by which a value is sorted, or nil if it cannot be encoded by itself.
  private func orderingBytes<Key: Encodable>(of key: Key) -> [UInt8]? {
    let content: Any = (key as? any RawRepresentable)?.rawValue ?? key
    guard let scalar = content as? any WireScalar else {
      return encoder.graph.bytes(ofSeparate: key)
    }
    let output = OutputOwner()
    scalar.write(to: output.buffer)
    return output.buffer.bytes()
  }
}
