/// Encodes objects whose classes are not `Codable`, in the way of a framework that has its own protocol for that.
package protocol EncodingSurrogate: AnyObject {
  /// What is known of the class as which an object is recorded.
  ///
  /// It is asked once for each class of the program, with the first object of it.
  ///
  /// - Returns: The declaration, or nil when the objects of the class are not the surrogate's to encode.
  /// - Throws: Why objects of the class cannot be encoded.
  func declaration(for object: AnyObject) throws -> TypeDeclaration?

  /// Whether objects of a class of the program are recorded as ones of different classes, so that it is asked for each of them;
  /// the same declaration has to stand for the same class.
  func recordsIndividually(_ type: AnyClass) -> Bool

  /// Writes the keys of an object.
  ///
  /// It is never called from within another call, however deep the graph is.
  func encode(_ object: AnyObject, to keys: ObjectEncoder) throws
}

extension EncodingCore {
  /// Notes the class of an object that got a number last, if it is one that only its surrogate knows.
  func noteIndividually(_ type: AnyClass, _ object: AnyObject) throws -> Bool {
    guard let surrogate, surrogate.recordsIndividually(type),
      let declaration = try surrogate.declaration(for: object)
    else { return false }
    objects.note(individual: declaration) {
      let levels = declaration.levels.map { objects.level(of: $0) }
      return makeShape(surrogate, declaration, levels)
    }
    return true
  }

  /// Makes what is known of a class whose objects a surrogate encodes, or gives nil when none does.
  func makeSurrogateShape(for object: AnyObject) throws -> ClassShape? {
    guard let surrogate, let declaration = try surrogate.declaration(for: object) else {
      return nil
    }
    try directory.add(declaration)
    return makeShape(surrogate, declaration, declaration.levels.map { level(of: $0) })
  }

  private func makeShape(
    _ surrogate: any EncodingSurrogate, _ declaration: TypeDeclaration, _ levels: [LevelShape]
  ) -> ClassShape {
    let body = BodyShape(.class(declaration), levels, type: unknownType, replacesKeys: true)
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
