/// An object that observes a ``SteleKeyedUnarchiver``, and may replace the objects that it makes.
///
/// All methods have a default that does nothing.
public protocol SteleKeyedUnarchiverDelegate: AnyObject {
  /// The archive uses a class name for which the program has no class.
  ///
  /// - Parameters:
  ///   - unarchiver: The unarchiver.
  ///   - name: The name.
  ///   - classNames: The name, and the names of the superclasses in the archive, topmost last.
  /// - Returns: The class to use, which must still be a requested one; nil for none.
  func unarchiver(
    _ unarchiver: SteleKeyedUnarchiver, cannotDecodeObjectOfClassName name: String,
    originalClasses classNames: [String]
  ) -> AnyClass?
  /// An object has been made.
  ///
  /// It is not called for Swift values, such as strings and numbers, that were encoded as values.
  ///
  /// - Returns: The object to use in its place, usually the object itself; nil means the same.
  func unarchiver(_ unarchiver: SteleKeyedUnarchiver, didDecode object: Any?) -> Any?
  /// An object is about to be replaced by another one.
  func unarchiver(
    _ unarchiver: SteleKeyedUnarchiver, willReplace object: Any, with newObject: Any)
  /// ``SteleKeyedUnarchiver/finishDecoding()`` has been called.
  func unarchiverWillFinish(_ unarchiver: SteleKeyedUnarchiver)
  /// Decoding has ended.
  func unarchiverDidFinish(_ unarchiver: SteleKeyedUnarchiver)
}

extension SteleKeyedUnarchiverDelegate {
  /// Returns no class.
  public func unarchiver(
    _ unarchiver: SteleKeyedUnarchiver, cannotDecodeObjectOfClassName name: String,
    originalClasses classNames: [String]
  ) -> AnyClass? { nil }

  /// Returns the object itself.
  public func unarchiver(_ unarchiver: SteleKeyedUnarchiver, didDecode object: Any?) -> Any? {
    object
  }

  /// Does nothing.
  public func unarchiver(
    _ unarchiver: SteleKeyedUnarchiver, willReplace object: Any, with newObject: Any
  ) {}

  /// Does nothing.
  public func unarchiverWillFinish(_ unarchiver: SteleKeyedUnarchiver) {}

  /// Does nothing.
  public func unarchiverDidFinish(_ unarchiver: SteleKeyedUnarchiver) {}
}
