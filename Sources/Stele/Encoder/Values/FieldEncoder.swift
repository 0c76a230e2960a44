/// A type that writes its keys by hand.
///
/// The common requirements of ``FieldCodable`` and ``TwoPhaseCodable``.
///
/// The protocol inherits from `Encodable`, so optionals, arrays and dictionaries of such types can be encoded; that
/// conformance is for ``SteleEncoder`` only, unless a type brings its own.
public protocol FieldEncodable: Encodable {
  /// Writes the keys, one call for each.
  ///
  /// Each class of a hierarchy calls ``FieldEncoder/level(_:)`` before its own keys, and `super`. A superclass that is
  /// only `Codable` gets ``FieldEncoder/encoder``.
  ///
  /// - Parameter fields: The encoder of the keys.
  /// - Throws: Any error of writing a key.
  func encode(to fields: inout FieldEncoder) throws
}

/// Writes the keys of one object or value.
///
/// The keys need not be declared: the first instance makes the class entry, and the expected key is recognised by
/// comparing one literal. A field encoder cannot be copied, so no code can use it after the call that it is passed to.
public struct FieldEncoder: ~Copyable {
  // Safe: functions with the effect `releasenone` change only the memory of the encoder, and run no code of the program, also if
  // their key is not the expected one. Callers need not count references to the strings and arrays that they pass.

  /// The value, whose encoder outlives the call that gets this field encoder.
  private let cell: ValueCell
  private var level = 0

  /// Continues a value whose keys have been begun.
  @inline(__always)
  init(_ cell: ValueCell) { self.cell = cell }

  @inline(__always)
  init(beginning cell: ValueCell) throws {
    self.cell = cell
    if cell.state.mode == .empty, cell.state.observed != nil {
      cell.beginKeys()
    } else {
      try begin()
    }
  }

  @inline(never)
  private func begin() throws {
    if cell.state.mode == .empty { try cell.beginKeyed() }
    guard cell.state.mode == .keyed, cell.state.observed != nil else {
      throw cell.error(.coderIsFinished, "the value has another container already")
    }
  }

  /// Begins the keys of a class of the hierarchy.
  ///
  /// Until the first call, keys are those of the topmost class that can be archived.
  ///
  /// - Parameter type: The calling class, which may be a superclass of the class of the object.
  /// - Throws: `EncodingError` if the object is not one of the class.
  public mutating func level<T: FieldEncodable & AnyObject>(_ type: T.Type) throws {
    guard let index = cell.state.observed?.levelTypes.firstIndex(of: ObjectIdentifier(type)) else {
      throw cell.error(
        .unknownClass(String(describing: type)),
        "the object is not of the class \(type), nor of a subclass")
    }
    begin(level: index)
  }

  /// Returns the error of an object whose class cannot be coded.
  func refusal(_ flaw: SteleCodingError, of object: AnyObject) -> EncodingError {
    var error = flaw
    let number = cell.session.currentObject
    error.object = number > 0 ? number : nil
    return error.encodingError(object, cell.codingPath + PathKey.path(toProperty: flaw.keyPath))
  }

  mutating func begin(level index: Int) {
    level = index
    let session = cell.session
    session.markUse(ofLevel: index)
    if index == 0 { session.markUseOfTopmost() }
  }

  /// Writes a key of a level, with a name known only at run time.
  func encode<T: Encodable>(_ value: T, named key: String, level: Int) throws {
    if cell.expects(key, level: level), try cell.putAgain(value) { return }
    try cell.put(value, level: level) { cell.place(ofKey: key, level: level) }
  }

  /// The encoder of the same object or value, for a superclass that is `Codable`.
  public var encoder: any Encoder {
    cell.state.isShared = true
    return cell.encoder
  }

  /// The values that the program passed to the encoder for its types.
  public var userInfo: [CodingUserInfoKey: any Sendable] { cell.session.options.userInfo }

  /// Returns the place of a key that was not recognised by its literal.
  ///
  /// If the key is of the topmost level, the call also marks that the topmost class has written a key.
  @inline(never)
  private func place(of key: StaticString) -> Int {
    if level == 0 { cell.session.markUseOfTopmost() }
    return cell.place(of: KeyToken(key, level: level), { key.description }, level: level)
  }

  /// Writes a scalar, or an optional one: at once if its key is expected and the buffer has room.
  @inline(__always)
  private func put<Scalar: ScalarValue>(_ value: Scalar, _ key: StaticString) {
    let buffer = cell.buffer
    guard buffer.hasRoom,
      cell.state.keys.pass(
        KeyToken(key, level: level), type: Scalar.typeIndex, start: buffer.count)
    else { return putFirst(value, key) }
    value.write(to: buffer)
  }

