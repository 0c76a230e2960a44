/// Writes the keys of one object or value.
///
/// The keys need not be declared: the first instance makes the class entry, and a key that comes when it is due is found by
/// comparing one literal. It cannot be copied, so nobody has it after the call that it was given to.
public struct FieldEncoder: ~Copyable {
  /// The keys of the frame, which whoever makes this keeps until the call is over.
  private let run: KeyRun
  private var level = 0

  /// Goes on with a value whose keys have been begun.
  @inline(__always)
  init(_ run: KeyRun) { self.run = run }

  /// Begins the keys of a value.
  init(_ frame: EncodingFrame) throws {
    if frame.mode == .empty { try frame.beginKeyed() }
    guard frame.mode == .keyed, frame.body != nil else {
      throw frame.error(.coderIsFinished, "The value has another container already.")
    }
    self.init(frame.run)
  }

  /// Begins the keys of a class of the hierarchy.
  ///
  /// Until the first call, keys are those of the topmost class that can be archived.
  ///
  /// - Parameter type: The class: the one that calls, not that of the object.
  /// - Throws: `EncodingError` when the object is not one of the class.
  public mutating func level<T: FieldEncodable & AnyObject>(_ type: T.Type) throws {
    let frame = run.frame
    guard let index = frame.body?.levelTypes.firstIndex(of: ObjectIdentifier(type)) else {
      throw frame.error(
        .unknownClass(String(describing: type)), "The object has no level of this class.")
    }
    level = index
    frame.core.objects.use(level: index)
  }

  /// Begins the keys of a level.
  mutating func begin(level index: Int) {
    level = index
    run.frame.core.objects.use(level: index)
  }

  /// Writes a key of a level, whose name is known only when the program runs.
  func encode<T: Encodable>(_ value: T, named key: String, level: Int) throws {
    let frame = run.frame
    if T.self == UnknownKeys.self, let unknown = value as? UnknownKeys {
      return try frame.write(unknown, level: level)
    }
    try frame.put(value, frame.place(ofKey: key, level: level))
  }

  /// The encoder of the same object or value, for a superclass that is `Codable`.
  public var encoder: any Encoder {
    run.state.isShared = true
    let frame = run.frame
    frame.refute()
    return frame
  }

  /// What the program said to its types when encoding began.
  public var userInfo: [CodingUserInfoKey: Any] { run.frame.core.userInfo }

  /// The place of a key among all keys of the hierarchy.
  @inline(never)
  private func find(_ key: StaticString) -> Int {
    if let place = run.place(of: key, level: level) { return place }
    let frame = run.frame
    let shape = frame.body?.levels[level] ?? LevelShape(name: "")
    let place = level << 32 | shape.number(ofStaticKey: key)
    // A prediction does not know the literals of the object that it comes from.
    guard place == run.nextPlace else {
      let settled = frame.settle(place)
      frame.layout?.remember(key, at: settled)
      return settled
    }
    frame.layout?.remember(key, at: place)
    return place
  }

  /// Writes a scalar: at once when its key is due, and there is room for it.
  @inline(__always)
  private func put<Scalar: WireScalar>(_ value: Scalar, _ key: StaticString) {
    let buffer = run.buffer
    guard run.expects(key, level: level, .scalar(Scalar.typeCode)), buffer.hasRoom else {
      return putFirst(value, key)
    }
    let start = buffer.count
    value.write(to: buffer)
    run.advance(from: start)
  }

  /// Writes a scalar whose key or type is not the one that was expected, or that there is no room for.
  @inline(never)
  private func putFirst<Scalar: WireScalar>(_ value: Scalar, _ key: StaticString) {
    let start = run.buffer.count
    value.write(to: run.buffer)
    note(key, type: Scalar.planNumber, start: start)
  }

