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

  /// Writes one key with a value that is made while the objects in it are written.
  ///
  /// The key has its place among those of the class before theirs, so that keys are in the order of the calls.
  ///
  /// - Throws: `EncodingError`, or what the value or an object in it throws.
  package func encode(
    forKey key: String, _ make: (ObjectWriter) throws -> any Encodable
  ) throws {
    encoder.cell.state.current = encoder.place(ofKey: key, level: level)
    try encode(make(ObjectWriter(encoder)), forKey: key)
  }
}

/// Writes objects before the value that refers to them is, so that each is written where the program gives it.
package struct ObjectWriter {
  /// How many objects may be within each other while they are written, with the collections between them; those further in
  /// wait for their turn, so that no graph is too deep for the stack.
  ///
  /// It is a count and not the room that the stack has, so that an archive does not depend on the program around. A program
  /// that is not optimised takes about 10 KB for each; 512 KB are what other threads than the main one have on Apple's systems.
  package static let depthLimit = 48

  private let encoder: ValueEncoder

  init(_ encoder: ValueEncoder) { self.encoder = encoder }

  /// Writes an object that is the surrogate's to encode, unless it has been written, or is too deep and waits for its turn.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - nesting: How many collections are around it in the value.
  /// - Throws: What the object throws.
  package func write(_ object: AnyObject, nesting: Int) throws {
    try encoder.graph.write(object, in: encoder, nesting: nesting)
  }
}
