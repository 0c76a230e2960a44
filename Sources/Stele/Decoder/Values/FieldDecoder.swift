/// The decoder of the keys of one object or value.
///
/// Keys that are read in the order in which they were written are found by one comparison each; any other order is
/// correct, too. The decoder cannot be copied, so no copy outlives the call that gets it.
public struct FieldDecoder: ~Copyable {
  var keys: KeyCursor

  /// Reads the keys of a value, or of an object.
  @inline(__always)
  init(_ keys: KeyCursor) { self.keys = keys }

  /// Takes the decoder of a value whose type reads its keys by hand.
  init(of type: Any.Type, from decoder: any Decoder) throws {
    guard let values = decoder as? ValueDecoder else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "\(type) reads its keys by hand, which takes a SteleDecoder."))
    }
    try values.value.openBody()
    try values.value.refuse(type)
    var keys = values.value.keys
    keys.depth = values.value.pathDepth
    keys.select(0)
    try keys.migrate()
    self.init(keys)
  }

  /// Begins the keys of a class of the hierarchy.
  ///
  /// Until the first call, keys are those of the topmost class that can be archived.
  ///
  /// - Parameter type: The calling class, which may be a superclass of the class of the object.
  /// - Throws: `DecodingError` if the object is not one of the class, or the error of a migration hook.
  public mutating func level<T: Decodable & AnyObject>(_ type: T.Type) throws {
    // Only the levels of an object are classes.
    let levels = keys.plan.levels
    guard let index = levels.firstIndex(where: { $0.levelPlan.declaration?.type == type }) else {
      let session = keys.session
      session.path.count = keys.depth
      throw session.failure(
        .unknownClass(String(describing: type)),
        "the object is not of the class \(type), nor of a subclass",
        hint: "Name the class that makes the call.")
    }
    if index != keys.level { keys.select(index) }
  }

  /// Reads one key; for an optional type, a key that the archive does not have is nil.
  ///
  /// The declarations of the key by ``ArchiveDeclaring`` apply: aliases, conversions, the default.
  ///
  /// - Parameters:
  ///   - key: The name in archives.
  ///   - type: The type to which the value of the archive is converted (§10.4).
  /// - Returns: The value.
  /// - Throws: `DecodingError`, or the error of the value.
  public mutating func decode<T: Decodable>(
    _ key: StaticString, as type: T.Type = T.self
  ) throws -> T {
    if KeyCursor.holdsUnknownKeys(type) { return try keys.unknownKeys(as: type) }
    if keys.seek(key) { return try keys.value(as: type) }
    return try keys.valueByName(as: type, key.description)
  }

  /// Reads one key, whose value is a reference to an object.
  ///
  /// - Parameters:
  ///   - key: The name in archives.
  ///   - type: The class; the object may be of a subclass.
  /// - Returns: The object.
  /// - Throws: `DecodingError`, or the error of the initialiser of an object.
  public mutating func decode<T: Decodable & AnyObject>(
    _ key: StaticString, as type: T.Type = T.self
  ) throws -> T {
    guard keys.seek(key) else { return try keys.valueByName(as: type, key.description) }
    let start = keys.input.offset
    if let object = try keys.object(as: type) { return object }
    throw keys.noValue(type, key, at: start)
  }

  /// Reads one key, whose value is a reference to an object; in the archive, the value may be nil or missing.
  ///
  /// - Parameters:
  ///   - key: The name in archives.
  ///   - type: The class; the object may be of a subclass.
  /// - Returns: The object, or nil.
  /// - Throws: `DecodingError`, or the error of the initialiser of an object.
  public mutating func decode<T: Decodable & AnyObject>(
    _ key: StaticString, as type: T?.Type = T?.self
  ) throws -> T? {
    guard keys.seek(key) else { return try keys.valueByName(as: type, key.description) }
    return try keys.object(as: T.self)
  }

  /// Returns whether a key has a value or a default.
  public mutating func contains(_ key: StaticString) -> Bool {
    let name = key.description
    return keys.substitute(for: name, admitsNil: true) != nil || keys.find(name) != nil
  }

  /// The user information of the decoder.
  public var userInfo: [CodingUserInfoKey: any Sendable] { keys.session.options.userInfo }

  /// The path to the value, from the root or from the object that contains the value.
  public var codingPath: [any CodingKey] { keys.session.path.keys(to: keys.depth) }

  /// The decoder of the same keys, for a superclass that is `Codable`.
  public var decoder: any Decoder {
    mutating get {
      let session = keys.session
      keys.shareAsked()
      let value = DecodingValue(session)
      let decoder = session.classes.decoder(ofEntry: Int(keys.plan.body.entry))
      value.begin(decoder?.decoder(with: keys.plan), keys)
      return ValueDecoder(value)
    }
  }
}

// Scalars

