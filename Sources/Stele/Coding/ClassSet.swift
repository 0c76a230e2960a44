/// Classes whose objects may be made: declared once, and given to every decoder.
///
/// ```swift
/// extension ClassSet {
///   static let shapes: ClassSet = [Circle.self, Square.self]
/// }
///
/// let decoder = SteleDecoder(allowing: .shapes)
/// ```
///
/// Spec §11.2.
public struct ClassSet: Sendable {
  /// The classes, each once, in the order in which they were added.
  ///
  /// They are kept without their conformances, which may be isolated to an actor: the thread that decodes looks for these.
  public private(set) var classes: [AnyClass] = []

  /// Makes a set without classes.
  public init() {}

  /// Makes a set of classes.
  ///
  /// - Parameter classes: The classes; a class may occur more than once.
  public init(_ classes: some Sequence<any (AnyObject & Decodable).Type>) {
    for type in classes { insert(type) }
  }

  /// Adds a class, unless it is a member.
  ///
  /// - Parameter type: The class.
  public mutating func insert(_ type: any (AnyObject & Decodable).Type) { insert(class: type) }

  /// Adds a class with any conformance, unless it is a member.
  package mutating func insert(class type: AnyClass) {
    if !classes.contains(where: { $0 == type }) { classes.append(type) }
  }

  /// Adds the classes of another set.
  ///
  /// - Parameter other: The other set.
  public mutating func formUnion(_ other: ClassSet) {
    for type in other.classes { insert(class: type) }
  }

  /// Returns the classes of both sets.
  ///
  /// - Parameter other: The other set.
  /// - Returns: The union.
  public func union(_ other: ClassSet) -> ClassSet {
    var union = self
    union.formUnion(other)
    return union
  }
}

extension ClassSet: ExpressibleByArrayLiteral {
  /// Makes a set of the classes of a literal.
  public init(arrayLiteral elements: any (AnyObject & Decodable).Type...) { self.init(elements) }
}
