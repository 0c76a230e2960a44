/// The encoder of objects whose classes are not `Codable`, for a framework with its own protocol.
package protocol EncodingSurrogate: AnyObject {
  /// Returns the declaration of the class that an object is recorded as.
  ///
  /// It is called once for each class of the program, with the first object of the class.
  ///
  /// - Returns: The declaration, or nil if the surrogate does not encode objects of the class.
  /// - Throws: The reason why objects of the class cannot be encoded.
  func declaration(for object: AnyObject) throws -> TypeDeclaration?

  /// Returns whether objects of one class of the program are recorded as objects of different classes; ``declaration(for:)`` is
  /// then called for each of them, and the same declaration has to stand for the same class.
  func recordsIndividually(_ type: AnyClass) -> Bool

  /// Returns whether an initialiser makes the objects of a class with all that they refer to, so that a cycle of these objects
  /// cannot be read.
  func isMadeAtOnce(_ type: AnyClass) -> Bool

  /// Advice about objects that refer to each other in a cycle, and are all made at once.
  var cycleAdvice: String { get }

  /// Writes the keys of an object.
  ///
  /// The call is made while the value that first refers to the object is being written, so during the call for another object.
  /// An object that is deeper than ``ObjectWriter/depthLimit`` waits until no other one is being written.
  func encode(_ object: AnyObject, to keys: ObjectEncoder) throws
}
