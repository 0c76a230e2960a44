/// Decodes references to objects of a class.
///
/// Spec §5.3, §10.4, line 8.
final class ReferenceDecoder<Value: Decodable>: TypeDecoder<Value> {
  private let target: TargetClass
  /// The class that a program has requested, which may be a subclass.
  private let requested: Value.Type
  /// Decodes values that are not objects in the archive.
  private var values: CodableDecoder<Value>?

  init(_ type: Value.Type, entryCount: Int) {
    requested = type
    target = TargetClass(type, entryCount: entryCount) { $0 is Value.Type }
    super.init(references: target)
    target.decoder = self
  }

  override func close() {
    values?.close()
    values = nil
  }

  override func reset(for session: DecodingSession) throws -> Bool {
    try session.classes.allowRequested(requested)
    target.reset()
    return true
  }

  override func decodeObject(
    of type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> AnyObject {
    let decoder = try values ?? CodableDecoder(session, makesObjects: true)
    values = decoder
    try session.validateListed(Value.self)
    try session.rememberConversion(to: Value.self, from: type, at: input.offset)
    let holder = session.path.object(to: session.path.count)
    // Safe: this decoder is made for classes only, so that `Value` is one, and an instance of it is one pointer.
    let object = unsafe unsafeBitCast(try decoder.decode(type, &input, session), to: AnyObject.self)
    if let object = object as? any AwakeAfterDecoding {
      session.pending.valueAwakenings[holder, default: []].append { try object.awake() }
    }
    return object
  }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    let start = input.offset
    guard let object = try session.reference(type, &input, target) else {
      throw session.noValue(Value.self, at: start)
    }
    // Safe: `Value` is a class, because this decoder is made for classes only, and the object was found to be of
    // it; a reference to a class instance is one pointer whatever its static type.
    return unsafe unsafeBitCast(object, to: Value.self)
  }

  override func decodeElements(
    _ list: OpenList, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> [Value] {
    // Safe: references to objects of `Value` are as those to any objects (see above), and the buffer has room for all.
    try unsafe [Value](unsafeUninitializedCapacity: list.count) { elements, count in
      guard let start = UnsafeMutableRawPointer(elements.baseAddress) else { return }
      try unsafe session.decodeReferences(
        list, &input, target, to: start.assumingMemoryBound(to: AnyObject.self), &count)
    }
  }
}

extension BackReference: DirectlyDecodable {
  static func makeTypeDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    BackReferenceDecoder<Target>()
  }
}

/// Decodes back references, which stay empty until all objects have been made.
///
/// Spec §5.4.
final class BackReferenceDecoder<Target: AnyObject & Codable>: TypeDecoder<BackReference<Target>> {
  override var absent: BackReference<Target>? { BackReference() }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> BackReference<Target> {
    let number = try session.reference(type, &input, as: BackReference<Target>.self)
    guard number > 0 else { return BackReference() }
    return BackReference(
      box: session.pending.references.box(
        to: number, of: session.store.objectCount, Target.self,
        holder: session.path.object(to: session.path.count)))
  }
}

extension LateReference: DirectlyDecodable {
  static func makeTypeDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    LateReferenceDecoder(try session.typeDecoder(of: Value.self))
  }
}

/// Decodes late references: skips their values, which are decoded when no initialiser is running.
final class LateReferenceDecoder<Value: LateValue>: TypeDecoder<LateReference<Value>> {
  private let value: TypeDecoder<Value>
  /// Whether nil is a value, which need not wait.
  private let isOptional = Value.self is any OptionalType.Type
  /// The type of boxes, kept since the runtime takes long to find it.
  private let boxType = LateBox<Value>.self

  init(_ value: TypeDecoder<Value>) { self.value = value }

  override var absent: LateReference<Value>? { LateReference(wrappedValue: Value.placeholder) }

  override var nilDepth: Int { isOptional ? .max : 0 }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> LateReference<Value> {
    let start = input
    if type.isReference {
      if input.readNumber() == 0, isOptional {
        return LateReference(wrappedValue: Value.placeholder)
      }
    } else {
      session.types.skip(type, &input)
    }
    let box = boxType.init(Value.placeholder)
    var type = type
    type.isLate = true
    session.pending.references.late.append(
      LateTask(
        holder: session.path.object(to: session.path.count), step: session.path.last,
        decoder: self, type: type, input: start, box: box))
    return LateReference(box: box)
  }

  override func decodeLate(_ late: LateTask, _ session: DecodingSession) throws {
    // Safe: this decoder has made the box.
    let box = unsafe unsafeDowncast(late.box, to: LateBox<Value>.self)
    var input = late.input
    box.value = try value.decode(late.type, &input, session)
  }
}

extension OpaqueObject: DirectlyDecodable {
  static func makeTypeDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    OpaqueObjectDecoder()
  }
}

/// Decodes references to objects that are kept as they are.
///
/// Spec §10.5.
final class OpaqueObjectDecoder: TypeDecoder<OpaqueObject> {
  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> OpaqueObject {
    let start = input.offset
    let number = try session.reference(type, &input, as: OpaqueObject.self)
    guard number > 0 else { throw session.noValue(OpaqueObject.self, at: start) }
    return try session.opaqueObject(number, at: start)
  }
}

extension MaybeUnknown: DirectlyDecodable {
  static func makeTypeDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    MaybeUnknownDecoder(try session.typeDecoder(of: Object.self))
  }
}

/// Decodes references to objects of a class of the program, or of classes that it does not know.
///
/// Spec §10.5.
final class MaybeUnknownDecoder<Object: AnyObject & Codable>: TypeDecoder<MaybeUnknown<Object>> {
  private let known: TypeDecoder<Object>

  init(_ known: TypeDecoder<Object>) { self.known = known }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> MaybeUnknown<Object> {
    let start = input.offset
    var ahead = input
    let number = try session.reference(type, &ahead, as: Object.self)
    guard number > 0 else { throw session.noValue(Object.self, at: start) }
    if number <= session.store.objectCount, try !session.knowsClass(of: number, as: Object.self) {
      input = ahead
      return .unknown(try session.opaqueObject(number, at: start))
    }
    return .known(try known.decode(type, &input, session))
  }
}

extension DecodingSession {
  /// Returns whether an object is of a class that is allowed if a certain class is requested.
  fileprivate func knowsClass(
    of number: Int, as requested: Any.Type
  ) throws(ArchiveError) -> Bool {
    guard let name = types.name(ofEntry: try store.entry(of: number)), let found = classes[name]
    else { return false }
    return classes.allows(found.type, for: requested)
  }

  /// Returns the number in a strong or weak reference, or 0 for nil.
  fileprivate func reference(
    _ type: ArchivedType, _ input: inout ValidCursor, as expected: @autoclosure () -> Any.Type
  ) throws -> Int {
    let start = input.offset
    guard let type = types.unwrap(type, &input) else { return 0 }
    guard type.isReference || type.code == .weak else {
      throw wrongType(expected(), type, at: start)
    }
    return types.readReference(type, &input)
  }
}
