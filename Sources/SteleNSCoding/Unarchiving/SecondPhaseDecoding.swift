/// A class with objects that may be part of cycles, because they decode back references when all objects have been made.
///
/// An archiver refuses a cycle without an object of a conforming class or of a ``PropertyCoding`` class, since no object in it
/// could be made before the others. Conform to this protocol if a class decodes by hand and requests back references with
/// ``SteleKeyedUnarchiver/decodeObject(of:forKey:later:)``. A ``SecondPhaseDecoding`` class already conforms.
public protocol CircleDecoding: AnyObject {}

/// An object that decodes some references when all objects have been made.
///
/// An initialiser cannot receive an object that is waiting for the object being initialised. References within a cycle, for
/// example from a child to its parent, are decoded here, from the same keys:
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
