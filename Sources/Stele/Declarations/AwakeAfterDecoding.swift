/// A class whose objects are told when decoding is complete.
///
/// Classes of every kind may conform, those whose `Codable` is synthesised as well.
public protocol AwakeAfterDecoding: AnyObject {
  /// Called when all objects have been filled and all references patched, children before their parents.
  ///
  /// In a cycle one of the objects is called first, though its children have not been called yet.
  ///
  /// - Throws: What makes decoding fail.
  func awake() throws
}
