internal import Foundation

/// The classes that a program asks for at one place.
struct AllowedClasses {
  let types: [AnyClass]

  init(_ types: [AnyClass]) { self.types = types }

  #if canImport(ObjectiveC)
    /// Takes classes as Objective-C gives them, where each is an object.
    init(_ types: Set<AnyHashable>) { self.types = types.compactMap { $0.base as? AnyClass } }
  #endif

  /// What may stand where a program names no class, although secure coding is required.
  static let propertyList = AllowedClasses([
    NSString.self, NSNumber.self, NSData.self, NSDate.self, NSArray.self, NSDictionary.self,
    NSNull.self,
  ])

  /// Whether a class is one of them, or a subclass of one.
  func admits(_ type: AnyClass) -> Bool {
    types.contains { $0 == type } || types.contains { CodingClass.isKind(type, of: $0) }
  }

  /// Whether the same classes are asked for in the same order.
  func isSame(as others: [AnyClass]) -> Bool {
    types.count == others.count && zip(types, others).allSatisfy { $0 == $1 }
  }
}
