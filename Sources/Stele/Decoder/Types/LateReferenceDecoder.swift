/// A value that is decoded when no initialiser is running.
struct LateTask {
  /// The number of the object that holds the reference, or 0.
  let holder: Int
  /// The last step to the reference.
  let step: PathStep
  /// The decoder of the value.
  let decoder: AnyTypeDecoder
  /// The type of the value in the archive.
  let type: ArchivedType
  /// The value.
  let input: ValidCursor
  /// The storage of the reference.
  let box: AnyLateBox
}

extension LateReference: DirectlyDecodable {
  static func makeTypeDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    LateReferenceDecoder(try session.typeDecoder(of: Value.self))
  }
}

/// Decodes late references: passes over their values, and leaves word to decode them later.
final class LateReferenceDecoder<Value: LateValue>: TypeDecoder<LateReference<Value>> {
  private let value: TypeDecoder<Value>
  /// The class of the objects, if values are optional references to objects.
  private let request: RequestedClass?
  /// The type of boxes, which the runtime would have to look for otherwise.
  private let boxType = LateBox<Value>.self

  init(_ value: TypeDecoder<Value>) {
    self.value = value
    request = value.optionalClass
  }

  override var absent: LateReference<Value>? { LateReference(wrappedValue: Value.placeholder) }

  override var decodesNil: Bool { request != nil }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> LateReference<Value> {
    if type.isReference, request != nil {
      return decodeReference(type, &input, session)
        ?? LateReference(wrappedValue: Value.placeholder)
    }
    let start = input
    session.skip(type, &input)
    return later(type, from: start, session)
  }

  override func decodeOptional(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> LateReference<Value>? {
    decodeReference(type, &input, session)
  }

  /// Decodes a reference; returns nil if it is one to nothing.
  private func decodeReference(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) -> LateReference<Value>? {
    let start = input
    return input.readNumber() == 0 ? nil : later(type, from: start, session)
  }

  private func later(
    _ type: ArchivedType, from start: ValidCursor, _ session: DecodingSession
  ) -> LateReference<Value> {
    let box = boxType.init(Value.placeholder)
    var type = type
    type.isLate = true
    session.pending.late.append(
      LateTask(
        holder: session.path.object(to: session.path.count), step: session.path.last,
        decoder: self, type: type, input: start, box: box))
    return LateReference(box: box)
  }

  override func decodeLate(_ late: LateTask, _ session: DecodingSession) throws {
    // Safe: this decoder has made the box.
    let box = unsafe unsafeDowncast(late.box, to: LateBox<Value>.self)
    var input = late.input
    if let request, late.type.isReference {
      // As a rule the object is there already, and need not be asked for.
      var number = input
      if let object = session.known(number.readNumber(), request) { return box.set(object) }
    }
    box.value = try value.decode(late.type, &input, session)
  }
}
