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

  /// Writes the keys of an object.
  ///
  /// It is never called from within another call, however deep the graph is.
  func encode(_ object: AnyObject, to keys: ObjectEncoder) throws
}
