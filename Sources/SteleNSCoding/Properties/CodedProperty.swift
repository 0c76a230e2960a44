internal import Foundation
internal import Stele

/// Writes and reads one stored property of the objects of a class, in place.
protocol CodedProperty: Sendable {
  var name: PropertyName { get }
  /// Whether objects in the value may refer back to its owner, directly or not.
  var isReference: Bool { get }

  func encode(_ object: AnyObject, _ key: String, to archiver: SteleKeyedArchiver) throws

  func decode(into object: AnyObject, _ key: String, from unarchiver: SteleKeyedUnarchiver) throws

  /// Writes the property for a coder of Foundation.
  func encode(_ object: AnyObject, _ key: String, to coder: OtherCoder) throws

  /// Reads the property from a coder of Foundation that has its key.
  func decode(into object: AnyObject, _ key: String, from coder: OtherCoder) throws
}

extension StoredProperty {
  /// Returns the coding of the property.
  ///
  /// - Throws: ``DeclarationFlaw`` if the property cannot be archived.
  func coded(_ name: PropertyName, in owner: AnyClass) throws(DeclarationFlaw) -> any CodedProperty
  {
    // The runtime does not distinguish a weak property from an unowned property, which has another form in memory.
    guard isStrong else { throw .weakProperty(name.text) }
    if let type = type as? any ConditionalStorage.Type {
      guard isVariable else { throw .constantProperty(name.text) }
      return type.coded(name, self)
    }
    if let classes = PropertyClasses.classes(of: type) {
      let declared = (owner as? any ContentDeclaring.Type)?.contentClasses(of: name.text) ?? []
      func make<T>(_ type: T.Type) -> any CodedProperty {
        ObjectProperty<T>(name: name, place: PropertyPlace(self), classes: classes + declared)
      }
      guard isVariable else { throw .constantProperty(name.text) }
      return _openExistential(type, do: make)
    }
    guard let type = type as? any Codable.Type else { throw .propertyNotCodable(name.text) }
    guard isVariable else { throw .constantProperty(name.text) }
    return coded(name, as: type)
  }

  private func coded<T: Codable>(_ name: PropertyName, as type: T.Type) -> any CodedProperty {
    ValueProperty<T>(name: name, place: PropertyPlace(self))
  }
}

/// A property with objects of `NSCoding` classes.
private struct ObjectProperty<T>: CodedProperty {
  let name: PropertyName
  let isReference = PropertyClasses.mayLeadBack(T.self)
  let place: PropertyPlace<T>
  let classes: [AnyClass]

  func encode(_ object: AnyObject, _ key: String, to archiver: SteleKeyedArchiver) throws {
    // Safe: the object is one of the class of the property.
    try archiver.put(any: unsafe place.value(in: object), key)
  }

  func decode(into object: AnyObject, _ key: String, from unarchiver: SteleKeyedUnarchiver) throws {
    guard try unarchiver.contains(key) else { return }
    try set(unarchiver.object(key, of: classes), key, in: object)
  }

  func encode(_ object: AnyObject, _ key: String, to coder: OtherCoder) throws {
    // Safe: the object is one of the class of the property.
    try coder.encode(objects: unsafe place.value(in: object), key)
  }

  func decode(into object: AnyObject, _ key: String, from coder: OtherCoder) throws {
    try set(coder.objects(key, of: classes), key, in: object)
  }

  private func set(_ value: Any?, _ key: String, in object: AnyObject) throws {
    // If the property is no longer optional, a nil leaves the value that the initialiser has set.
    guard value != nil || T.self is any OptionalContent.Type else { return }
    // Safe: the object is one of the class of the property.
    unsafe place.set(try PropertyValue.make(T.self, of: value, key), in: object)
  }
}

/// A property with a value of a `Codable` type.
private struct ValueProperty<T: Codable>: CodedProperty {
  let name: PropertyName
  let isReference = PropertyClasses.mayLeadBack(T.self)
  let place: PropertyPlace<T>

  func encode(_ object: AnyObject, _ key: String, to archiver: SteleKeyedArchiver) throws {
    // Safe: the object is one of the class of the property.
    try archiver.put(unsafe place.value(in: object), key)
  }

  func decode(into object: AnyObject, _ key: String, from unarchiver: SteleKeyedUnarchiver) throws {
    do {
      guard let value = try unarchiver.value(T.self, forKey: key) else { return }
      // Safe: the object is one of the class of the property.
      unsafe place.set(value, in: object)
    } catch {
      // If the property is no longer optional, a nil leaves the value that the initialiser has set.
      guard !(T.self is any OptionalContent.Type), try unarchiver.isNil(key) else { throw error }
    }
  }

  func encode(_ object: AnyObject, _ key: String, to coder: OtherCoder) throws {
    // Safe: the object is one of the class of the property.
    try coder.encode(unsafe place.value(in: object), key)
  }

  func decode(into object: AnyObject, _ key: String, from coder: OtherCoder) throws {
    guard let value = try coder.value(T.self, key) else { return }
    // Safe: the object is one of the class of the property.
    unsafe place.set(value, in: object)
  }
}