  /// Writes a scalar whose key or type is not the expected one, or for which the buffer lacks room.
  @inline(never)
  private func putFirst<Scalar: ScalarValue>(_ value: Scalar, _ key: StaticString) {
    let start = cell.buffer.count
    value.write(to: cell.buffer)
    remember(key, type: Scalar.typeIndex, start: start)
  }

  @inline(__always)
  private func put<Scalar: WireScalar>(_ values: [Scalar], _ key: StaticString) {
    let start = cell.buffer.count
    values.write(to: cell)
    if cell.state.keys.pass(KeyToken(key, level: level), type: Scalar.listIndex, start: start) {
      return
    }
    remember(key, type: Scalar.listIndex, start: start)
  }

  /// Remembers a value whose key or type is not the expected one.
  @inline(never)
  private func remember(_ key: StaticString, type: Int, start: Int) {
    cell.remember(place(of: key), type: type, start: start)
  }

  /// Writes one key.
  ///
  /// - Parameters:
  ///   - value: The value; nil is written as a nil.
  ///   - key: The name in archives.
  /// - Throws: `EncodingError`, or any error of the value.
  public mutating func encode<T: Encodable>(_ value: T, _ key: StaticString) throws {
    if cell.state.keys.expects(KeyToken(key, level: level)), try cell.putAgain(value) { return }
    try cell.put(value, level: level) { place(of: key) }
  }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  public mutating func encode(_ value: Bool, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  @_effects(releasenone)
  public mutating func encode(_ value: String, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  public mutating func encode(_ value: Double, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  public mutating func encode(_ value: Float, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  public mutating func encode(_ value: Int, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  public mutating func encode(_ value: Int8, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  public mutating func encode(_ value: Int16, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  public mutating func encode(_ value: Int32, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  public mutating func encode(_ value: Int64, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  public mutating func encode(_ value: UInt, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  public mutating func encode(_ value: UInt8, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  public mutating func encode(_ value: UInt16, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  public mutating func encode(_ value: UInt32, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
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
    if putNumbered(address, T.self, key, isOptional: true) { return }
    try encodeUnnumbered(value, key)
  }

  /// Writes one key, whose value is a reference to an object.
  ///
  /// - Throws: `EncodingError`.
  @inlinable
  @inline(__always)
  public mutating func encode<T: AnyObject & Encodable>(_ value: T, _ key: StaticString) throws {
    let address = UInt(bitPattern: ObjectIdentifier(value))
    if putNumbered(address, T.self, key, isOptional: false) { return }
    try encodeUnnumbered(value, key)
  }

  /// Writes a reference to an object that has no number yet, or whose key or class is not the expected one.
  @inlinable
  @inline(never)
  mutating func encodeUnnumbered<T: AnyObject & Encodable>(_ value: T?, _ key: StaticString) throws
  {
    if try putKnown(value, T.self, key, isOptional: true) { return }
    try encodeFirst(reference: value, to: T.self, key)
  }

  /// Writes a reference to an object that has no number yet, or whose key or class is not the expected one.
  @inlinable
  @inline(never)
  mutating func encodeUnnumbered<T: AnyObject & Encodable>(_ value: T, _ key: StaticString) throws {
    if try putKnown(value, T.self, key, isOptional: false) { return }
    try encodeFirst(reference: value, to: T.self, key)
  }

  /// Writes a reference to an object that has a number, or is of the class of the last object that got one. Returns `false` if
  /// it is another object, the key is not the expected one, or it has not had a reference to the same class.
  ///
  /// The effect lets the caller use the object without counting a reference to it, which for an object that has a number would be
  /// the only access to its memory.
  // Safe: it changes memory that nothing but the encoder has, and releases no object. The caller uses the object if the result
  // is false, so it is alive until then.
  @usableFromInline
  @_effects(releasenone)
  func putNumbered(
    _ address: UInt, _ type: AnyObject.Type, _ key: StaticString, isOptional: Bool
  ) -> Bool {
    unsafe expects(key, type, isOptional: isOptional) && cell.put(referenceTo: address)
  }

  /// Returns whether a key is expected, and has had a reference to an object of a class.
  @inline(__always)
  private func expects(_ key: StaticString, _ type: AnyObject.Type, isOptional: Bool) -> Bool {
    guard cell.state.keys.expects(KeyToken(key, level: level)) else { return false }
    let expected = cell.state.keys.expected
    return expected.objectType == ObjectIdentifier(type)
      && expected.isOptionalReference == isOptional
  }

  /// Writes a reference if its key is expected and has had one to the same class, or returns `false` otherwise.
  @usableFromInline
  func putKnown(
    _ object: AnyObject?, _ type: AnyObject.Type, _ key: StaticString, isOptional: Bool
  ) throws -> Bool {
    guard expects(key, type, isOptional: isOptional) else { return false }
    try cell.put(reference: object)
    return true
  }

  /// Writes a reference whose key is not expected, or has had none to the class, and remembers the class.
  @usableFromInline
  @inline(never)
  func encodeFirst<T: AnyObject & Encodable, Reference: Encodable>(
    reference value: Reference, to type: T.Type, _ key: StaticString
  ) throws {
    let place = place(of: key)
    let encoder = try cell.session.encoder(of: Reference.self)
    let isOptional = Reference.self != T.self
    if encoder.role == .reference || encoder.role == .optionalReference, let exact = encoder.exact {
      cell.state.keys.layout?.update(place) {
        guard $0.type == exact else { return }
        $0.objectType = ObjectIdentifier(type as AnyObject.Type)
        $0.isOptionalReference = isOptional
      }
    }
    try cell.put(value, encoder, at: place)
  }
}

extension FieldEncoder {
  // One overload for each type, so that the compiler chooses the code that writes it.

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  public mutating func encode(_ value: Bool?, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  public mutating func encode(_ value: Int?, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  public mutating func encode(_ value: Double?, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  @_effects(releasenone)
  public mutating func encode(_ value: String?, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  @_effects(releasenone)
  public mutating func encode(_ value: [Int], _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  @_effects(releasenone)
  public mutating func encode(_ value: [Double], _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  ///
  /// - Throws: Nothing by itself; an error of the key is thrown at the end of the record.
  @_effects(releasenone)
  public mutating func encode(_ value: [String], _ key: StaticString) throws { put(value, key) }
}

extension FieldEncodable {
  /// Encodes for ``SteleEncoder``; other encoders are refused.
  ///
  /// - Throws: `EncodingError` for other encoders, or any error of the value.
  public func encode(to encoder: any Encoder) throws {
    guard let values = (encoder as? ValueEncoder) ?? (encoder as? LevelEncoder)?.encoder else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "\(Self.self) writes its keys by hand, which takes a SteleEncoder."))
    }
    // Fields do not keep their encoder, and this may be the only reference to it.
    defer { withExtendedLifetime(values) {} }
    var fields = try FieldEncoder(beginning: values.cell)
    if values.cell.isRecord { values.session.markUse(ofLevel: 0) }
    values.cell.refuse(
      try TypeDeclaration.shared(for: type(of: self)).misplacement(
        in: values.cell.state.observed?.declarations ?? []))
    try encode(to: &fields)
  }
}

/// The encoder of the keys of one object, with names known only at run time.
///
/// The keys belong to the class of the object, unless a caller selects the level of a superclass.
package struct ObjectEncoder {
  /// The encoder of the record, whose keys have been begun.
  let encoder: ValueEncoder
  let level: Int

  /// Returns the encoder of the keys of one level of the class, counted from the topmost superclass.
  package func at(level: Int) -> ObjectEncoder { ObjectEncoder(encoder: encoder, level: level) }

  /// Writes one key, in place of an earlier value of the key.
  ///
  /// The objects of the earlier value stay in the archive, even if nothing refers to them any longer.
  ///
  /// - Throws: `EncodingError`, or any error of the value.
  package func encode<T: Encodable>(_ value: T, forKey key: String) throws {
    try FieldEncoder(encoder.cell).encode(value, named: key, level: level)
  }

  /// Writes one key with a value that is made while the objects in it are written.
  ///
  /// The key is added to the class before the keys of those objects, so keys are in the order of the calls.
  ///
  /// - Throws: `EncodingError`, or any error of the value or an object in it.
  package func encode(
    forKey key: String, _ make: (ObjectWriter) throws -> any Encodable
  ) throws {
    encoder.cell.state.current = encoder.cell.place(ofKey: key, level: level)
    try encode(make(ObjectWriter(encoder)), forKey: key)
  }
}

/// A writer of objects before the value that refers to them, so that each is written when the program passes it.
package struct ObjectWriter {
  /// The limit of nesting of objects that are written at once, together with the collections between them.
  ///
  /// Deeper objects are written later in the queue, so no graph is too deep for the stack.
  ///
  /// The limit is a count, not the room on the stack, so an archive does not depend on the calling program. A program
  /// that is not optimised takes about 10 KB for each; 512 KB are the stack of threads other than the main one on Apple's systems.
  package static let depthLimit = 48

  private let encoder: ValueEncoder

  init(_ encoder: ValueEncoder) { self.encoder = encoder }

  /// Writes an object that the surrogate encodes, unless it has been written, or is too deep and waits in the queue.
  ///
  /// `nesting` is the number of collections that enclose the object in the value.
  ///
  /// - Throws: Any error of the object.
  package func write(_ object: AnyObject, nesting: Int) throws {
    _ = try encoder.cell.number(of: object, nesting: nesting)
  }
}
