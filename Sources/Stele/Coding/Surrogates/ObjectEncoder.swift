/// Writes the keys of one object, whose names are known only when the program runs.
///
/// The keys belong to the class of the object, unless it is known which of its superclasses has written one.
package struct ObjectEncoder {
  private let frame: EncodingFrame
  private let level: Int

  init(_ frame: EncodingFrame) throws {
    if frame.mode == .empty { try frame.beginKeyed() }
    guard frame.mode == .keyed, let body = frame.body else {
      throw frame.error(.coderIsFinished, "The value has another container already.")
    }
    self.init(frame, level: body.ownLevel)
  }

  private init(_ frame: EncodingFrame, level: Int) {
    self.frame = frame
    self.level = level
    frame.core.objects.use(level: level)
  }

  /// Writes keys of one level of the class, counted from the topmost superclass.
  package func at(level: Int) -> ObjectEncoder {
    level == self.level ? self : ObjectEncoder(frame, level: level)
  }

  /// Writes one key, in place of what has been written for it before.
  ///
  /// The objects of the value before stay in the archive, where nothing need refer to them.
  ///
  /// - Throws: `EncodingError`, or what the value throws.
  package func encode<T: Encodable>(_ value: T, forKey key: String) throws {
    try frame.put(value, frame.place(ofKey: key, level: level))
  }
}
