/// A class whose objects may be in circles, because they take up what leads back when all objects have been made.
///
/// An archiver refuses a circle in which no object is of such a class, or of one that is ``PropertyCoding``: none of the objects
/// could be made before the others. A class that decodes by hand, and asks for what leads back by
/// ``SteleKeyedUnarchiver/decodeObject(of:forKey:later:)``, says so by this; one that is ``SecondPhaseDecoding`` has said it.
public protocol CircleDecoding: AnyObject {}

/// An object that takes up what refers back to it when all objects have been made.
///
/// An initialiser cannot have an object that is itself waiting for it. What is in a circle, such as the parent that a
/// child knows, is decoded here, from the same keys:
///
///     func finishDecoding(with coder: SteleKeyedUnarchiver) {
///       parent = coder.decodeObject(of: Node.self, forKey: "parent")
///     }
public protocol SecondPhaseDecoding: CircleDecoding {
  /// Decodes what is left, after the initialisers of all objects.
  ///
  /// - Parameter coder: Has the keys of the object, as in its initialiser.
  func finishDecoding(with coder: SteleKeyedUnarchiver)
}
