/// A ``PropertyCoding`` class that declares the classes in its Foundation collections.
///
/// The type of a property such as `var items: NSArray` does not state the content of the collection. Every collection may
/// contain strings, numbers, dates, bytes, URLs, UUIDs, nulls and collections of these; other classes are listed here:
///
///     static func contentClasses(of property: String) -> [AnyClass] {
///       property == "items" ? [Item.self] : []
///     }
///
/// A subclass may conform without its superclass. If both declare classes, the subclass overrides the method, which the
/// superclass declares as `class func`.
public protocol ContentDeclaring: AnyObject {
  /// Returns the classes of the objects that a property may contain, besides the classes that every property may contain.
  ///
  /// - Parameter property: The name of the property.
  /// - Returns: The classes; objects of their subclasses are allowed, too.
  static func contentClasses(of property: String) -> [AnyClass]
}
