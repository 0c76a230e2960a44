/// The elements of a list, one after the other.
struct UnkeyedValues: UnkeyedDecodingContainer {
  private let decoder: ValueDecoder
  private let element: ReadingPlan
  private let elementCount: Int
  private var input: CheckedBytes
  private(set) var currentIndex = 0
  private var reader: (type: ObjectIdentifier, reader: AnyTypeReader)?

  init(_ list: WholeValue, of decoder: ValueDecoder) throws {
    self.decoder = decoder
    let site = Site(decoder: decoder, step: .here)
    guard list.offset > 0 else { throw site.noValue([Any].self, at: 0) }
    input = decoder.input
    try input.move(to: list.offset)
    guard let plan = try decoder.graph.unwrap(list.plan, &input) else {
      throw site.noValue([Any].self, at: list.offset)
    }
    guard plan.code == .list || plan.code == .set, let part = plan.first else {
      throw site.wrongType([Any].self, plan, at: list.offset)
    }
    if plan.code == .set {
      element = part
      elementCount = try input.readCount()
    } else {
      let open = try decoder.graph.openList(of: part, &input)
      element = open.element
      elementCount = open.count
    }
    noteEnd()
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elementCount }
  var isAtEnd: Bool { currentIndex >= elementCount }

  private var site: Site { Site(decoder: decoder, step: .index(currentIndex)) }

  private func noteEnd() {
    if isAtEnd, decoder.object == 0 { decoder.end = input.offset }
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { throw site.atEnd(Never?.self) }
    guard try decoder.isNil(WholeValue(plan: element, offset: input.offset)) else { return false }
    try skip()
    return true
  }

  /// Moves over an element.
  private mutating func skip() throws(ArchiveError) {
    try decoder.graph.skip(element, &input)
    currentIndex += 1
    noteEnd()
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    guard !isAtEnd else { throw site.atEnd(type) }
    let reader = try cachedReader(of: type)
    var reading = input
    let value = try reader.read(element, &reading, at: site)
    input = reading
    currentIndex += 1
    noteEnd()
    return value
  }

  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    guard !isAtEnd, try !decodeNil() else { return nil }
    return try decode(type)
  }

  private mutating func cachedReader<T: Decodable>(of type: T.Type) throws -> TypeReader<T> {
    let identity = ObjectIdentifier(type)
    if let reader, reader.type == identity {
      // Safe: the reader was made for the type of this identity.
      return unsafe unsafeDowncast(reader.reader, to: TypeReader<T>.self)
    }
    let reader = try decoder.graph.reader(of: type)
    self.reader = (identity, reader)
    return reader
  }

  /// A decoder of the next element, which is skipped.
  private mutating func nested(_ type: Any.Type) throws -> ValueDecoder {
    guard !isAtEnd else { throw site.atEnd(type) }
    let nested = ValueDecoder(graph: decoder.graph, for: .value)
    nested.begin(element, input, nil, at: site)
    nested.keepOuter()
    return nested
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let nested = try nested(KeyedDecodingContainer<Key>.self)
    let container = try nested.containerOfAnything(keyedBy: type)
    try skip()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try nested((any UnkeyedDecodingContainer).self).unkeyedContainer()
    try skip()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let nested = try nested((any Decoder).self)
    try skip()
    return nested
  }
}
