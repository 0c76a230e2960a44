internal import Foundation

/// A type of the standard library that contains others.
protocol ContainerOfObjects {
  /// What Foundation has for it.
  static var classes: [AnyClass] { get }
  /// The types in it.
  static var parts: [Any.Type] { get }
}

extension Optional: ContainerOfObjects {
  static var classes: [AnyClass] { [] }
  static var parts: [Any.Type] { [Wrapped.self] }
}

extension Array: ContainerOfObjects {
  static var classes: [AnyClass] { [NSArray.self] }
  static var parts: [Any.Type] { [Element.self] }
}

extension Set: ContainerOfObjects {
  static var classes: [AnyClass] { [NSSet.self] }
  static var parts: [Any.Type] { [Element.self] }
}

extension Dictionary: ContainerOfObjects {
  static var classes: [AnyClass] { [NSDictionary.self] }
  static var parts: [Any.Type] { [Key.self, Value.self] }
}