  @inline(__always)
  private func put<Scalar: WireScalar>(_ value: Scalar?, _ key: StaticString) throws {
    let buffer = run.buffer
    guard run.expects(key, level: level, .optional(Scalar.typeCode)), buffer.hasRoom else {
      return try putFirst(value, key)
    }
    let start = buffer.count
    value.write(to: buffer)
    run.advance(from: start)
  }

  @inline(never)
  private func putFirst<Scalar: WireScalar>(_ value: Scalar?, _ key: StaticString) throws {
    let start = run.buffer.count
    value.write(to: run.buffer)
    note(key, type: try run.frame.core.optional(of: Scalar.planNumber), start: start)
  }

  @inline(__always)
  private func put<Scalar: WireScalar>(_ values: [Scalar], _ key: StaticString) throws {
    let start = run.buffer.count
    values.write(to: run)
    if run.expects(key, level: level, .list(Scalar.typeCode)) { return run.advance(from: start) }
    note(key, type: try run.frame.core.list(of: Scalar.planNumber), start: start)
  }

  /// Notes a value whose key or type is not the one that was expected.
  @inline(never)
  private func note(_ key: StaticString, type: Int, start: Int) {
    run.frame.note(find(key), type: type, start: start)
  }

  /// Writes one key.
  ///
  /// - Parameters:
  ///   - value: The value; nil is written as such.
  ///   - key: The name in archives.
  /// - Throws: `EncodingError`, or what the value throws.
  public mutating func encode<T: Encodable>(_ value: T, _ key: StaticString) throws {
    guard
      let route = unsafe run.route(at: key, level: level, of: ObjectIdentifier(T.self))
    else { return try encodeFirst(value, key) }
    // Safe: the route is that of the type.
    try unsafe withUnsafePointer(to: value) { try unsafe run.put($0, route) }
  }

  /// Writes a key that was not expected, or has had no value of the type.
  @inline(never)
  private func encodeFirst<T: Encodable>(_ value: T, _ key: StaticString) throws {
    if T.self == UnknownKeys.self, let unknown = value as? UnknownKeys {
      return try run.frame.write(unknown, level: level)
    }
    try run.frame.put(value, find(key))
  }

