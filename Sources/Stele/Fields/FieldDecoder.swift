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

  init(_ decoder: ValueDecoder) throws {
    values = decoder
    keys = decoder.levelKeys(0, in: try decoder.openBody())
    try decoder.migrate(0, keys)
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
    try values.migrate(index, keys)
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
    if type == UnknownKeys.self, let unknown = values.takeUnknownKeys(keys, level) as? T {
      return unknown
    }
    let place = keys.fields.place(of: key, at: &cursor, in: keys)
    if keys.unaskedCount > 0 { keys.note(asked: place) }
    if place >= 0, !keys.hasHistory, let value = try values.field(type, at: place) {
      return value
    }
    return try values.field(type, key.description, keys, level)
  }

  /// Whether there is a value for a key, or a default.
  public mutating func contains(_ key: StaticString) -> Bool {
    let name = key.description
    if keys.hasHistory, values.substitute(for: name, keys, level) != nil { return true }
    return (try? values.hasValue(name, keys, level: level)) ?? false
  }

  /// What the program said to its types when decoding began.
  public var userInfo: [CodingUserInfoKey: Any] { values.userInfo }

  /// The path to the value, from the root or from the object that it belongs to.
  public var codingPath: [any CodingKey] { values.codingPath }

  /// The decoder of the same keys, for a superclass that is `Codable`.
  public var decoder: any Decoder { values }

  @inline(__always)
  private mutating func scalar<Scalar: ReadableScalar>(_ key: StaticString) throws -> Scalar {
    let place = keys.fields.place(of: key, at: &cursor, in: keys)
    if keys.unaskedCount > 0 { keys.note(asked: place) }
    if place >= 0, !keys.hasHistory, let value = try values.plainScalar(Scalar.self, at: place) {
      return value
    }
    return try values.field(Scalar.self, key.description, keys, level)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(_ key: StaticString, as type: Bool.Type = Bool.self) throws -> Bool {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(_ key: StaticString, as type: Int.Type = Int.self) throws -> Int {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: Double.Type = Double.self
  ) throws -> Double {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: String.Type = String.self
  ) throws -> String {
    try scalar(key)
  }
}
