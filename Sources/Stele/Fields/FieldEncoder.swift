/// Writes the keys of one object or value.
///
/// The keys need not be declared: the first instance makes the class entry, and a key that comes when it is due is found by
/// comparing one literal. It must not be used after the call that it was given to.
public struct FieldEncoder {
  private let frame: EncodingFrame
  private let body: BodyShape
  private var level: Int
  /// The keys of the level.
  private var shape: LevelShape
  /// The position, among the keys as they were written last, of the key that is expected.
  private var cursor = 0

  init(_ frame: EncodingFrame, level: Int) throws {
    if frame.mode == .empty { try frame.beginKeyed() }
    guard frame.mode == .keyed, let body = frame.keyed.body else {
      throw frame.error(.coderIsFinished, "The value has another container already.")
    }
    self.frame = frame
    self.body = body
    self.level = level
    shape = body.levels[level]
    if frame.isRecord { frame.core.objects.use(level: level) }
  }

  /// Begins the keys of a class of the hierarchy.
  ///
  /// Until the first call, keys are those of the topmost class that can be archived.
  ///
  /// - Parameter type: The class: the one that calls, not that of the object.
  /// - Throws: `EncodingError` when the object is not one of the class.
  public mutating func level<T: FieldEncodable & AnyObject>(_ type: T.Type) throws {
    guard let index = body.levelTypes.firstIndex(of: ObjectIdentifier(type)) else {
      throw frame.error(
        .unknownClass(String(describing: type)), "The object has no level of this class.")
    }
    level = index
    shape = body.levels[index]
    cursor = 0
    frame.core.objects.use(level: index)
  }

  /// The encoder of the same object or value, for a superclass that is `Codable`.
  public var encoder: any Encoder { frame }

  /// What the program said to its types when encoding began.
  public var userInfo: [CodingUserInfoKey: Any] { frame.core.userInfo }

  /// The number of a key in its level.
  private mutating func number(of key: StaticString) -> Int {
    shape.number(ofStaticKey: key, at: &cursor)
  }

  @inline(__always)
  private mutating func put<Scalar: WireScalar>(_ value: Scalar, _ key: StaticString) {
    let number = number(of: key)
    let start = frame.buffer.count
    value.write(to: &frame.buffer.writer)
    frame.note(number, level: level, type: Scalar.typeCode.planNumber, start: start)
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
    let number = number(of: key)
    let route = try shape.route(ofKey: number, T.self, frame.core)
    let start = frame.buffer.count
    frame.current = (level, number)
    do {
      let encoded = try route.encode(value, in: Spot(frame: frame, depth: frame.depth + 1))
      frame.note(number, level: level, type: encoded.type, start: start)
    } catch {
      frame.forget(from: start)
      throw error
    }
  }

  /// Writes one key.
  public mutating func encode(_ value: Bool, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  public mutating func encode(_ value: Int, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  public mutating func encode(_ value: Double, _ key: StaticString) throws { put(value, key) }

  /// Writes one key.
  public mutating func encode(_ value: String, _ key: StaticString) throws { put(value, key) }
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
