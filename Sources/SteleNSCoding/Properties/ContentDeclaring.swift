/// A ``PropertyCoding`` class that says what is in its collections of Foundation.
///
/// The type of a property such as `var items: NSArray` does not tell what is in it. Strings, numbers, dates, bytes, urls, UUIDs,
/// nulls and collections of these may be in any; other classes are named here:
///
///     static func contentClasses(of property: String) -> [AnyClass] {
///       property == "items" ? [Item.self] : []
///     }
///
/// A subclass may be the first to conform. Where a class and a subclass say something, the subclass overrides the method,
/// which the class declares as `class func`.
public protocol ContentDeclaring: AnyObject {
  /// The classes of the objects that may be in a property, besides those that may be in any.
  ///
  /// - Parameter property: The name of the property.
  /// - Returns: The classes, of which objects of subclasses are admitted, too.
  static func contentClasses(of property: String) -> [AnyClass]
}
