/// What is known of the objects of one class.
final class ClassShape {
  let declaration: TypeDeclaration
  let body: BodyShape
  let writer: any RecordWriting
  /// Whether references out of its objects cannot make a strong cycle.
  let isTwoPhase: Bool
  /// Whether the objects are kept as they are.
  let isOpaque: Bool
  /// Whether an object has been looked at for properties that its coding leaves out.
  var isExamined = false

  init(
    _ declaration: TypeDeclaration, _ body: BodyShape, _ writer: any RecordWriting,
    isTwoPhase: Bool, isOpaque: Bool
  ) {
    self.declaration = declaration
    self.body = body
    self.writer = writer
    self.isTwoPhase = isTwoPhase
    self.isOpaque = isOpaque
  }
}

/// Writes the keys of the objects of one class.
protocol RecordWriting {
  func write(_ object: AnyObject, to frame: EncodingFrame) throws
}

/// Writes objects whose `encode(to:)` says what their keys are.
struct CodableRecordWriter<T: Encodable>: RecordWriting {
  func write(_ object: AnyObject, to frame: EncodingFrame) throws {
    // Safe: the writer is made for the class of the object.
    try unsafe unsafeBitCast(object, to: T.self).encode(to: frame)
  }
}

/// Writes objects that write their keys by hand.
struct FieldRecordWriter<T: FieldEncodable>: RecordWriting {
  func write(_ object: AnyObject, to frame: EncodingFrame) throws {
    var fields = try FieldEncoder(frame, level: 0)
    // Safe: the writer is made for the class of the object.
    try unsafe unsafeBitCast(object, to: T.self).encode(to: &fields)
  }
}

extension Encodable {
  fileprivate static var recordWriter: any RecordWriting { CodableRecordWriter<Self>() }
}

extension FieldEncodable {
  fileprivate static var fieldRecordWriter: any RecordWriting { FieldRecordWriter<Self>() }
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
