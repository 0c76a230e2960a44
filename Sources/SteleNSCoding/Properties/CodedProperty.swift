internal import Foundation
internal import Stele

/// Writes and reads one stored property of the objects of a class, where it is in them.
class CodedProperty: @unchecked Sendable {
  let key: String
  fileprivate let property: StoredProperty

  /// The name of the property.
  var name: String { property.name ?? key }

  init(_ key: String, _ property: StoredProperty) {
    self.key = key
    self.property = property
  }

  /// Writes the property.
  func encode(_ object: AnyObject, to archiver: SteleKeyedArchiver) throws {}

  /// Reads the property; one that the archive does not have stays what the initialiser has made it.
  func decode(into object: AnyObject, from unarchiver: SteleKeyedUnarchiver) throws {}

  /// What writes and reads a property.
  ///
  /// - Throws: ``DeclarationFlaw`` when nothing can.
  static func make(
    for property: StoredProperty, _ key: String
  ) throws(DeclarationFlaw) -> CodedProperty {
    // Nothing tells a weak property from an unowned one, which has another form in memory.
    guard property.isStrong else { throw .weakProperty(key) }
    if let type = property.type as? any ConditionalStorage.Type { return type.coded(key, property) }
    if let classes = classes(of: property.type) {
      func make<T>(_ type: T.Type) -> CodedProperty { ObjectProperty<T>(key, property, classes) }
      return _openExistential(property.type, do: make)
    }
    guard let type = property.type as? any Codable.Type else { throw .propertyNotCodable(key) }
    return value(type, key, property)
  }

  private static func value<T: Codable>(
    _ type: T.Type, _ key: String, _ property: StoredProperty
  ) -> CodedProperty {
    ValueProperty<T>(key, property)
  }

  /// The classes of the objects in values of a type, or nil when there are none of `NSCoding` classes.
  private static func classes(of type: Any.Type) -> [AnyClass]? {
    if let type = type as? AnyClass { return type is any NSCoding.Type ? [type] : nil }
    guard let container = type as? any ContainerOfObjects.Type else { return nil }
    let parts = container.parts.map { classes(of: $0) }
    guard parts.contains(where: { $0 != nil }) else { return nil }
    return container.classes + parts.flatMap { $0 ?? AllowedClasses.propertyList.types }
  }
}

extension CodedProperty {
  /// Where the property is in an object.
  // Safe: the caller has an object of the class that the property was found in, or of a subclass, and keeps it; there the
  // runtime says is an initialised value of the type.
  @unsafe
  func place<T>(_ type: T.Type, in object: AnyObject) -> UnsafeMutablePointer<T> {
    unsafe (Unmanaged.passUnretained(object).toOpaque() + property.offset)
      .assumingMemoryBound(to: type)
  }

  fileprivate func set<T>(_ value: T, in object: AnyObject) {
    // Safe: see above; nobody else has access to the object, which is being filled.
    withExtendedLifetime(object) { unsafe place(T.self, in: object).pointee = value }
  }
}

/// A property with objects of `NSCoding` classes.
// Safe to share: it has only constants.
private final class ObjectProperty<T>: CodedProperty, @unchecked Sendable {
  private let classes: [AnyClass]

  init(_ key: String, _ property: StoredProperty, _ classes: [AnyClass]) {
    self.classes = classes
    super.init(key, property)
  }

  override func encode(_ object: AnyObject, to archiver: SteleKeyedArchiver) throws {
    // Safe: see `place`.
    let value = unsafe place(T.self, in: object).pointee
    try withExtendedLifetime(object) { try archiver.put(any: value, key) }
  }

  override func decode(
    into object: AnyObject, from unarchiver: SteleKeyedUnarchiver
  ) throws {
    guard property.isVariable, try unarchiver.contains(key) else { return }
    let value = try unarchiver.object(key, of: classes)
    guard let value = (value as Any) as? T else {
      throw KeyedCodingError(.unexpectedClass, className: "\(T.self)", key: key)
    }
    set(value, in: object)
  }
}

/// A property with a value of a `Codable` type.
// Safe to share: it has only constants.
private final class ValueProperty<T: Codable>: CodedProperty, @unchecked Sendable {
  override func encode(_ object: AnyObject, to archiver: SteleKeyedArchiver) throws {
    // Safe: see `place`.
    let value = unsafe place(T.self, in: object).pointee
    try withExtendedLifetime(object) { try archiver.put(value, key) }
  }

  override func decode(
    into object: AnyObject, from unarchiver: SteleKeyedUnarchiver
  ) throws {
    guard property.isVariable, let value = try unarchiver.value(T.self, forKey: key) else { return }
    set(value, in: object)
  }
}

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
