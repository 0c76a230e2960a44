/// A ``PropertyCoding`` class that declares the classes in its Foundation collections.
///
/// The type of a property such as `var items: NSArray` does not state what is in the collection.
/// Strings, numbers, dates, bytes, URLs, UUIDs, nulls and collections of these may be in any; other
/// classes are listed here:
///
///     static func contentClasses(of property: String) -> [AnyClass] {
///       property == "items" ? [Item.self] : []
///     }
///
/// A subclass may be the first to conform. If a class and a subclass both declare classes, the
/// subclass overrides the method, which the class declares as `class func`.
public protocol ContentDeclaring: AnyObject {
  /// Returns the classes of the objects that may be in a property, besides those that may be in
  /// any.
  ///
  /// - Parameter property: The name of the property.
  /// - Returns: The classes; objects of their subclasses are allowed, too.
  static func contentClasses(of property: String) -> [AnyClass]
}
