/// Reads the keys of one object or value.
///
/// A key that is read when it is due, in the order in which keys were written and were read before, is found by comparing
/// one literal; any other order is right. It must not be used after the call that it was given to.
public struct FieldDecoder {
  private let values: ValueDecoder
  private var keys: LevelKeys
  private var level = 0
  /// The position, among the keys as they were read before, of the key that is expected.
  private var cursor = 0
  /// The place of the key behind the one that was read last.
  private var place: Int
  /// Where the value of that key stands.
  private var input: CheckedBytes

  private init(_ decoder: ValueDecoder, _ keys: LevelKeys, _ input: CheckedBytes) {
    values = decoder
    self.keys = keys
    self.input = input
    place = decoder.nextPlace
  }

  /// Begins the keys of a value, or says that it has none.
  @inline(__always)
  static func begin(_ decoder: ValueDecoder) throws -> FieldDecoder {
    let keys = decoder.levelKeys(0, in: try decoder.openBody())
    if keys.hasHistory { try decoder.migrate(0, keys) }
    var input = decoder.input
    try input.move(to: decoder.nextOffset)
    return FieldDecoder(decoder, keys, input)
  }

  /// Tells the decoder of the value how far it has been read.
  func leave() {
    values.complete(place - 1, at: input.offset)
  }

  /// Learns from the decoder of the value how far it has been read.
  private mutating func enter() throws(ArchiveError) {
    place = values.nextPlace
    try input.move(to: values.nextOffset)
  }

  /// Begins the keys of a class of the hierarchy.
  ///
  /// Until the first call, keys are those of the topmost class that can be archived.
  ///
  /// - Parameter type: The class: the one that calls, not that of the object.
  /// - Throws: `DecodingError` when the object is not one of the class, or what a migration hook throws.
  public mutating func level<T: FieldEncodable & AnyObject>(_ type: T.Type) throws {
    guard let body = values.body,
      let index = values.objectClass?.levels.firstIndex(where: { $0.type == type })
    else {
      throw Site(decoder: values, step: .here).failure(
        .unknownClass(String(describing: type)), "The object has no level of this class.")
    }
    cursor = 0
    guard index != level else { return }
    level = index
    keys = values.levelKeys(index, in: body)
    leave()
    try values.migrate(index, keys)
    try enter()
  }

  /// Reads one key; for an optional type, a key that the archive does not have is nil.
  ///
  /// What ``Archived`` says of the key takes part: aliases, conversions, the default.
  ///
  /// - Parameters:
  ///   - key: The name in archives.
  ///   - type: The type of the value, which what the archive has is converted to (§8.4).
  /// - Returns: The value.
  /// - Throws: `DecodingError`, or what the value throws.
  public mutating func decode<T: Decodable>(
    _ key: StaticString, as type: T.Type = T.self
  ) throws -> T {
    guard keys.fields.expected(key, at: cursor, place: place) != nil, !keys.hasHistory,
      let slot = values.body?.slots[place], slot.bit == nil, let reader = slot.knownReader(of: type)
    else { return try decodeAnyhow(key, type) }
    let value = try reader.read(
      slot.plan, &input, at: Site(decoder: values, step: .place(place)))
    place += 1
    cursor += 1
    return value
  }

  /// Reads a key that is not the one that is expected, or is not as it was expected.
  @inline(never)
  private mutating func decodeAnyhow<T: Decodable>(
    _ key: StaticString, _ type: T.Type
  ) throws -> T {
    if type == UnknownKeys.self, let unknown = values.takeUnknownKeys(keys, level) as? T {
      return unknown
    }
    leave()
    let found = keys.fields.place(of: key, at: &cursor, in: keys, values.body)
    if keys.unaskedCount > 0 { keys.note(asked: found) }
    let value: T
    if found >= 0, !keys.hasHistory, let known = try values.field(type, at: found) {
      value = known
    } else {
      value = try values.field(type, key.description, keys, level)
    }
    try enter()
    return value
  }

  /// Reads a scalar, at once when it stands where it is expected and has its own type.
  @inline(__always)
  mutating func scalar<Scalar: ReadableScalar>(_ key: StaticString) throws -> Scalar {
    guard keys.fields.expected(key, at: cursor, place: place)?.plain == Scalar.code else {
      return try decodeAnyhow(key, Scalar.self)
    }
    let value = try Scalar.readPlain(&input)
    place += 1
    cursor += 1
    return value
  }

  /// Reads an optional scalar, at once when it stands where it is expected and has its own type.
  @inline(__always)
  mutating func optionalScalar<Scalar: ReadableScalar>(_ key: StaticString) throws -> Scalar? {
    guard keys.fields.expected(key, at: cursor, place: place)?.plainOptional == Scalar.code else {
      return try decodeAnyhow(key, Scalar?.self)
    }
    let value = try input.readByte() == 0 ? nil : try Scalar.readPlain(&input)
    place += 1
    cursor += 1
    return value
  }

  /// Whether there is a value for a key, or a default.
  public mutating func contains(_ key: StaticString) -> Bool {
    let name = key.description
    leave()
    if keys.hasHistory, values.substitute(for: name, keys, level) != nil { return true }
    return (try? values.hasValue(name, keys, level: level)) ?? false
  }

  /// What the program said to its types when decoding began.
  public var userInfo: [CodingUserInfoKey: Any] { values.userInfo }

  /// The path to the value, from the root or from the object that it belongs to.
  public var codingPath: [any CodingKey] { values.codingPath }

  /// The decoder of the same keys, for a superclass that is `Codable`.
  public var decoder: any Decoder { values }
}
