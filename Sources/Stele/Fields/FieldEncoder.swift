/// Writes the keys of one object or value.
///
/// The keys need not be declared: the first instance makes the class entry, and a key that comes when it is due is found by
/// comparing one literal. It must not be used after the call that it was given to.
public struct FieldEncoder {
  private let frame: EncodingFrame
  // The same as that of the frame, which is kept above.
  private let run: KeyRun
  private var level: Int

  @inline(__always)
  init(_ frame: EncodingFrame, level: Int) throws {
    if frame.mode == .empty { try frame.beginKeyed() }
    guard frame.mode == .keyed, frame.body != nil else {
      throw frame.error(.coderIsFinished, "The value has another container already.")
    }
    self.frame = frame
    run = frame.run
    self.level = level
    if frame.notesLevels { frame.core.objects.use(level: level) }
  }

  /// Begins the keys of a class of the hierarchy.
  ///
  /// Until the first call, keys are those of the topmost class that can be archived.
  ///
  /// - Parameter type: The class: the one that calls, not that of the object.
  /// - Throws: `EncodingError` when the object is not one of the class.
  public mutating func level<T: FieldEncodable & AnyObject>(_ type: T.Type) throws {
    guard let index = frame.body?.levelTypes.firstIndex(of: ObjectIdentifier(type)) else {
      throw frame.error(
        .unknownClass(String(describing: type)), "The object has no level of this class.")
    }
    level = index
    frame.core.objects.use(level: index)
  }

  /// The encoder of the same object or value, for a superclass that is `Codable`.
  public var encoder: any Encoder { frame }

  /// What the program said to its types when encoding began.
  public var userInfo: [CodingUserInfoKey: Any] { frame.core.userInfo }

  /// The place of a key among all keys of the hierarchy.
  @inline(never)
  private func find(_ key: StaticString) -> Int {
    let shape = frame.body?.levels[level] ?? LevelShape(name: "")
    let place = level << 32 | shape.number(ofStaticKey: key)
    frame.layout?.remember(key, at: place)
    return place
  }

  @inline(__always)
  private func put<Scalar: WireScalar>(_ value: Scalar, _ key: StaticString) {
    let buffer = run.buffer
    let start = buffer.count
    value.write(to: buffer)
    if run.pass(key, level: level, type: Scalar.planNumber, start: start) { return }
    frame.note(find(key), type: Scalar.planNumber, start: start)
  }

  /// Writes one key.
  ///
  /// - Parameters:
  ///   - value: The value; nil is written as such.
  ///   - key: The name in archives.
  /// - Throws: `EncodingError`, or what the value throws.
  public mutating func encode<T: Encodable>(_ value: T, _ key: StaticString) throws {
    if T.self == UnknownKeys.self, let unknown = value as? UnknownKeys {
      return try frame.write(unknown, level: level)
    }
    try frame.put(value, run.place(of: key, level: level) ?? find(key))
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

extension FieldEncodable {
  /// Encodes for ``SteleEncoder``; other encoders are refused.
  ///
  /// - Throws: `EncodingError` for other encoders, or what the value throws.
  public func encode(to encoder: any Encoder) throws {
    switch encoder {
    case let frame as EncodingFrame:
      var fields = try FieldEncoder(frame, level: 0)
      try encode(to: &fields)
    case let encoder as LevelEncoder:
      var fields = try FieldEncoder(encoder.frame, level: 0)
      try encode(to: &fields)
    default:
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "\(Self.self) writes its keys by hand, which takes a SteleEncoder."))
    }
  }
}
