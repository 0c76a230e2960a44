/// An object that says, each time that it is archived, which of its properties are.
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
/// `init()` gives it when the object is decoded. What is never archived is marked ``Transient`` instead.
///
/// A subclass may be the first to conform. Where a class and a subclass choose, the subclass overrides the method.
public protocol PropertySelecting: AnyObject {
  /// Whether a property is archived now.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - userInfo: What the program has said to its types when encoding began, as in ``SteleEncoder/userInfo``.
  /// - Returns: Whether it is written.
  func archives(_ property: String, _ userInfo: [CodingUserInfoKey: Any]) -> Bool
}
