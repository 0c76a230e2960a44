internal import Foundation
internal import Stele

/// The variables of superclasses in Objective-C, which the Swift runtime does not list.
enum InstanceVariables {
  /// Validates that a ``PropertyCoding`` class inherits variables only from classes that are coded by hand.
  ///
  /// - Throws: ``SteleCodingError`` with the name of a class that has other variables.
  static func validate(_ type: AnyClass) throws {
    #if canImport(ObjectiveC)
      let byHand: AnyClass? = CodedProperties.superclassByHand(of: type)
      var next: AnyClass? = _getSuperclass(type)
      while let superclass = next, superclass != byHand, superclass != NSObject.self {
        next = _getSuperclass(superclass)
        var count: UInt32 = 0
        // Safe: the runtime returns a list of that many variables, or nil, for the caller to free.
        unsafe free(class_copyIvarList(superclass, &count))
        let known =
          StoredProperty.count(of: superclass) - (next.map { StoredProperty.count(of: $0) } ?? 0)
        guard Int(count) <= known else {
          throw SteleCodingError(
            .invalidDeclaration(.instanceVariables(CodingClass.name(of: superclass))),
            className: CodingClass.name(of: type))
        }
      }
    #endif
  }
}
