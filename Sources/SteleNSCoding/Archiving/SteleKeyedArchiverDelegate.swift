/// An object that observes a ``SteleKeyedArchiver``, and may replace the objects that it encodes.
///
/// All methods have a default that does nothing.
public protocol SteleKeyedArchiverDelegate: AnyObject {
  /// An object is about to be encoded for the first time, or referred to conditionally.
  ///
  /// It is not called for Swift values, such as strings and numbers.
  ///
  /// - Returns: The object to encode in its place, usually the object itself; nil for none, and
  ///   collections leave it out.
  func archiver(_ archiver: SteleKeyedArchiver, willEncode object: Any) -> Any?
  /// An object has been encoded, with the objects that it refers to, unless these are nested too deeply: see
  /// ``SteleKeyedArchiver``.
  func archiver(_ archiver: SteleKeyedArchiver, didEncode object: Any?)
  /// An object is about to be replaced by another one.
  func archiver(_ archiver: SteleKeyedArchiver, willReplace object: Any?, with newObject: Any?)
  /// The archive is about to be completed.
  func archiverWillFinish(_ archiver: SteleKeyedArchiver)
  /// The archive is complete.
  func archiverDidFinish(_ archiver: SteleKeyedArchiver)
}

extension SteleKeyedArchiverDelegate {
  /// Returns the object itself.
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
