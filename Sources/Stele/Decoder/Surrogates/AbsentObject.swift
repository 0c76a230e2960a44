/// The initialiser of an object has returned nil, which a surrogate lets stand in the place of the object.
///
/// A reader of references of any class makes ``AnyValue/absent`` of it; for others it is an error like any.
package struct AbsentObject: Error {
  /// The name of the class.
  package let className: String

  package init(className: String) { self.className = className }
}
