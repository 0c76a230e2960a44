/// Encodes objects whose classes are not `Codable`, in the way of a framework that has its own protocol for that.
package protocol EncodingSurrogate: AnyObject {
  /// The record class as which an object is recorded.
  ///
  /// It is asked once for each class of the program, with the first object of it.
  ///
  /// - Returns: The declaration, or nil when the objects of the class are not the surrogate's to encode.
  /// - Throws: Why objects of the class cannot be encoded.
  func declaration(for object: AnyObject) throws -> TypeDeclaration?

  /// Whether objects of a class of the program are recorded as ones of different classes, so that it is asked for each of them;
  /// the same declaration has to stand for the same class.
  func recordsIndividually(_ type: AnyClass) -> Bool

  /// Whether objects of a class are made by an initialiser that needs all that they refer to, so that no circle of such objects
  /// can be read.
  func isMadeAtOnce(_ type: AnyClass) -> Bool

  /// Advice about objects that refer to each other in a circle, and are all made at once.
  var circleAdvice: String { get }

  /// Writes the keys of an object.
  ///
  /// It is called while the value that leads to the object first is being written, so from within the call for another object.
  /// An object that is deeper than ``ObjectWriter/depthLimit`` waits until no other one is being written.
  func encode(_ object: AnyObject, to keys: ObjectEncoder) throws
}
