internal import Foundation

/// The classes that a program requests at one place.
struct AllowedClasses {
  let types: [AnyClass]
  /// Whether one of the classes is a collection, which may contain property lists.
  private let hasCollection: Bool

  init(_ types: [AnyClass], admitsPropertyLists: Bool = true) {
    self.types = types
    hasCollection =
      admitsPropertyLists
      && types.contains { type in
        Self.collections.contains { CodingClass.isKind(type, of: $0) }
      }
  }

  #if canImport(ObjectiveC)
    /// Makes a set from classes as Objective-C passes them: each class is an object.
    init(_ types: Set<AnyHashable>) { self.init(types.compactMap { $0.base as? AnyClass }) }
  #endif

  /// The classes that are allowed if a program names none, although secure coding is required.
  static let propertyList = AllowedClasses([
    NSString.self, NSNumber.self, NSData.self, NSDate.self, NSArray.self, NSDictionary.self,
    NSNull.self,
  ])

  /// The same classes, but no others within collections of them.
  var withoutPropertyLists: AllowedClasses { AllowedClasses(types, admitsPropertyLists: false) }

  private static let collections: [AnyClass] = [
    NSArray.self, NSDictionary.self, NSSet.self, NSOrderedSet.self,
  ]

  /// Returns whether a class is a member, or a subclass of one.
  func admits(_ type: AnyClass) -> Bool {
    types.contains { $0 == type } || types.contains { CodingClass.isKind(type, of: $0) }
  }

  /// Returns whether a class is a member, or its objects may be in collections of member classes.
  func admits(inCollections type: AnyClass) -> Bool {
    if admits(type) { return true }
    guard hasCollection else { return false }
    // A class of the program is never one of these, regardless of its superclass.
    return NSDate.self == type || NativeClass.of(type) != nil && Self.propertyList.admits(type)
  }

  /// Returns whether the same classes are requested in the same order.
  func isSame(as others: [AnyClass]) -> Bool {
    types.elementsEqual(others) { $0 == $1 }
  }
}
