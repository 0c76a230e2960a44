/// Encodes objects whose classes are not `Codable`, in the way of a framework that has its own protocol for that.
package protocol EncodingSurrogate: AnyObject {
  /// What is known of the class as which an object is recorded.
  ///
  /// It is asked once for each class of the program, with the first object of it.
  ///
  /// - Returns: The declaration, or nil when the objects of the class are not the surrogate's to encode.
  /// - Throws: Why objects of the class cannot be encoded.
  func declaration(for object: AnyObject) throws -> TypeDeclaration?

  /// Writes the keys of an object.
  ///
  /// It is never called from within another call, however deep the graph is.
  func encode(_ object: AnyObject, to keys: ObjectEncoder) throws
}

extension EncodingCore {
  /// Makes what is known of a class whose objects a surrogate encodes, or gives nil when none does.
  func makeSurrogateShape(for object: AnyObject) throws -> ClassShape? {
    guard let surrogate, let declaration = try surrogate.declaration(for: object) else {
      return nil
    }
    try directory.add(declaration)
    let body = BodyShape(
      .class(declaration), declaration.levels.map { level(of: $0) }, type: unknownType)
    // Whether a circle can be decoded is known only to those who decode it.
    let shape = ClassShape(
      declaration, body, SurrogateWriter(surrogate), isTwoPhase: true, isOpaque: false)
    // Which properties such a class has to write is its own affair.
    shape.isExamined = true
    return shape
  }
}

/// Writes objects by their surrogate.
private final class SurrogateWriter: RecordWriter {
  private unowned let surrogate: any EncodingSurrogate

  init(_ surrogate: any EncodingSurrogate) { self.surrogate = surrogate }

  @unsafe
  override func write(_ object: Unmanaged<AnyObject>, to frame: EncodingFrame) throws {
    // Safe: the object is alive.
    try unsafe surrogate.encode(object.takeUnretainedValue(), to: ObjectEncoder(frame))
  }
}
