/// Is told what a ``SteleKeyedArchiver`` does, and may put other objects in the place of those that it meets.
///
/// All methods have a default that does nothing.
public protocol SteleKeyedArchiverDelegate: AnyObject {
  /// An object is about to be encoded for the first time, or referred to conditionally.
  ///
  /// It is not called for Swift values, such as strings and numbers.
  ///
  /// - Returns: What is encoded in its place, mostly the object itself; nil for nothing, which collections leave out.
  func archiver(_ archiver: SteleKeyedArchiver, willEncode object: Any) -> Any?
  /// An object has been encoded, with the objects that it refers to, unless these are too deep: see ``SteleKeyedArchiver``.
  func archiver(_ archiver: SteleKeyedArchiver, didEncode object: Any?)
  /// Another object takes the place of one.
  func archiver(_ archiver: SteleKeyedArchiver, willReplace object: Any?, with newObject: Any?)
  /// The archive is about to be completed.
  func archiverWillFinish(_ archiver: SteleKeyedArchiver)
  /// The archive is complete.
  func archiverDidFinish(_ archiver: SteleKeyedArchiver)
}

extension SteleKeyedArchiverDelegate {
  /// Gives the object itself.
  public func archiver(_ archiver: SteleKeyedArchiver, willEncode object: Any) -> Any? { object }

  /// Does nothing.
  public func archiver(_ archiver: SteleKeyedArchiver, didEncode object: Any?) {}

  /// Does nothing.
  public func archiver(
    _ archiver: SteleKeyedArchiver, willReplace object: Any?, with newObject: Any?
  ) {}

  /// Does nothing.
  public func archiverWillFinish(_ archiver: SteleKeyedArchiver) {}

  /// Does nothing.
  public func archiverDidFinish(_ archiver: SteleKeyedArchiver) {}
}
