extension Array: DirectlyDecodable where Element: Decodable {
  static func makeTypeDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    try session.options.factory.makeListDecoder(of: Element.self, session)
  }
}

/// Decodes arrays.
final class ListDecoder<Element>: TypeDecoder<[Element]> {
  private let element: TypeDecoder<Element>

  init(_ element: TypeDecoder<Element>) { self.element = element }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> [Element] {
    if type.isReference { return try session.decodeSingle(self, type, &input) }
    let list = try session.openList(type, &input, as: [Element].self)
    // The storage of empty arrays is shared by all threads, and is not to be written to.
    guard list.count > 0 else { return [] }
    return try element.decodeElements(list, &input, session)
  }
}

extension Set: DirectlyDecodable where Element: Decodable {
  static func makeTypeDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    SetDecoder(try session.typeDecoder(of: Element.self))
  }
}

/// Decodes sets.
///
/// Spec §10.4, line 12.
final class SetDecoder<Element: Hashable>: TypeDecoder<Set<Element>> {
  private let element: TypeDecoder<Element>

  init(_ element: TypeDecoder<Element>) { self.element = element }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Set<Element> {
    if type.isReference { return try session.decodeSingle(self, type, &input) }
    // A value that was an array, or a set that was given an encoder, is a list.
    let beginning = input
    let list = try session.openList(type, &input, as: Set<Element>.self)
    let depth = session.path.count
    var elements = Set<Element>(minimumCapacity: list.count)
    var tally = session.hashTally(for: Element.self, count: list.count)
    for index in 0..<list.count {
      session.path.put(.index(index), at: depth)
      let start = input
      let value = try element.decode(list.element, &input, session)
      try session.completeHashed(list.element, at: start)
      guard tally.add(value) else { throw session.tooManyEqualHashes(at: start.offset) }
      // Elements of an array may be equal, and are one in the set (§10.7).
      guard elements.insert(value).inserted || session.types.isList(type, at: beginning) else {
        throw session.failure(
          .duplicateAfterConversion, at: start.offset,
          "the program finds this element of a set equal to an earlier one")
      }
    }
    session.path.count = depth
    session.watchHashes(of: elements, list.element, at: beginning.offset)
    return elements
  }
}

extension Dictionary: DirectlyDecodable where Key: Decodable, Value: Decodable {
  static func makeTypeDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    MapDecoder(try session.typeDecoder(of: Key.self), try session.typeDecoder(of: Value.self))
  }
}

/// Decodes dictionaries, whatever their keys.
///
/// Spec §10.4, line 13.
final class MapDecoder<Key: Hashable & Decodable, Content: Decodable>: TypeDecoder<[Key: Content]> {
  private let key: TypeDecoder<Key>
  private let content: TypeDecoder<Content>
  private var other: CodableDecoder<[Key: Content]>?

  init(_ key: TypeDecoder<Key>, _ content: TypeDecoder<Content>) {
    self.key = key
    self.content = content
  }

  override func close() { other?.close() }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> [Key: Content] {
    let start = input.offset
    guard let type = session.types.unwrap(type, &input) else {
      throw session.noValue([Key: Content].self, at: start)
    }
    switch type.code {
    case .map: return try decodePairs(type, &input, session, from: start)
    case .struct: return try decodeByContainer(type, &input, session)
    case .list where Self.mayAlternate(session.types.first(of: type), session.types):
      return try decodeAlternating(type, &input, session)
    case _ where type.isReference:
      return session.isSingle(type, input)
        ? try session.decodeSingle(self, type, &input)
        : try decodeByContainer(type, &input, session)
    default: throw session.wrongType([Key: Content].self, type, at: start)
    }
  }

  /// Returns whether a list may have alternating keys and values of a dictionary, as one writes whose keys have no names.
  ///
  /// Objects that are keys have to be complete, which they need not be in a list. An array of numbers of other types is not a
  /// dictionary.
  private static func mayAlternate(_ element: ArchivedType, _ types: ArchivedTypes) -> Bool {
    func isWritten(_ type: Any.Type) -> Bool {
      [.exact, .unknown].contains(types.match(type, element))
    }
    return !(Key.self is AnyClass) && !(Key.self is any CodingKeyRepresentable.Type)
      && isWritten(Key.self) && isWritten(Content.self)
  }

