/// What is known of the objects of one class.
final class ClassShape {
  let declaration: TypeDeclaration
  let body: BodyShape
  let writer: RecordWriter
  /// Whether references out of its objects cannot make a strong cycle.
  let isTwoPhase: Bool
  /// Whether the objects are kept as they are.
  let isOpaque: Bool
  /// Whether the objects write their keys by hand.
  let writesFields: Bool
  /// The identity of what is known of the bodies.
  let owner: ObjectIdentifier
  /// Whether an object has been looked at for properties that its coding leaves out.
  var isExamined = false

  init(
    _ declaration: TypeDeclaration, _ body: BodyShape, _ writer: RecordWriter,
    isTwoPhase: Bool, isOpaque: Bool
  ) {
    self.declaration = declaration
    self.body = body
    self.writer = writer
    self.isTwoPhase = isTwoPhase
    self.isOpaque = isOpaque
    writesFields = writer.writesFields
    owner = ObjectIdentifier(body)
  }
}

/// Writes the keys of the objects of one class.
class RecordWriter {
  /// Whether the objects write their keys by hand, and so may go on with keys that have been begun.
  var writesFields: Bool { false }

  /// Writes an object of the class that the writer is for.
  // Safe: the object is alive, and of the class that the writer is for.
  @unsafe
  func write(_ object: Unmanaged<AnyObject>, to frame: EncodingFrame) throws {}
}

/// Writes objects whose `encode(to:)` says what their keys are.
private final class CodableRecordWriter<T: Encodable>: RecordWriter {
  @unsafe
  override func write(_ object: Unmanaged<AnyObject>, to frame: EncodingFrame) throws {
    try unsafe withUnsafePointer(to: object) { object in
      // Safe: a value of a class type is a reference, and the class is that of the object.
      try unsafe withValue(at: object, as: T.self) { try $0.encode(to: frame) }
    }
  }
}

/// Writes objects that write their keys by hand.
private final class FieldRecordWriter<T: FieldEncodable>: RecordWriter {
  override var writesFields: Bool { true }

  @unsafe
  override func write(_ object: Unmanaged<AnyObject>, to frame: EncodingFrame) throws {
    var fields: FieldEncoder
    if frame.mode == .keyed {
      fields = FieldEncoder(frame.run)
    } else {
      fields = try FieldEncoder(frame)
      frame.core.objects.use(level: 0)
    }
    try unsafe withUnsafePointer(to: object) { object in
      // Safe: a value of a class type is a reference, and the class is that of the object.
      try unsafe withValue(at: object, as: T.self) { try $0.encode(to: &fields) }
    }
  }
}

extension Encodable {
  fileprivate static var recordWriter: RecordWriter { CodableRecordWriter<Self>() }
}

extension FieldEncodable {
  fileprivate static var fieldRecordWriter: RecordWriter { FieldRecordWriter<Self>() }
}

extension EncodingCore {
  /// Makes what is known of a class.
  func makeClassShape(_ type: any Encodable.Type) throws -> ClassShape {
    let declaration = try declaration(of: type)
    let body = BodyShape(
      .class(declaration), declaration.levels.map { level(of: $0) }, type: unknownType)
    let writer =
      (type as? any FieldEncodable.Type)?.fieldRecordWriter ?? type.recordWriter
    let isOpaque = type == OpaqueObject.self
    return ClassShape(
      declaration, body, writer, isTwoPhase: isOpaque || type is any TwoPhaseCodable.Type,
      isOpaque: isOpaque)
  }
}