extension FieldDecoder {
  @inline(__always)
  mutating func scalar<S: DecodableScalar>(_ key: StaticString) throws -> S {
    guard keys.seek(key) else { return try keys.valueByName(as: S.self, key.description) }
    return keys.isPlain(S.code) ? keys.plain(as: S.self) : try keys.value(as: S.self)
  }

  @inline(__always)
  mutating func optionalScalar<S: DecodableScalar>(_ key: StaticString) throws -> S? {
    guard keys.seek(key) else { return try keys.valueByName(as: S?.self, key.description) }
    return keys.isPlainOptional(S.code)
      ? keys.plainIfPresent(as: S.self) : try keys.value(as: S?.self)
  }

  @inline(__always)
  mutating func scalars<S: DecodableScalar>(_ key: StaticString) throws -> [S] {
    guard keys.seek(key) else { return try keys.valueByName(as: [S].self, key.description) }
    return try keys.scalars(as: S.self)
  }
}

extension KeyCursor {
  /// Returns the error of a nil for a key that requires an object.
  fileprivate func noValue(_ type: Any.Type, _ key: StaticString, at offset: Int) -> DecodingError {
    session.path.put(.key(key.description), at: depth)
    return session.noValue(type, at: offset)
  }
}

// One function for each type, so that a call needs no type decoder

extension FieldDecoder {
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
  public mutating func decode(_ key: StaticString, as type: Int8.Type = Int8.self) throws -> Int8 {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: Int16.Type = Int16.self
  ) throws -> Int16 {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: Int32.Type = Int32.self
  ) throws -> Int32 {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: Int64.Type = Int64.self
  ) throws -> Int64 {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(_ key: StaticString, as type: UInt.Type = UInt.self) throws -> UInt {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: UInt8.Type = UInt8.self
  ) throws -> UInt8 {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: UInt16.Type = UInt16.self
  ) throws -> UInt16 {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: UInt32.Type = UInt32.self
  ) throws -> UInt32 {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: UInt64.Type = UInt64.self
  ) throws -> UInt64 {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: Float.Type = Float.self
  ) throws -> Float {
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

extension FieldDecoder {
  /// Reads one key, whose value may be nil or missing in the archive.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: Bool?.Type = Bool?.self
  ) throws -> Bool? {
    try optionalScalar(key)
  }

  /// Reads one key, whose value may be nil or missing in the archive.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: Int?.Type = Int?.self
  ) throws -> Int? {
    try optionalScalar(key)
  }

  /// Reads one key, whose value may be nil or missing in the archive.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: Double?.Type = Double?.self
  ) throws -> Double? {
    try optionalScalar(key)
  }

  /// Reads one key, whose value may be nil or missing in the archive.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: String?.Type = String?.self
  ) throws -> String? {
    try optionalScalar(key)
  }
}

extension FieldDecoder {
  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: [String].Type = [String].self
  ) throws -> [String] {
    try scalars(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: [Int].Type = [Int].self
  ) throws -> [Int] {
    try scalars(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: [Double].Type = [Double].self
  ) throws -> [Double] {
    try scalars(key)
  }
}

/// A type that reads its keys by hand.
public protocol FieldDecodable: Decodable {
  /// Reads the keys.
  ///
  /// Each class of a hierarchy calls ``FieldDecoder/level(_:)`` before its own keys, then `super.init`. A superclass
  /// that is only `Codable` gets ``FieldDecoder/decoder``.
  ///
  /// - Parameter fields: The decoder of the keys.
  /// - Throws: The error of a key, or an error of the type about the keys.
  init(from fields: inout FieldDecoder) throws
}

/// A class whose objects are made first and filled later.
public protocol TwoPhaseDecodable: Decodable, AnyObject {
  /// Makes an object that has not been filled.
  init()
  /// Reads the keys into the object.
  ///
  /// Objects that are read here exist, but may not be filled yet. Keys of dictionaries and elements of sets are
  /// filled. The function is called once for each object.
  ///
  /// - Parameter fields: The decoder of the keys.
  /// - Throws: The error of a key, or an error of the class about the keys.
  func decode(from fields: inout FieldDecoder) throws
}

extension FieldDecodable {
  /// Decodes for ``SteleDecoder``; other decoders are refused.
  ///
  /// - Throws: `DecodingError` for other decoders, or the error of a key.
  public init(from decoder: any Decoder) throws {
    // Fields do not retain their decoder, and this may be the only reference to it.
    defer { withExtendedLifetime(decoder) {} }
    var fields = try FieldDecoder(of: Self.self, from: decoder)
    try self.init(from: &fields)
  }
}

extension TwoPhaseDecodable {
  /// Decodes for ``SteleDecoder``; other decoders are refused.
  ///
  /// - Throws: `DecodingError` for other decoders, or the error of a key.
  public init(from decoder: any Decoder) throws {
    // Fields do not retain their decoder, and this may be the only reference to it.
    defer { withExtendedLifetime(decoder) {} }
    var fields = try FieldDecoder(of: Self.self, from: decoder)
    self.init()
    try decode(from: &fields)
  }
}