  private func decodePairs(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession, from start: Int
  ) throws -> [Key: Content] {
    let keyType = session.types.first(of: type)
    let contentType = session.types.second(of: type)
    let count = input.readCount()
    let depth = session.path.count
    var pairs = [Key: Content](minimumCapacity: Swift.min(count, input.remaining / 2))
    var tally = session.hashTally(for: Key.self, count: count)
    for index in 0..<count {
      let start = input
      session.path.put(.index(index), at: depth)
      let key = try key.decode(keyType, &input, session)
      try session.completeHashed(keyType, at: start)
      guard tally.add(key) else { throw session.tooManyEqualHashes(at: start.offset) }
      session.path.put(Self.step(to: key, at: index), at: depth)
      let content = try content.decode(contentType, &input, session)
      guard pairs.updateValue(content, forKey: key) == nil else {
        session.path.put(.index(index), at: depth)
        throw session.failure(
          .duplicateAfterConversion, at: start.offset,
          "the program finds this key of a dictionary equal to an earlier one")
      }
    }
    session.path.count = depth
    session.watchHashes(of: pairs.keys, keyType, at: start)
    return pairs
  }

  private static func step(to key: Key, at index: Int) -> PathStep {
    if let name = key as? String { return .mapKey(name) }
    if let number = key as? Int { return .mapKey("\(number)") }
    return .index(index)
  }

  /// Decodes the alternating keys and values of a dictionary that was given an encoder.
  private func decodeAlternating(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> [Key: Content] {
    let (start, depth) = (input.offset, session.path.count)
    try session.checkStack()
    let value = DecodingValue(session)
    value.begin(type, input, nil)
    var list = try UnkeyedValues(ArchivedValue(type: type, input: input), of: ValueDecoder(value))
    // Keys may be equal, and are hashed when all have been decoded.
    var found: [(Key, Content)] = []
    while !list.isAtEnd {
      let key = try list.decode(Key.self)
      guard !list.isAtEnd else {
        throw DecodingError.dataCorruptedError(
          in: list, debugDescription: "The last key has no value.")
      }
      found.append((key, try list.decode(Content.self)))
    }
    input = try value.finish()
    session.path.count = depth
    var tally = session.hashTally(for: Key.self, count: found.count)
    var pairs = [Key: Content](minimumCapacity: found.count)
    for (key, content) in found {
      guard tally.add(key) else { throw session.tooManyEqualHashes(at: start) }
      guard pairs.updateValue(content, forKey: key) == nil else {
        throw session.failure(
          .duplicateAfterConversion, at: start,
          "the program finds two keys of the dictionary equal")
      }
    }
    return pairs
  }

  /// Decodes a dictionary with names for keys that was given an encoder, or any other value with keys.
  private func decodeByContainer(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> [Key: Content] {
    let decoder = try other ?? CodableDecoder(session)
    other = decoder
    let start = input
    let pairs = try decoder.decode(type, &input, session)
    let value = DecodingValue(session)
    value.begin(type, start, nil)
    let values = ValueDecoder(value)
    let count = try values.container(keyedBy: PathKey.self).allKeys.count
    guard pairs.count == count else {
      throw session.failure(
        .duplicateAfterConversion, at: start.offset,
        "the program finds two keys of the dictionary equal")
    }
    return pairs
  }
}

extension Optional: DirectlyDecodable where Wrapped: Decodable {
  static func makeTypeDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    OptionalDecoder(try session.typeDecoder(of: Wrapped.self))
  }
}

/// Decodes optionals.
///
/// Spec §10.4, lines 4, 6 and 7.
class OptionalDecoder<Wrapped>: TypeDecoder<Wrapped?> {
  fileprivate final let wrapped: TypeDecoder<Wrapped>
  /// The number of nested optionals in which a value inside may be nil; unless it is 0, a layer is left for them.
  fileprivate final let innerDepth: Int
  private final lazy var present = PresentDecoder(wrapped)

