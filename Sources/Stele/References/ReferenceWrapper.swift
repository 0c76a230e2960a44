/// A property wrapper around references, as the encoder sees it.
package protocol ReferenceWrapper: Encodable {
  /// The class that a weak wrapper points at, or nil for a wrapper of strong references.
  static var weakTargetType: Any.Type? { get }
  /// The object that a weak wrapper points at.
  var weakTarget: AnyObject? { get }
  /// The value of a wrapper of strong references, whose edges do not count as those of a strong cycle.
  var lateValue: (any Encodable)? { get }
}
