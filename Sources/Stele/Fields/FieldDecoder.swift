/// Reads the keys of one object or value.
///
/// A key that is read when it is due, in the order in which keys were written and were read before, is found by comparing
/// one literal; any other order is right. It cannot be copied, so nobody has it after the call that it was given to.
@safe
public struct FieldDecoder: ~Copyable {
  // Safe: whoever makes this keeps the decoder of the value until the call is over, and nothing outlives that.
  let unretainedValues: Unmanaged<ValueDecoder>
  // Safe: the decoder, or the class of the object, keeps the keys of each level.
  private var known: KnownFields
  private var level = 0
  // Safe: the keys of the level keep them, and they end with an empty one that is no key's.
  private(set) var expected: UnsafePointer<FieldPlaces.Known>
  /// The place of the key behind the one that was read last.
  private(set) var place: Int
  /// Where the value of that key stands.
  var input: CheckedBytes

  @unsafe
  @inline(__always)
  private init(
    _ decoder: ValueDecoder, _ known: KnownFields, _ input: CheckedBytes, place: Int
  ) {
    unsafe unretainedValues = .passUnretained(decoder)
    unsafe self.known = known
    unsafe expected = known.first
    self.input = input
    self.place = place
  }

  var values: ValueDecoder { unsafe unretainedValues._withUnsafeGuaranteedRef { $0 } }
  private var keys: LevelKeys { unsafe known.keys._withUnsafeGuaranteedRef { $0 } }

  /// Begins the keys of a value, or says that it has none.
  @inline(__always)
  static func begin(_ decoder: ValueDecoder) throws -> FieldDecoder {
    var input = decoder.input
    if let known = unsafe decoder.openFields {
      try input.move(to: decoder.nextOffset)
      return unsafe FieldDecoder(decoder, known, input, place: decoder.nextPlace)
    }
    let keys = try decoder.knownKeys ?? decoder.levelKeys(0, in: decoder.openBody())
    if keys.hasHistory { try decoder.migrate(0, keys) }
    try input.move(to: decoder.nextOffset)
    decoder.noteFields(of: keys)
    return unsafe FieldDecoder(decoder, KnownFields(keys), input, place: decoder.nextPlace)
  }

  /// Begins the keys of a struct like the one that a decoder was used for last, or gives nil when it is another one.
  @inline(__always)
  static func beginNext(
    _ decoder: ValueDecoder, _ plan: ReadingPlan, _ input: CheckedBytes, _ type: ValueType,
    in parent: ValueDecoder, at step: PathStep
  ) throws(ArchiveError) -> FieldDecoder? {
    guard let place = try decoder.beginNext(plan, input, type, in: parent, at: step),
      let known = unsafe decoder.next
    else { return nil }
    return unsafe FieldDecoder(decoder, known, place, place: 0)
  }

  /// Tells the decoder of the value how far it has been read.
  func leave() {
    values.complete(place - 1, at: input.offset)
  }

  /// Where the value ends.
  @inline(__always)
  func finish() throws(ArchiveError) -> CheckedBytes {
    // Safe: see the property.
    if unsafe unretainedValues._withUnsafeGuaranteedRef({ place == $0.slotCount && $0.end == nil })
    {
      return input
    }
    leave()
    var end = input
    try end.move(to: try values.finish())
    return end
  }

  /// Reads keys by the decoder of the value.
  mutating func withValues(_ body: (ValueDecoder) throws -> Void) throws {
    leave()
    try body(values)
    try enter()
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
    guard index != level else {
      unsafe expected = known.first
      return
    }
    level = index
    unsafe known = KnownFields(values.levelKeys(index, in: body))
    unsafe expected = known.first
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
    guard unsafe expected.pointee.isDirect && expected.pointee.isCopy(of: key, at: place) else {
      return try decodeAnyhow(key, type)
    }
    let place = place
    // Safe: see the property.
    guard
      let (reader, plan) = unsafe unretainedValues._withUnsafeGuaranteedRef({
        unsafe $0.directReader(of: type, at: place)
      })
    else { return try decodeAnyhow(key, type) }
    var reading = input
    var hasFailed = false
    defer {
      if !hasFailed {
        input = reading
        advance()
      }
    }
    do {
      // Safe: the reader was made for the type; it and the plan are kept by the graph.
      return try unsafe unretainedValues._withUnsafeGuaranteedRef { values in
        try unsafe reader._withUnsafeGuaranteedRef { reader in
          try unsafe plan._withUnsafeGuaranteedRef { plan in
            try unsafe unsafeDowncast(reader, to: TypeReader<T>.self).read(
              plan, &reading, at: Site(decoder: values, step: .place(place)))
          }
        }
      }
    } catch {
      hasFailed = true
      throw error
    }
  }

