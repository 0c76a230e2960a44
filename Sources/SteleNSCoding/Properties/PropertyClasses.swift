internal import Foundation

/// The classes of the objects that values of properties are made of.
enum PropertyClasses {
  /// The classes of the objects in values of a type, or nil when there are none of `NSCoding` classes.
  static func classes(of type: Any.Type) -> [AnyClass]? {
    if let type = type as? AnyClass {
      guard CodingClass.isCoded(type) else { return nil }
      return NativeClass.of(type)?.isCollection == true
        ? [type] + contents : [type] + bases(of: type)
    }
    guard let container = type as? any ContainerOfObjects.Type else { return nil }
    let parts = container.parts.map { classes(of: $0) }
    guard parts.contains(where: { $0 != nil }) else { return nil }
    return container.classes + parts.flatMap { $0 ?? AllowedClasses.propertyList.types }
  }

  /// What may be in a collection of Foundation, whose type does not say what is.
  static let contents: [AnyClass] =
    AllowedClasses.propertyList.types + [NSSet.self, NSOrderedSet.self, NSUUID.self, NSURL.self]

  /// The class that does not change, of which an object stands where a string or bytes were written by themselves.
  private static func bases(of type: AnyClass) -> [AnyClass] {
    if type == NSMutableString.self { return [NSString.self] }
    if type == NSMutableData.self { return [NSData.self] }
    return []
  }
}

/// Objects that may change, made of ones that do not.
enum MutableForm {
  /// An object as a value of a type, which may be that of a class whose objects change where the object does not.
  static func value<T>(_ object: Any?) throws -> T? {
    if let value = (object as Any) as? T { return value }
    guard let copying = object as? any NSMutableCopying else { return nil }
    return copying.mutableCopy(with: nil) as? T
  }
}
