/// An object that takes up what refers back to it when all objects have been made.
///
/// An initialiser cannot have an object that is itself waiting for it. What is in a circle, such as the parent that a
/// child knows, is decoded here, from the same keys:
///
///     func finishDecoding(with coder: SteleKeyedUnarchiver) {
///       parent = coder.decodeObject(of: Node.self, forKey: "parent")
///     }
public protocol SecondPhaseDecoding: AnyObject {
  /// Decodes what is left, after the initialisers of all objects.
  ///
  /// - Parameter coder: Has the keys of the object, as in its initialiser.
  func finishDecoding(with coder: SteleKeyedUnarchiver)
}
