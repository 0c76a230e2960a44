internal import Foundation
internal import Stele

/// Writes and reads one stored property of the objects of a class, where it is in them.
class CodedProperty: @unchecked Sendable {
  let name: PropertyName
  private let offset: Int
  /// Whether it may be set after the initialiser.
  let isVariable: Bool

  init(_ name: PropertyName, _ property: StoredProperty) {
    self.name = name
    offset = property.offset
    isVariable = property.isVariable
  }

  /// Writes the property.
  func encode(_ object: AnyObject, _ key: String, to archiver: SteleKeyedArchiver) throws {}

  /// Reads the property.
  func decode(
    into object: AnyObject, _ key: String, from unarchiver: SteleKeyedUnarchiver
  ) throws {}

  /// What writes and reads a property.
  ///
  /// - Throws: ``DeclarationFlaw`` when nothing can.
  static func make(
    for property: StoredProperty, _ name: PropertyName, in type: AnyClass
  ) throws(DeclarationFlaw) -> CodedProperty {
    // Nothing tells a weak property from an unowned one, which has another form in memory.
    guard property.isStrong else { throw .weakProperty(name.text) }
    if let type = property.type as? any ConditionalStorage.Type {
      return type.coded(name, property)
    }
    if let classes = PropertyClasses.classes(of: property.type) {
      let declared = (type as? any ContentDeclaring.Type)?.contentClasses(of: name.text) ?? []
      func make<T>(_ type: T.Type) -> CodedProperty {
        ObjectProperty<T>(name, property, classes + declared)
      }
      return _openExistential(property.type, do: make)
    }
    guard let type = property.type as? any Codable.Type else {
      throw .propertyNotCodable(name.text)
    }
    return value(type, name, property)
  }

  private static func value<T: Codable>(
    _ type: T.Type, _ name: PropertyName, _ property: StoredProperty
  ) -> CodedProperty {
    ValueProperty<T>(name, property)
  }
}

extension CodedProperty {
  /// Where the property is in an object.
  // Safe: the caller has an object of the class that the property was found in, or of a subclass, and keeps it; there the
  // runtime says is an initialised value of the type.
  @unsafe
  func place<T>(_ type: T.Type, in object: AnyObject) -> UnsafeMutablePointer<T> {
    unsafe (Unmanaged.passUnretained(object).toOpaque() + offset).assumingMemoryBound(to: type)
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

  init(_ name: PropertyName, _ property: StoredProperty, _ classes: [AnyClass]) {
    self.classes = classes
    super.init(name, property)
  }

  override func encode(
    _ object: AnyObject, _ key: String, to archiver: SteleKeyedArchiver
  ) throws {
    // Safe: see `place`.
    let value = unsafe place(T.self, in: object).pointee
    try withExtendedLifetime(object) { try archiver.put(any: value, key) }
  }

  override func decode(
    into object: AnyObject, _ key: String, from unarchiver: SteleKeyedUnarchiver
  ) throws {
    guard isVariable, try unarchiver.contains(key) else { return }
    let value = try unarchiver.object(key, of: classes)
    // A nil where the property is not optional any more leaves what the initialiser has made.
    guard value != nil || T.self is any OptionalContent.Type else { return }
    guard let value: T = try MutableForm.value(value) else {
      let type: AnyClass? = value.map { CodingClass.recorded(for: $0 as AnyObject) }
      throw KeyedCodingError(
        .unexpectedClass, className: try type.map { try CodingClass.runtimeName(of: $0) } ?? "",
        key: key)
    }
    set(value, in: object)
  }
}

/// A property with a value of a `Codable` type.
// Safe to share: it has only constants.
private final class ValueProperty<T: Codable>: CodedProperty, @unchecked Sendable {
  override func encode(
    _ object: AnyObject, _ key: String, to archiver: SteleKeyedArchiver
  ) throws {
    // Safe: see `place`.
    let value = unsafe place(T.self, in: object).pointee
    try withExtendedLifetime(object) { try archiver.put(value, key) }
  }

  override func decode(
    into object: AnyObject, _ key: String, from unarchiver: SteleKeyedUnarchiver
  ) throws {
    guard isVariable else { return }
    do {
      guard let value = try unarchiver.value(T.self, forKey: key) else { return }
      set(value, in: object)
    } catch {
      // As above.
      guard !(T.self is any OptionalContent.Type), try unarchiver.isNil(key) else { throw error }
    }
  }
}