  /// Goes on from the key that was expected, and has been read.
  @inline(__always)
  mutating func advance() {
    place &+= 1
    unsafe expected += 1
  }

  /// Reads a list of scalars, at once when it stands where it is expected and has its own type.
  @inline(__always)
  mutating func scalars<Scalar: ReadableScalar>(_ key: StaticString) throws -> [Scalar] {
    guard
      unsafe expected.pointee.isPlainList(of: Scalar.code)
        && expected.pointee.isCopy(of: key, at: place)
    else { return try decodeAnyhow(key, [Scalar].self) }
    var reading = input
    guard let elements = try Scalar.readElements(&reading) else {
      return try decodeAnyhow(key, [Scalar].self)
    }
    input = reading
    advance()
    return elements
  }

  /// Remembers how the references of the key that was read last are read as objects of a class.
  func noteObjects<T: Decodable & AnyObject>(of type: T.Type) throws {
    guard let body = values.body, body.slots.indices.contains(place - 1),
      body.slots[place - 1].plan.isReference,
      let reader = try values.graph.reader(of: type) as? ObjectReader<T>
    else { return }
    unsafe keys.fields.note(
      reader.reading, body.slots[place - 1].plan, for: type, before: expected)
  }

  /// Reads a key that is not the one that is expected, or is not as it was expected.
  @inline(never)
  mutating func decodeAnyhow<T: Decodable>(
    _ key: StaticString, _ type: T.Type
  ) throws -> T {
    if type == UnknownKeys.self, let unknown = values.takeUnknownKeys(keys, level) as? T {
      return unknown
    }
    leave()
    let found = unsafe keys.fields.place(of: key, at: &expected, in: keys, values.body)
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
    guard
      unsafe expected.pointee.isPlain(Scalar.code) && expected.pointee.isCopy(of: key, at: place)
    else { return try scalarAnyhow(key) }
    let value = try Scalar.readPlain(&input)
    advance()
    return value
  }

  /// Reads an optional scalar, at once when it stands where it is expected and has its own type.
  @inline(__always)
  mutating func optionalScalar<Scalar: ReadableScalar>(_ key: StaticString) throws -> Scalar? {
    guard
      unsafe expected.pointee.isPlainOptional(Scalar.code)
        && expected.pointee.isCopy(of: key, at: place)
    else { return try optionalScalarAnyhow(key) }
    let value = try input.readByte() == 0 ? nil : try Scalar.readPlain(&input)
    advance()
    return value
  }

  /// Makes a key the expected one, when its value stands where the next one does, or says that it does not.
  private mutating func expect(_ key: StaticString) -> Bool {
    if unsafe expected.pointee.isSleepingCopy(of: key, at: place) {
      // Safe: see the property.
      unsafe known.keys._withUnsafeGuaranteedRef { unsafe $0.wake(expected) }
      return true
    }
    var next = unsafe expected
    let found = unsafe keys.fields.place(of: key, at: &next, in: keys, values.body)
    // Safe: the key in front of the next one is looked at only when there is one.
    guard found == place, unsafe next > known.first,
      unsafe (next - 1).pointee.isCopy(of: key, at: place)
    else { return false }
    unsafe expected = next - 1
    if keys.unaskedCount > 0 { keys.note(asked: found) }
    return true
  }

  /// Reads a scalar that was not expected: the first of its key, or one in another order.
  @inline(never)
  private mutating func scalarAnyhow<Scalar: ReadableScalar>(_ key: StaticString) throws -> Scalar {
    guard expect(key), unsafe expected.pointee.isPlain(Scalar.code) else {
      return try decodeAnyhow(key, Scalar.self)
    }
    let value = try Scalar.readPlain(&input)
    advance()
    return value
  }

  /// Reads an optional scalar that was not expected.
  @inline(never)
  private mutating func optionalScalarAnyhow<Scalar: ReadableScalar>(
    _ key: StaticString
  ) throws -> Scalar? {
    guard expect(key), unsafe expected.pointee.isPlainOptional(Scalar.code) else {
      return try decodeAnyhow(key, Scalar?.self)
    }
    let value = try input.readByte() == 0 ? nil : try Scalar.readPlain(&input)
    advance()
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
  public var decoder: any Decoder {
    values.graph.noteHandedDecoder()
    return values
  }
}
