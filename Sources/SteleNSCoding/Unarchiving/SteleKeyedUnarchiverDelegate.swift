/// Is told what a ``SteleKeyedUnarchiver`` does, and may put other objects in the place of those that it makes.
///
/// All methods have a default that does nothing.
public protocol SteleKeyedUnarchiverDelegate: AnyObject {
  /// The program has no class of a name that the archive uses.
  ///
  /// - Parameters:
  ///   - unarchiver: The unarchiver.
  ///   - name: The name.
  ///   - classNames: The name and those of the superclasses that the archive knows, the topmost last.
  /// - Returns: The class to use, which still has to be one that was asked for; nil when there is none.
  func unarchiver(
    _ unarchiver: SteleKeyedUnarchiver, cannotDecodeObjectOfClassName name: String,
    originalClasses classNames: [String]
  ) -> AnyClass?
  /// An object has been made.
  ///
  /// It is not called for Swift values, such as strings and numbers, that were encoded as such.
  ///
  /// - Returns: What takes its place, mostly the object itself; nil is as good as that.
  func unarchiver(_ unarchiver: SteleKeyedUnarchiver, didDecode object: Any?) -> Any?
  /// Another object takes the place of one.
  func unarchiver(
    _ unarchiver: SteleKeyedUnarchiver, willReplace object: Any, with newObject: Any)
  /// ``SteleKeyedUnarchiver/finishDecoding()`` has been called.
  func unarchiverWillFinish(_ unarchiver: SteleKeyedUnarchiver)
  /// The unarchiver is of no further use.
  func unarchiverDidFinish(_ unarchiver: SteleKeyedUnarchiver)
}

extension SteleKeyedUnarchiverDelegate {
  /// Gives no class.
  public func unarchiver(
    _ unarchiver: SteleKeyedUnarchiver, cannotDecodeObjectOfClassName name: String,
    originalClasses classNames: [String]
  ) -> AnyClass? { nil }

  /// Gives the object itself.
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
