/// The encoder of objects whose classes are not `Codable`, for a framework that has a protocol of its own.
package protocol EncodingSurrogate: AnyObject {
  /// Returns the declaration of the class as which an object is recorded.
  ///
  /// It is called once for each class of the program, with the first object of the class.
  ///
  /// - Returns: The declaration, or nil if the surrogate does not encode objects of the class.
  /// - Throws: The reason why objects of the class cannot be encoded.
  func declaration(for object: AnyObject) throws -> TypeDeclaration?

  /// Whether objects of a class of the program are recorded as ones of different classes, so that ``declaration(for:)`` is called
  /// for each of them; the same declaration has to stand for the same class.
  func recordsIndividually(_ type: AnyClass) -> Bool

  /// Whether an initialiser makes the objects of a class with all that they refer to, so that no cycle of such objects
  /// can be read.
  func isMadeAtOnce(_ type: AnyClass) -> Bool

  /// Advice about objects that refer to each other in a cycle, and are all made at once.
  var cycleAdvice: String { get }

  /// Writes the keys of an object.
  ///
  /// The call is made while the value that first leads to the object is being written, so during the call for another object.
  /// An object that is deeper than ``ObjectWriter/depthLimit`` waits until no other one is being written.
  func encode(_ object: AnyObject, to keys: ObjectEncoder) throws
}
