/// Writes the keys of one object, whose names are known only when the program runs.
///
/// The keys belong to the class of the object, unless it is known which of its superclasses has written one.
package struct ObjectEncoder {
  private let encoder: ValueEncoder
  private let level: Int

  init(_ encoder: ValueEncoder) throws {
    if encoder.mode == .empty { try encoder.beginKeyed() }
    guard encoder.mode == .keyed, let observed = encoder.observed else {
      throw encoder.error(.coderIsFinished, "the value has another container already")
    }
    self.init(encoder, level: observed.ownLevel)
  }

  private init(_ encoder: ValueEncoder, level: Int) {
    self.encoder = encoder
    self.level = level
    encoder.graph.noteUse(ofLevel: level)
  }

  /// Writes keys of one level of the class, counted from the topmost superclass.
  package func at(level: Int) -> ObjectEncoder {
    level == self.level ? self : ObjectEncoder(encoder, level: level)
  }

  /// Writes one key, in place of what has been written for it before.
  ///
  /// The objects of the value before stay in the archive, where nothing need refer to them.
  ///
  /// - Throws: `EncodingError`, or what the value throws.
  package func encode<T: Encodable>(_ value: T, forKey key: String) throws {
    try FieldEncoder(encoder.cell).encode(value, named: key, level: level)
  }
}
