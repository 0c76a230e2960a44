internal import Foundation

/// The classes of the objects in values of properties.
enum PropertyClasses {
  /// Returns the classes of the objects in values of a type, or nil if no class is `NSCoding`.
  static func classes(of type: Any.Type) -> [AnyClass]? {
    if let type = type as? AnyClass {
      guard CodingClass.isCoded(type) else { return nil }
      return NativeClass.of(type)?.isCollection == true
        ? [type] + contents : [type] + bases(of: type)
    }
    guard let container = type as? any ContainerOfObjects.Type else { return nil }
    let parts = container.parts.map { classes(of: $0) }
    guard parts.contains(where: { $0 != nil }) else { return nil }
    // Foundation has a null for an element that is nil.
    let hasNulls =
      !container.classes.isEmpty && container.parts.contains { $0 is any OptionalContent.Type }
    return container.classes + (hasNulls ? [NSNull.self] : [])
      + parts.flatMap { $0 ?? AllowedClasses.propertyList.types }
  }

  /// Returns the classes of the objects from which values of a `Codable` type are made.
  static func classes(ofCodable type: Any.Type) -> [AnyClass] { contents + own(of: type) }

  private static func own(of type: Any.Type) -> [AnyClass] {
    if let type = type as? AnyClass { return [type] }
    if let bridged = BridgedType.foundationClass(of: type) { return [bridged] }
    return (type as? any ContainerOfObjects.Type)?.parts.flatMap { own(of: $0) } ?? []
  }

  /// Returns whether objects in a value of a type may refer back to its owner, directly or not.
  static func mayLeadBack(_ type: Any.Type) -> Bool {
    if let type = type as? AnyClass {
      return !FoundationContent.isFoundation(type) || NativeClass.of(type)?.isCollection == true
    }
    return (type as? any ContainerOfObjects.Type)?.parts.contains { mayLeadBack($0) } ?? false
  }

  /// The classes allowed in a Foundation collection, since its type does not state its content, and those of the objects from
  /// which values of any type may be made.
  static let contents: [AnyClass] =
    AllowedClasses.propertyList.types + [NSSet.self, NSOrderedSet.self, NSUUID.self, NSURL.self]

  /// Returns the immutable class for a mutable one; strings and bytes that were written as values become objects of that class.
  private static func bases(of type: AnyClass) -> [AnyClass] {
    if type == NSMutableString.self { return [NSString.self] }
    if type == NSMutableData.self { return [NSData.self] }
    return []
  }
}