  /// Writes one key.
  public mutating func encode(_ value: Bool, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  public mutating func encode(_ value: String, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  public mutating func encode(_ value: Double, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  public mutating func encode(_ value: Float, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  public mutating func encode(_ value: Int, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  public mutating func encode(_ value: Int8, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  public mutating func encode(_ value: Int16, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  public mutating func encode(_ value: Int32, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  public mutating func encode(_ value: Int64, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  public mutating func encode(_ value: UInt, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  public mutating func encode(_ value: UInt8, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  public mutating func encode(_ value: UInt16, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  public mutating func encode(_ value: UInt32, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  public mutating func encode(_ value: UInt64, _ key: StaticString) throws { put(value, key) }
}

extension FieldEncoder {
  /// Writes one key, whose value is a reference to an object, or nil.
  ///
  /// - Throws: `EncodingError`.
  @inlinable
  @inline(__always)
  public mutating func encode<T: AnyObject & Encodable>(_ value: T?, _ key: StaticString) throws {
    let address = value.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
    if putMet(address, T.self, key, isOptional: true) { return }
    try encodeUnmet(value, key)
  }

  /// Writes one key, whose value is a reference to an object.
  ///
  /// - Throws: `EncodingError`.
  @inlinable
  @inline(__always)
  public mutating func encode<T: AnyObject & Encodable>(_ value: T, _ key: StaticString) throws {
    let address = UInt(bitPattern: ObjectIdentifier(value))
    if putMet(address, T.self, key, isOptional: false) { return }
    try encodeUnmet(value, key)
  }

  /// Writes a reference to an object that has no number yet, or whose key is not as it was expected.
  @inlinable
  @inline(never)
  mutating func encodeUnmet<T: AnyObject & Encodable>(_ value: T?, _ key: StaticString) throws {
    if try putKnown(value, T.self, key, isOptional: true) { return }
    try encodeFirst(reference: value, to: T.self, key)
  }

  /// Writes a reference to an object that has no number yet, or whose key is not as it was expected.
  @inlinable
  @inline(never)
  mutating func encodeUnmet<T: AnyObject & Encodable>(_ value: T, _ key: StaticString) throws {
    if try putKnown(value, T.self, key, isOptional: false) { return }
    try encodeFirst(reference: value, to: T.self, key)
  }

  /// Writes a reference to an object that has a number, when its key is due and has had one to the same class, or tells with
  /// false that this is not so.
  ///
  /// The effect lets the caller have the object without counting a reference to it, which would be the one access to its memory.
  // Safe: it reads and writes bytes that nothing but the encoder has, and releases nothing.
  @usableFromInline
  @_effects(releasenone)
  func putMet(
    _ address: UInt, _ type: AnyObject.Type, _ key: StaticString, isOptional: Bool
  ) -> Bool {
    let kind: ValueKind = isOptional ? .optionalReference : .reference
    return run.expects(key, level: level, kind, to: ObjectIdentifier(type))
      && run.put(referenceTo: address)
  }

  /// Writes a reference, when its key is due and has had one to the same class, or tells with false that it is not.
  @usableFromInline
  func putKnown(
    _ object: AnyObject?, _ type: AnyObject.Type, _ key: StaticString, isOptional: Bool
  ) throws -> Bool {
    let kind: ValueKind = isOptional ? .optionalReference : .reference
    guard run.expects(key, level: level, kind, to: ObjectIdentifier(type)) else { return false }
    // Safe: the object is alive.
    try unsafe run.put(reference: object.map { unsafe Unmanaged.passUnretained($0) })
    return true
  }

  /// Writes a reference whose key was not expected, or has had none to the class, and remembers that it has now.
  @usableFromInline
  @inline(never)
  func encodeFirst<T: AnyObject & Encodable, Reference: Encodable>(
    reference value: Reference, to type: T.Type, _ key: StaticString
  ) throws {
    let place = find(key)
    let frame = run.frame
    let route = try frame.findRoute(Reference.self, place)
    if route is ClassRoute || route is OptionalClassRoute, let exact = route.exact {
      frame.layout?.rememberReferences(
        to: ObjectIdentifier(type as AnyObject.Type), type: exact, at: place)
    }
    try frame.put(value, place)
  }
}

extension FieldEncoder {
  // One by one, so that each call goes straight to the writing of its type.

  /// Writes one key.
  ///
  /// - Throws: `EncodingError`.
  public mutating func encode(_ value: Bool?, _ key: StaticString) throws { try put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: `EncodingError`.
  public mutating func encode(_ value: Int?, _ key: StaticString) throws { try put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: `EncodingError`.
  public mutating func encode(_ value: Double?, _ key: StaticString) throws { try put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: `EncodingError`.
  public mutating func encode(_ value: String?, _ key: StaticString) throws { try put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: `EncodingError`.
  public mutating func encode(_ value: [Int], _ key: StaticString) throws { try put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: `EncodingError`.
  public mutating func encode(_ value: [Double], _ key: StaticString) throws { try put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: `EncodingError`.
  public mutating func encode(_ value: [String], _ key: StaticString) throws { try put(value, key) }
}

extension FieldEncodable {
  /// Encodes for ``SteleEncoder``; other encoders are refused.
  ///
  /// - Throws: `EncodingError` for other encoders, or what the value throws.
  public func encode(to encoder: any Encoder) throws {
    guard let frame = (encoder as? EncodingFrame) ?? (encoder as? LevelEncoder)?.frame else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "\(Self.self) writes its keys by hand, which takes a SteleEncoder."))
    }
    // Fields do not keep their frame, and this may be the only one who has it.
    defer { withExtendedLifetime(frame) {} }
    var fields = try FieldEncoder(frame)
    if frame.isRecord { frame.core.objects.use(level: 0) }
    try encode(to: &fields)
  }
}