  init(_ wrapped: TypeDecoder<Wrapped>) {
    self.wrapped = wrapped
    innerDepth = wrapped.nilDepth
  }

  override var absent: Wrapped?? { .some(nil) }

  override var nilDepth: Int { (Wrapped?).depth }

  override var ifPresent: TypeDecoder<Wrapped?> { innerDepth > 0 ? present : self }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Wrapped? {
    if type.operation == .optionalReference, let target = wrapped.references {
      guard let object = try session.reference(type, &input, target) else { return nil }
      // Safe: only decoders of classes have targets, and the object was found to be of the class; both are one pointer.
      return unsafe unsafeBitCast(object, to: Wrapped.self)
    }
    guard let inner = inner(type, &input, session) else { return nil }
    return try innerDepth > 0
      ? wrapped.decodeInner(inner, &input, session) : wrapped.decode(inner, &input, session)
  }

  /// Moves to the value inside, or returns nil if there is none.
  private func inner(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) -> ArchivedType? {
    guard innerDepth > 0 else { return session.types.unwrap(type, &input) }
    let type = session.types.unwrapJoined(type, &input)
    guard type.isWrapped else { return session.types.unwrap(type, &input) }
    // The value inside has its own nil.
    return input.readByte() == 0 ? nil : session.types.first(of: type)
  }
}

/// Decodes optionals of a type that is itself optional, or writes nil itself, for a key that may be absent.
///
/// Unless the archive has as many optionals as the whole type, absence is the outer nil, and each present value is one of the
/// inner type.
private final class PresentDecoder<Wrapped>: OptionalDecoder<Wrapped> {
  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Wrapped? {
    guard type.isWrapped || type.isNilReference else {
      return try wrapped.decode(type, &input, session)
    }
    var reader = input
    let found = session.types.optionalDepth(of: session.types.unwrapJoined(type, &reader))
    return found > innerDepth
      ? try super.decode(type, &input, session) : try wrapped.decodeInner(type, &input, session)
  }
}

extension ArchivedTypes {
  /// Returns the number of nested optionals in a type.
  fileprivate func optionalDepth(of type: ArchivedType) -> Int {
    var depth = 0
    var type = type
    while type.code == .optional {
      depth += 1
      type = first(of: type)
    }
    return depth
  }
}

/// Counts the elements of a set, or keys of a dictionary, that have the same hash, before they are inserted.
///
/// A set compares each element with all earlier ones of the same hash. Some types hash only a part of their values, for example
/// the first bytes of `Data`, so that an archive could make a set take time in proportion to the square of its size.
package struct HashTally {
  /// The numbers of hashes with the same low bits; empty if the limit cannot be exceeded.
  private var counts: [UInt32]
  private let limit: Int

  /// Makes a tally for a number of elements of a type.
  package init(for type: any Hashable.Type, count: Int, limit: Int) {
    let limit = Self.limit(limit)
    self.limit = limit
    counts = []
    guard count > limit, !(type is any DecodableScalar.Type) else { return }
    let width = Int.bitWidth - count.leadingZeroBitCount
    counts = Array(repeating: 0, count: 1 << Swift.min(width, 30))
  }

  /// Returns the limit that is enforced: with about as many counters as elements, elements of different hashes may share a
  /// counter.
  static func limit(_ limit: Int) -> Int { Swift.max(limit, 64) }

  /// Counts an element, and returns `false` if too many have its hash.
  package mutating func add(_ element: some Hashable) -> Bool {
    guard !counts.isEmpty else { return true }
    let place = element.hashValue & (counts.count - 1)
    counts[place] &+= 1
    return counts[place] <= limit
  }
}

extension DecodingSession {
  /// Makes a tally for the elements of a set, or the keys of a dictionary.
  func hashTally(for type: any Hashable.Type, count: Int) -> HashTally {
    HashTally(for: type, count: count, limit: options.equalHashLimit)
  }

  func tooManyEqualHashes(at offset: Int) -> DecodingError {
    failure(.equalHashes(limit: HashTally.limit(options.equalHashLimit)), at: offset)
  }
}
