/// An object that selects the properties to archive each time it is archived.
///
///     final class Note: PropertyCodable, PropertySelecting {
///       var title = ""
///       var text = ""
///       var isPublished = false
///
///       func archives(_ property: String, _ userInfo: [CodingUserInfoKey: Any]) -> Bool {
///         property != "text" || isPublished
///       }
///     }
///
/// It adds to ``PropertyCodable``, and to the like for `NSCoding` classes. A property that is left out has the value that
/// `init()` gives it when the object is decoded. Properties that are never archived are marked ``TransientValue`` instead.
///
/// A subclass may be the first to conform. Where a class and a subclass choose, the subclass overrides the method.
public protocol PropertySelecting: AnyObject {
  /// Returns whether a property is archived now.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - userInfo: The values that the program passes to its types, as in ``SteleEncoder/userInfo``.
  /// - Returns: Whether it is written.
  func archives(_ property: String, _ userInfo: [CodingUserInfoKey: Any]) -> Bool
}
