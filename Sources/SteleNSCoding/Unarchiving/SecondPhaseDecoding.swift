/// A class whose objects may be part of cycles, because they decode references back when all
/// objects have been made.
///
/// An archiver refuses a cycle without an object of such a class or of a ``PropertyCoding`` class,
/// since no object in it could be made before the others. Conform to this protocol if a class
/// decodes by hand and requests references back with
/// ``SteleKeyedUnarchiver/decodeObject(of:forKey:later:)``; a ``SecondPhaseDecoding`` class
/// conforms already.
public protocol CircleDecoding: AnyObject {}

/// An object that decodes references back to it when all objects have been made.
///
/// An initialiser cannot receive an object that is itself waiting for it. References within a
/// cycle, such as that of a child to its parent, are decoded here, from the same keys:
///
///     func finishDecoding(with coder: SteleKeyedUnarchiver) {
///       parent = coder.decodeObject(of: Node.self, forKey: "parent")
///     }
public protocol SecondPhaseDecoding: CircleDecoding {
  /// Decodes the rest, after the initialisers of all objects.
  ///
  /// - Parameter coder: The unarchiver, which has the keys of the object as in its initialiser.
  func finishDecoding(with coder: SteleKeyedUnarchiver)
}
